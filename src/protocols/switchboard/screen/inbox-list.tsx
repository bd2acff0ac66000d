import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSwitchboardLinks, useOpenSwitchboard } from './use-open-switchboard.ts'
import { visibleString } from '../../../renderer/ui/visible-text.tsx'
import './inboxes.css'
import { MailboxSection } from './mailbox-section.tsx'
import { DeadSection, RosterSection, ServerSection, TerminalSection, WorkflowSection } from './list-sections.tsx'
import { ListHead } from '../../../renderer/features/conversations/list-head.tsx'
import { useSwitchboard } from './slices.ts'

/** The list pane of the inboxes: mailboxes, roster, dead letters, workflows, terminals and the MCP server. */
export function InboxList(): React.JSX.Element {
  const switchboards = useSwitchboardLinks()
  const open = useOpenSwitchboard()
  const openInbox = useSwitchboard((state) => state.openInbox)
  const writeMessage = useSwitchboard((state) => state.writeMessage)
  const [words, setWords] = useState<string>()
  const view = open?.view
  return (
    <>
      <ListHead label="Filter mailboxes" placeholder="Filter by name" words={words} onWords={setWords}>
        {view?.exists === true && (
          <button type="button" className="btn ghost icon" title="New message  c" aria-label="New message" onClick={() => writeMessage()}>
            <Plus className="i" aria-hidden="true" />
          </button>
        )}
      </ListHead>
      {switchboards.length > 1 && (
        <div className="list-filter">
          <select
            className="in"
            aria-label="Switchboard"
            value={open?.link.id}
            onChange={(event) => {
              const next = switchboards.find((switchboard) => switchboard.link.id === event.currentTarget.value)
              const box = next?.view?.mailboxes[0]
              openInbox(box === undefined ? { kind: 'server' } : { kind: 'mailbox', name: box.name }, next?.link.id)
            }}
          >
            {switchboards.map(({ link }) => (
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
