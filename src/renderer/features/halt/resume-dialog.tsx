import { Play } from 'lucide-react'
import { useId } from 'react'
import type { HaltRow } from '../../../core/halt.ts'
import { ModalFrame } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { counted } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import './halt.css'
import { Chip } from '../common/chip.tsx'
import { useReadTime } from '../common/use-read-time.ts'
import { Beyond } from './halt-beyond.tsx'
import { isHaltChord } from './halt-chord.ts'
import { HaltTexts } from './halt-texts.tsx'
import { nameList, placesOf, rowName, workspaceNames } from './halt-words.ts'
import { isResuming, linksOf } from './state/halt.ts'
import type { Resuming } from './state/halt-slice.ts'
import { notLive, useIsLive } from '../state/use-is-live.ts'
import { useApp, useStoreApi } from '../state/store.ts'

/** What Resume says and what it starts; *Cancel* has the focus, and the keys of Halt resume nothing: only a press on the button does. While RESUME is being said, they halt again. */
export function ResumeDialog({ table }: { readonly table: Resuming }): React.JSX.Element {
  const store = useStoreApi()
  const id = useId()
  const halt = useApp((state) => (state.state?.halt?.id === table.id ? state.state.halt : undefined))
  const isLive = useIsLive()
  const { closeHaltDialog, confirmHaltDialog, declineResume, openHalt } = store.getState()
  const { rows, left, starts, fault, isBusy, changedAt, digest } = table
  const read = useReadTime(String(changedAt))
  const there = rows.flatMap(({ row, isGone }) => (isGone ? [] : [row]))
  const isReady = isLive && digest !== undefined && halt !== undefined && (changedAt === undefined || read.isOver)
  const startable = new Set(there.flatMap((row) => row.starts.map(({ key }) => key)))
  const ended = (halt?.rows ?? []).flatMap((row) =>
    row.ends.flatMap((part) => (part.step === 'done' && !startable.has(part.key) ? [part.what] : [])),
  )
  const { ask } = halt ?? {}
  const isUntold = digest !== undefined && there.every(({ says }) => says.length === 0)
  const workspaces = useApp((state) => state.workspaces)
  const workspaceOf = workspaceNames(there, workspaces)
  return (
    <ModalFrame
      className="dlg halt resume"
      labelledBy={id}
      onClose={closeHaltDialog}
      onKeyDown={(event) => {
        if (!isHaltChord(event.nativeEvent)) return
        event.preventDefault()
        event.stopPropagation()
        if (isResuming(halt)) openHalt(undefined, halt?.level)
      }}
    >
      <header>
        <h2 id={id}>Resume?</h2>
        <p role={changedAt === undefined ? undefined : 'alert'}>
          {halt === undefined
            ? 'This halt is over.'
            : changedAt !== undefined
              ? 'The halt or its texts changed. Nothing has been said: look again, and at the marked rows.'
              : isResuming(halt)
                ? 'Resume was begun already, here or on another page. Its table says who has been told.'
                : isUntold
                  ? 'Nobody is told, and agents may act again.'
                  : 'Everyone is told first, then agents may act again. Nothing has been sent.'}
        </p>
      </header>
      <div className="in-b">
        {ask !== undefined && (
          <section className="ask-box" aria-label="Question of the command line">
            <p className="med">
              <Glyph shape="needs" /> A program on this computer asks to resume
            </p>
            <ol className="mono small">
              {ask.processes.map((process, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a chain of parents; equal names are different processes
                <li key={index}>
                  <span className="dim">{index === 0 ? 'asks' : 'started by'}</span> <VisibleText text={process} />
                </li>
              ))}
            </ol>
            <button type="button" className="btn small" onClick={() => void declineResume(ask.id)}>
              Decline
            </button>
          </section>
        )}
        <ul className="resume-rows" aria-label="Links">
          {rows.map(({ row, isGone, isChanged }) => (
            <li key={row.link} className={isChanged ? 'changed' : undefined}>
              <input
                type="checkbox"
                aria-label={`Say it on ${rowName(row, workspaceOf(row))}`}
                checked={!isGone && !left.has(row.link)}
                disabled={isGone || row.says.length === 0}
                onChange={(event) => store.getState().tickHaltRow(row.link, event.currentTarget.checked)}
              />
              <button
                type="button"
                className="link-name"
                aria-pressed={table.selected === row.link}
                onClick={() => store.getState().selectHaltRow(row.link)}
              >
                <Chip protocol={row.protocol} />{' '}
                <span className="cut">
                  <VisibleText text={rowName(row, workspaceOf(row))} />
                </span>
              </button>
              <span className="mid">
                {isGone
                  ? 'no longer there'
                  : row.says.length === 0
                    ? sayingNothing(row)
                    : `says ${counted(row.says.length, 'text')} in ${nameList(placesOf(row.says))}`}
              </span>
              {row.starts.map((part) => (
                <label key={part.key} className="start">
                  <input
                    type="checkbox"
                    checked={starts.has(part.key)}
                    onChange={(event) => store.getState().tickStart(part.key, event.currentTarget.checked)}
                  />
                  <span>
                    Start <VisibleText text={part.what} /> again{' '}
                    {part.note !== undefined && (
                      <span className="dim">
                        <VisibleText text={part.note} />
                      </span>
                    )}
                  </span>
                </label>
              ))}
            </li>
          ))}
        </ul>
        <Beyond beyond={table.beyond} level={halt?.level ?? 'stop'} stage="resume" />
        {ended.length > 0 && <p className="small mid">It will not restart {nameList(ended, 6)}.</p>}
        {startable.size > starts.size && (
          <p className="small mid">What is not ticked stays stopped; you can start it later in its own view.</p>
        )}
        {(fault !== undefined || !isLive) && <FieldFault fault={fault ?? { code: 'unavailable', message: notLive }} />}
      </div>
      <HaltTexts rows={there} selected={table.selected} />
      <footer>
        <span className="end" />
        <button type="button" className="btn" data-autofocus onClick={closeHaltDialog}>
          Cancel <kbd>Esc</kbd>
        </button>
        <button
          type="button"
          className="btn primary"
          aria-disabled={!isReady}
          aria-busy={isBusy}
          onClick={() => {
            if (isReady) void confirmHaltDialog()
          }}
        >
          <Play className="i" aria-hidden="true" /> {actWords(isUntold ? 0 : linksOf(table).length)}
        </button>
      </footer>
    </ModalFrame>
  )
}

function sayingNothing({ cannot: { why } }: HaltRow): string {
  return why === undefined ? 'says nothing' : `says nothing: ${visibleString(why)}`
}

function actWords(links: number): string {
  return links === 0 ? 'Resume, telling nobody' : `Resume on ${counted(links, 'link')}`
}
