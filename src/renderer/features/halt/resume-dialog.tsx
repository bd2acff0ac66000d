import { Play } from 'lucide-react'
import { useId } from 'react'
import type { HaltState } from '../../../core/halt.ts'
import { ModalFrame } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { counted } from '../../ui/time.ts'
import './halt.css'
import { useReadTime } from '../common/use-read-time.ts'
import { Beyond } from './halt-beyond.tsx'
import { isHaltChord } from './halt-chord.ts'
import { HaltTexts } from './halt-texts.tsx'
import { nameList, workspaceNames } from './halt-words.ts'
import { ResumeAsk } from './resume-ask.tsx'
import { ResumeRow } from './resume-row.tsx'
import { isResuming } from './state/in-force.ts'
import { linksOf } from './state/shown-table.ts'
import type { Resuming } from './state/halt-slice.ts'
import { notLive } from '../state/connection-words.ts'
import { useIsLive } from '../state/use-is-live.ts'
import { useApp, useStoreApi } from '../state/store.ts'

/** What Resume says and what it starts; *Cancel* has the focus, and the keys of Halt resume nothing: only a press on the button does. While RESUME is being said, they halt again. */
export function ResumeDialog({ table }: { readonly table: Resuming }): React.JSX.Element {
  const store = useStoreApi()
  const id = useId()
  const halt = useApp((state) => (state.state?.halt?.id === table.id ? state.state.halt : undefined))
  const workspaces = useApp((state) => state.workspaces)
  const isLive = useIsLive()
  const { closeHaltDialog, confirmHaltDialog, openHalt } = store.getState()
  const { rows, starts, fault, isBusy, changedAt, digest } = table
  const read = useReadTime(String(changedAt))
  const there = rows.flatMap(({ row, isGone }) => (isGone ? [] : [row]))
  const isReady = isLive && digest !== undefined && halt !== undefined && (changedAt === undefined || read.isOver)
  const startable = new Set(there.flatMap((row) => row.starts.map(({ key }) => key)))
  const ended = (halt?.rows ?? []).flatMap((row) =>
    row.ends.flatMap((part) => (part.step === 'done' && !startable.has(part.key) ? [part.what] : [])),
  )
  const workspaceOf = workspaceNames(there, workspaces)
  const isUntold = digest !== undefined && there.every(({ says }) => says.length === 0)
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
        <p role={changedAt === undefined ? undefined : 'alert'}>{aboutWords(halt, changedAt !== undefined, isUntold)}</p>
      </header>
      <div className="in-b">
        {halt?.ask !== undefined && <ResumeAsk ask={halt.ask} />}
        <ul className="resume-rows" aria-label="Links">
          {rows.map((shown) => (
            <ResumeRow key={shown.row.link} shown={shown} table={table} workspace={workspaceOf(shown.row)} />
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

function aboutWords(halt: HaltState | undefined, isChanged: boolean, isUntold: boolean): string {
  if (halt === undefined) return 'This halt is over.'
  if (isChanged) return 'The halt or its texts changed. Nothing has been said: look again, and at the marked rows.'
  if (isResuming(halt)) return 'Resume was begun already, here or on another page. Its table says who has been told.'
  if (isUntold) return 'Nobody is told, and agents may act again.'
  return 'Everyone is told first, then agents may act again. Nothing has been sent.'
}

function actWords(links: number): string {
  return links === 0 ? 'Resume, telling nobody' : `Resume on ${counted(links, 'link')}`
}
