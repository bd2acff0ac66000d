import { ListFilter, Plus } from 'lucide-react'
import { useState } from 'react'
import { useApp } from '../../app/store.ts'
import { useBoards, useOpenBoard } from '../../app/use-board.ts'
import { CloseButton } from '../../ui/close-button.tsx'
import { visibleString } from '../../ui/visible-text.tsx'
import { WorkspaceMenu } from '../conversations/workspace-menu.tsx'
import './inboxes.css'
import { MailboxSection } from './mailbox-section.tsx'
import { DeadSection, RosterSection, ServerSection, TerminalSection, WorkflowSection } from './list-sections.tsx'

/** The list pane of the inboxes: mailboxes, who is there, dead letters, workflows, terminals, the MCP server. */
export function InboxList(): React.JSX.Element {
  const boards = useBoards()
  const open = useOpenBoard()
  const openInbox = useApp((state) => state.openInbox)
  const setDrawer = useApp((state) => state.setDrawer)
  const writeMail = useApp((state) => state.writeMail)
  const [words, setWords] = useState<string>()
  const view = open?.view
  return (
    <>
      <header className="head">
        <WorkspaceMenu />
        <span className="end" />
        <button
          type="button"
          className="btn ghost icon"
          title="Filter the list"
          aria-label="Filter the list"
          aria-expanded={words !== undefined}
          onClick={() => setWords(words === undefined ? '' : undefined)}
        >
          <ListFilter className="i" aria-hidden="true" />
        </button>
        {view?.exists === true && (
          <button type="button" className="btn ghost icon" title="New message  c" aria-label="New message" onClick={() => writeMail()}>
            <Plus className="i" aria-hidden="true" />
          </button>
        )}
        <CloseButton className="only-small" onClose={() => setDrawer(undefined)} />
      </header>
      {words !== undefined && (
        <div className="list-filter">
          <input
            className="in"
            type="search"
            aria-label="Filter mailboxes"
            placeholder="Filter by name"
            value={words}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the operator has just asked for this field
            autoFocus
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setWords(undefined)
            }}
          />
        </div>
      )}
      {boards.length > 1 && (
        <div className="list-filter">
          <select
            className="in"
            aria-label="Switchboard"
            value={open?.link.id}
            onChange={(event) => {
              const next = boards.find((board) => board.link.id === event.currentTarget.value)
              const box = next?.view?.mailboxes[0]
              openInbox(box === undefined ? { kind: 'server' } : { kind: 'mailbox', name: box.name }, next?.link.id)
            }}
          >
            {boards.map(({ link }) => (
              <option key={link.id} value={link.id}>
                {visibleString(link.name)}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="scroll">
        {open === undefined && <p className="list-hint">This workspace has no Switchboard.</p>}
        {open !== undefined && view === undefined && (
          <p className="list-hint">{open.link.enabled ? visibleString(open.link.status.text) : 'This link is off.'}</p>
        )}
        {open !== undefined && view !== undefined && (
          <>
            {view.exists && (
              <>
                <MailboxSection link={open.link.id} view={view} place={open.place} words={words?.trim().toLowerCase() ?? ''} />
                <RosterSection view={view} place={open.place} />
                <DeadSection view={view} place={open.place} />
                <WorkflowSection view={view} place={open.place} />
                <TerminalSection view={view} place={open.place} />
              </>
            )}
            <ServerSection link={open.link.id} view={view} place={open.place} />
          </>
        )}
      </div>
    </>
  )
}
