import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import type { NoticeMute } from '../../../core/notice.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import { Bar } from '../../ui/bar.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { clockTime, dayName } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { titleOf } from '../conversations/tree-rows.ts'
import { noticeKindTitles } from './kind-titles.ts'
import type { AppState } from '../screen.ts'
import { useNow } from '../state/clock.ts'
import { useApp, useStoreApi } from '../state/store.ts'

/** What is recorded and counted, but not shown. */
export function MutedList(): React.JSX.Element {
  const store = useStoreApi()
  const muted = useApp((state) => state.settings.notices.muted)
  const mutedUntil = useApp((state) => state.settings.notices.mutedUntil)
  const now = useNow(10_000)
  const [fault, setFault] = useState<Fault>()
  const current = muted.filter(({ until }) => until === undefined || until > now)
  const isAll = mutedUntil !== undefined && mutedUntil > now
  const run = async (change: ReturnType<AppState['unmute']>): Promise<void> => {
    const saved = await change
    setFault(saved.ok ? undefined : saved.fault)
  }
  return (
    <div className="set" role="group" aria-labelledby="notice-muted">
      <span id="notice-muted">Muted</span>
      <div className="value">
        {!isAll && current.length === 0 && (
          <p className="dim line">Nothing. Mute an agent or a conversation from the palette, or from the menu of a row in Needs me.</p>
        )}
        <ul className="muted">
          {isAll && (
            <MutedRow name="Everything" until={mutedUntil} now={now} onUnmute={() => void run(store.getState().muteAll(undefined))} />
          )}
          {current.map((mute) => (
            <MutedRow
              key={JSON.stringify(mute)}
              name={nameOf(store.getState(), mute)}
              sign={<Sign mute={mute} />}
              until={mute.until}
              now={now}
              onUnmute={() => void run(store.getState().unmute(mute))}
            />
          ))}
        </ul>
        {current.length > 0 && <p className="hint">Approvals and a journal at risk are still shown.</p>}
        {fault && <FieldFault fault={fault} />}
      </div>
    </div>
  )
}

/** The bar of an agent, or the chip of a conversation's link. */
function Sign({ mute }: { readonly mute: NoticeMute }): React.JSX.Element | null {
  const hue = useApp(({ state, workspace }) =>
    mute.workspace === workspace ? state?.agents.find(({ id }) => id === mute.agent)?.hue : undefined,
  )
  const protocol = useApp(({ state }) => state?.links.find(({ id }) => id === mute.source)?.protocol)
  if (mute.agent !== undefined) return <Bar hue={hue} />
  return protocol === undefined ? null : <Chip protocol={protocol} />
}

function MutedRow(props: {
  readonly name: string
  readonly sign?: React.ReactNode
  readonly until: number | undefined
  readonly now: number
  readonly onUnmute: () => void
}): React.JSX.Element {
  const { name, sign, until, now, onUnmute } = props
  const isToday = until !== undefined && dayName(until, now) === dayName(now, now)
  return (
    <li>
      <span className="agent" title={visibleString(name)}>
        {sign}
        <span className="cut">
          <VisibleText text={name} />
        </span>
      </span>
      <span className="mid">
        {until === undefined ? 'always' : `until ${isToday ? '' : `${dayName(until, now)} `}${clockTime(until).slice(0, 5)}`}
      </span>
      <button type="button" className="btn small ghost" aria-label={`Unmute ${visibleString(name)}`} onClick={onUnmute}>
        Unmute
      </button>
    </li>
  )
}

/** Who or what is muted, and where if that is not the workspace on screen. */
function nameOf({ state, workspaces, workspace }: AppState, mute: NoticeMute): string {
  const isHere = mute.workspace === workspace
  const conversation = isHere ? state?.conversations.find(({ id }) => id === mute.conversation) : undefined
  const agent = isHere ? state?.agents.find(({ id }) => id === mute.agent) : undefined
  const key = mute.conversation?.slice((mute.source ?? '').length + 1)
  const who = agent?.name ?? mute.agent
  const name = who === undefined ? ((conversation === undefined ? key : titleOf(conversation)) ?? 'All of it') : quotedName(who)
  const what = mute.kind === undefined ? name : `“${noticeKindTitles[mute.kind]}” in ${name}`
  const place = isHere ? undefined : workspaces.find(({ id }) => id === mute.workspace)?.name
  return place === undefined ? what : `${what}, ${place}`
}
