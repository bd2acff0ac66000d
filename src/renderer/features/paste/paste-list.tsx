import { useState } from 'react'
import { useNow } from '../state/clock.ts'
import type { Desk } from '../../../protocols/codingagent/screen/session-state.ts'
import { useDesks, useOpenDesk } from '../../../protocols/codingagent/screen/use-open-session.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { count } from '../../ui/time.ts'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import { NewSessionButton } from '../../../protocols/codingagent/screen/new-session-button.tsx'
import { PromptList } from '../../../protocols/jaibber/screen/paste/prompt-list.tsx'
import { SessionItem } from '../../../protocols/codingagent/screen/session-item.tsx'
import './paste.css'
import { ListHead } from '../conversations/list-head.tsx'
import { useApp } from '../state/store.ts'

/** The list pane of the paste desk: sessions that are open and done, by session home where there are several. */
export function SessionList(): React.JSX.Element {
  const desks = useDesks()
  const [words, setWords] = useState<string>()
  return (
    <>
      <ListHead label="Filter sessions" placeholder="Filter by task or id" words={words} onWords={setWords}>
        {desks.length > 0 && <NewSessionButton />}
      </ListHead>
      <div className="scroll">
        <PromptList words={words?.trim().toLowerCase() ?? ''} />
        {desks.length === 0 && <p className="list-hint">This workspace has no session home.</p>}
        {desks.map((desk) => (
          <DeskSections key={desk.link.id} desk={desk} words={words?.trim().toLowerCase() ?? ''} isNamed={desks.length > 1} />
        ))}
      </div>
    </>
  )
}

interface DeskSectionsProps {
  readonly desk: Desk
  readonly words: string
  /** Whether the home has to be told from others. */
  readonly isNamed: boolean
}

function DeskSections({ desk, words, isNamed }: DeskSectionsProps): React.JSX.Element {
  const open = useOpenDesk()
  const fault = useApp((state) => (state.paste.fault?.at === 'list' ? state.paste.fault.fault : undefined))
  const now = useNow()
  const { link, view } = desk
  const rows = (view?.sessions ?? []).filter((row) => words === '' || row.task.toLowerCase().includes(words) || row.id.includes(words))
  const openId = open?.link.id === link.id ? open.row?.id : undefined
  const parts = [
    ['Open', rows.filter((row) => !row.isComplete)],
    ['Done', rows.filter((row) => row.isComplete)],
  ] as const
  return (
    <section aria-label={isNamed ? visibleString(link.name) : 'Sessions'}>
      {isNamed && (
        <h2 className="sect home" title={visibleString(view?.home ?? link.place)}>
          <span className="cut">
            <VisibleText text={link.name} />
          </span>
        </h2>
      )}
      {view === undefined && <p className="list-hint">{link.enabled ? visibleString(link.status.text) : 'This link is off.'}</p>}
      {view !== undefined && view.sessions.length === 0 && view.damaged.length === 0 && <p className="list-hint">No session yet.</p>}
      {view !== undefined && view.sessions.length > 0 && rows.length === 0 && <p className="list-hint">No task with these words.</p>}
      {parts.map(
        ([title, part]) =>
          part.length > 0 && (
            <div key={title} role="group" aria-label={title}>
              <h3 className="sect">
                {title} <span className="n">{part.length}</span>
              </h3>
              <ul>
                {part.map((row) => (
                  <SessionItem
                    key={row.id}
                    link={link.id}
                    row={row}
                    now={now}
                    isActive={row.id === view?.active}
                    sequence={row.id === openId ? open?.sequence : undefined}
                  />
                ))}
              </ul>
            </div>
          ),
      )}
      {(view?.more ?? 0) > 0 && <p className="list-hint">{count(view?.more ?? 0)} older sessions are not listed.</p>}
      {(view?.damaged.length ?? 0) > 0 && (
        <div role="group" aria-label="Damaged files">
          <h3 className="sect">
            Cannot be read <span className="n">{view?.damaged.length}</span>
          </h3>
          <ul>
            {view?.damaged.map((one) => (
              <li key={one.file} className="damaged">
                <span className="mono meta">
                  <VisibleText text={one.file} />
                </span>
                <FieldFault fault={one.fault} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {fault !== undefined && <FieldFault fault={fault} />}
    </section>
  )
}
