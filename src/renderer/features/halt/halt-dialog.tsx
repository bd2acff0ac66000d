import { isActive } from '../../../api/simulations.ts'
import { Octagon } from 'lucide-react'
import { useId } from 'react'
import type { HaltScope } from '../../../core/halt.ts'
import { notLive } from '../state/connection-words.ts'
import { useIsLive } from '../state/use-is-live.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { ModalFrame } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { isTyping } from '../../ui/keys.ts'
import { count, counted } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import './halt.css'
import { isHaltChord } from './halt-chord.ts'
import { Beyond } from './halt-beyond.tsx'
import { HaltTable } from './halt-table.tsx'
import { HaltTexts } from './halt-texts.tsx'
import { levelWords, nameList, namesOf, scopeWords } from './halt-words.ts'
import { isUnread, linksOf } from './state/shown-table.ts'
import type { Halting } from './state/halt-slice.ts'
import { useReadTime } from '../common/use-read-time.ts'

/**
 * What a halt does and says, before it does it. *Cancel* has the focus, so an Enter typed for something else halts nothing; the keys that opened it halt. What
 * ends and what is refused acts at the first press; texts that have changed since wait for a second look.
 */
export function HaltDialog({ table }: { readonly table: Halting }): React.JSX.Element {
  const store = useStoreApi()
  const id = useId()
  const workspaces = useApp((state) => state.workspaces)
  const isLive = useIsLive()
  const { scope, level, reason, rows, isBusy, isAsked, fault, changedAt } = table
  const isChanged = changedAt !== undefined
  const read = useReadTime(String(changedAt))
  const { closeHaltDialog, changeHalt, confirmHaltDialog } = store.getState()
  const halt = (): void => {
    if (isLive) void confirmHaltDialog()
  }
  const simulated = useApp(({ simulation: run }) => (endsSimulation(table) && isActive(run) ? run.title : undefined))
  const there = rows.flatMap(({ row, isGone }) => (isGone ? [] : [row]))
  const isWaiting = isChanged && !read.isOver

  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (isHaltChord(event.nativeEvent)) {
      event.preventDefault()
      event.stopPropagation()
      // A key that is held down halts nothing.
      if (!event.repeat) halt()
      return
    }
    const chosen = levelWords.find(({ key }) => key === event.key)
    if (chosen === undefined || isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (chosen.level !== 'cut' || scope.kind !== 'agents') changeHalt({ level: chosen.level })
  }

  return (
    <ModalFrame className="dlg halt" role="alertdialog" labelledBy={id} onClose={closeHaltDialog} onKeyDown={onKeyDown}>
      <header>
        <h2 id={id}>
          {isChanged ? (level === 'ask' ? 'The texts changed' : 'Halted. The texts changed') : `Halt ${scopeWords(scope, workspaces)}?`}
        </h2>
        <p role={isChanged ? 'alert' : undefined}>
          {isChanged ? 'Review the marked rows: nothing is sent until you confirm.' : aboutWords(namesOf(there, ({ lost }) => lost))}
          {simulated !== undefined && !isChanged && (
            <>
              {' '}
              The simulation “<VisibleText text={simulated} />” ends, too.
            </>
          )}
        </p>
        {!isChanged && <ScopeSelect table={table} />}
      </header>
      {!isChanged && (
        <div className="levels" role="radiogroup" aria-label="Level">
          {levelWords.map((each) => (
            <label key={each.level} className={level === each.level ? 'on' : undefined}>
              <input
                type="radio"
                name={`${id}-level`}
                aria-label={each.label}
                aria-describedby={`${id}-${each.level}`}
                checked={level === each.level}
                disabled={each.level === 'cut' && scope.kind === 'agents'}
                onChange={() => changeHalt({ level: each.level })}
              />
              <span>
                <b className="med">{each.label}</b> <kbd>{each.key}</kbd>
                <span className="dim" id={`${id}-${each.level}`}>
                  {each.level === 'cut' && scope.kind === 'agents'
                    ? 'For everyone only: a link cannot be left for some agents.'
                    : each.what}
                </span>
              </span>
            </label>
          ))}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll */}
      <div className="halt-rows" tabIndex={0} role="region" aria-label="Links" aria-busy={table.digest === undefined}>
        <HaltTable table={table} />
      </div>
      <Beyond beyond={table.beyond} level={level} stage={isChanged ? 'after' : 'before'} />
      <HaltTexts rows={there} selected={table.selected} />
      {(fault !== undefined || !isLive) && (
        <div className="halt-fault">
          <FieldFault fault={fault ?? { code: 'unavailable', message: notLive }} />
        </div>
      )}
      <footer>
        {!isChanged && (
          <input
            className="in why"
            aria-label="Reason to include"
            placeholder="Reason to include (optional)"
            maxLength={200}
            value={reason}
            onChange={(event) => changeHalt({ reason: event.currentTarget.value })}
          />
        )}
        <span className="end" />
        <button type="button" className="btn" data-autofocus onClick={closeHaltDialog}>
          {isChanged ? 'Say nothing' : 'Cancel'} <kbd>Esc</kbd>
        </button>
        <button
          type="button"
          className="btn danger"
          aria-disabled={!isLive || isWaiting}
          aria-busy={isBusy || isAsked}
          onClick={() => halt()}
        >
          <Octagon className="i" aria-hidden="true" /> {actWords(table)}
        </button>
      </footer>
    </ModalFrame>
  )
}

/** What is played for rehearsal ends with everything. */
function endsSimulation({ scope, level }: Halting): boolean {
  return scope.kind === 'all' && level !== 'ask'
}

function aboutWords(lost: readonly string[]): React.ReactNode {
  if (lost.length === 0) return 'Nothing has been sent.'
  return (
    <>
      Nothing has been sent. <Glyph shape="lost" /> {nameList(lost)} {lost.length === 1 ? 'is' : 'are'} lost and won’t hear it.
    </>
  )
}

/** `Halt on 5 links`: as many as are ticked. */
function actWords(table: Halting): string {
  const links = linksOf(table).length
  if (table.changedAt !== undefined) return `Say it on ${counted(links, 'link')}`
  const verb = table.level === 'ask' ? 'Ask' : table.level === 'cut' ? 'Cut' : 'Halt'
  // The press counts also before the table is read.
  if (isUnread(table)) return verb
  return links === 0 ? `${verb}, telling nobody` : `${verb} on ${count(links)} ${links === 1 ? 'link' : 'links'}`
}

/** Everything, one workspace, or the agents that it was opened for. */
function ScopeSelect({ table }: { readonly table: Halting }): React.JSX.Element {
  const id = useId()
  const workspace = useApp((state) => state.workspace)
  const workspaces = useApp((state) => state.workspaces)
  const { offered } = table
  const change = useApp((state) => state.changeHalt)
  const scopes: HaltScope[] = [
    { kind: 'all' },
    ...(workspace === undefined ? [] : [{ kind: 'workspace', workspace } as const]),
    ...(offered.kind === 'agents' || (offered.kind === 'workspace' && offered.workspace !== workspace) ? [offered] : []),
  ]
  const at = scopes.findIndex((scope) => JSON.stringify(scope) === JSON.stringify(table.scope))
  return (
    <span className="scope">
      <label className="sr" htmlFor={id}>
        For
      </label>
      <select
        id={id}
        className="in"
        value={String(at)}
        onChange={(event) => {
          const scope = scopes[Number(event.currentTarget.value)]
          if (scope !== undefined) change({ scope, ...(scope.kind === 'agents' && table.level === 'cut' && { level: 'stop' }) })
        }}
      >
        {scopes.map((scope, index) => (
          <option key={JSON.stringify(scope)} value={String(index)}>
            {scope.kind === 'all' ? 'Everything' : scopeWords(scope, workspaces)}
          </option>
        ))}
      </select>
    </span>
  )
}
