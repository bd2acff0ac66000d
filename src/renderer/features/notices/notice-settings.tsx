import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { isQuietAt, minuteOfDayAt, type NoticeKind, type NoticeReach, type NoticeSettings } from '../../../core/notice.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { useLiveNow } from '../state/clock.ts'
import { useApp } from '../state/store.ts'
import { noticeKindTitles } from './kind-titles.ts'
import { MutedList } from './muted-list.tsx'
import { SystemNotes } from './system-notes.tsx'
import './notices.css'

/** What each kind is, and how often it is notified. */
const rows: readonly (readonly [kind: NoticeKind, what: string, atMost: string])[] = [
  ['asks', 'question, review, approval, paste, not sent', 'once per item'],
  ['overdue', 'past your own limit', 'once per item'],
  ['link', 'longer than 30 s', 'once until it is back'],
  ['others', 'overdue between others, tasks that nobody took, broken messages', 'once per item'],
  ['journal', 'what happens cannot be stored or backed up', 'once'],
]
const columns: readonly (readonly [reach: keyof NoticeReach, title: string])[] = [
  ['badge', 'Badge'],
  ['notify', 'Notify'],
  ['sound', 'Sound'],
]
const minuteMs = 60_000
const usualQuiet = { from: '22:00', to: '07:00' }

/** What reaches the operator outside the window, and what stays silent. */
export function NoticeSettingsSection(): React.JSX.Element {
  const settings = useApp((state) => state.settings.notices)
  const changeNotices = useApp((state) => state.changeNotices)
  const [fault, setFault] = useState<Fault>()
  const change = async (next: (settings: NoticeSettings) => NoticeSettings): Promise<void> => {
    const saved = await changeNotices(next)
    setFault(saved.ok ? undefined : saved.fault)
  }
  return (
    <>
      <table className="notice-kinds">
        <thead>
          <tr>
            <th scope="col">When</th>
            {columns.map(([reach, title]) => (
              <th key={reach} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">At most</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([kind, what, atMost]) => (
            <tr key={kind}>
              <th scope="row">
                <b className="med">{noticeKindTitles[kind]}</b>
                <span className="dim">{what}</span>
              </th>
              {columns.map(([reach, column]) => (
                <td key={reach}>
                  <input
                    type="checkbox"
                    aria-label={`${noticeKindTitles[kind]}: ${column}`}
                    checked={settings.kinds[kind][reach]}
                    disabled={reach === 'sound' && !settings.kinds[kind].notify}
                    onChange={(event) => {
                      const isOn = event.currentTarget.checked
                      void change((now) => ({ ...now, kinds: { ...now.kinds, [kind]: { ...now.kinds[kind], [reach]: isOn } } }))
                    }}
                  />
                </td>
              ))}
              <td className="mid">{atMost}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <QuietHours settings={settings} change={change} />
      <div className="set">
        <label htmlFor="notice-text">Show the text</label>
        <div className="value">
          <span className="line">
            <select
              id="notice-text"
              className="in"
              value={settings.text}
              onChange={(event) => {
                const text = event.currentTarget.value === 'name' ? 'name' : 'full'
                void change((now) => ({ ...now, text }))
              }}
            >
              <option value="full">Name, reason and text</option>
              <option value="name">Name and reason only</option>
            </select>
            <span className="dim">{settings.text === 'name' ? 'for a shared screen' : 'the first 140 characters'}</span>
          </span>
        </div>
      </div>
      {fault && <FieldFault fault={fault} />}
      <SystemNotes />
      <MutedList />
    </>
  )
}

function QuietHours({
  settings: { quiet },
  change,
}: {
  readonly settings: NoticeSettings
  readonly change: (next: (settings: NoticeSettings) => NoticeSettings) => Promise<void>
}): React.JSX.Element {
  const now = useLiveNow(minuteMs)
  const isNow = quiet !== undefined && isQuietAt(quiet, minuteOfDayAt(now))
  const set = (part: Partial<typeof usualQuiet>): void => {
    // An empty time is one that is still being typed.
    if (Object.values(part).includes('')) return
    void change((now) => ({ ...now, quiet: { ...usualQuiet, ...now.quiet, ...part } }))
  }
  return (
    <div className="set" role="group" aria-labelledby="quiet-hours">
      <span id="quiet-hours">Quiet hours</span>
      <div className="value">
        <span className="line wrap">
          <label className="tick">
            <input
              type="checkbox"
              checked={quiet !== undefined}
              onChange={(event) => {
                if (event.currentTarget.checked) set(usualQuiet)
                else void change(({ quiet: _before, ...now }) => now)
              }}
            />
            On
          </label>
          {quiet !== undefined && (
            <>
              <input
                className="in"
                type="time"
                aria-label="From"
                value={quiet.from}
                onChange={(event) => set({ from: event.currentTarget.value })}
              />
              –
              <input
                className="in"
                type="time"
                aria-label="To"
                value={quiet.to}
                onChange={(event) => set({ to: event.currentTarget.value })}
              />
            </>
          )}
          {isNow && <b className="med">Quiet now, until {quiet.to}</b>}
          <span className="dim">nothing is shown; everything is recorded, and the badge stays</span>
        </span>
      </div>
    </div>
  )
}
