import { useShownBoard, useOpenBoard } from './use-switchboard.ts'
import type { ShownBoard } from './use-switchboard.ts'
import { DeadPane } from './dead-pane.tsx'
import { NoBoard, NoFolder } from './empty-inboxes.tsx'
import './inboxes.css'
import { MailboxPane } from './mailbox-pane.tsx'
import { PaneHead } from './pane-head.tsx'
import { RosterPane } from './roster-pane.tsx'
import { ServerPane } from './server-pane.tsx'
import { TerminalPane } from './terminal-pane.tsx'
import { WorkflowsPane } from './workflows-pane.tsx'

/** The inboxes: one mailbox, the dead letters, the roster, the workflows, a terminal, or the MCP server. */
export function InboxesView(): React.JSX.Element {
  const open = useOpenBoard()
  const board = useShownBoard()
  if (board?.view.exists === true) return <Place board={board} />
  return (
    <>
      <PaneHead title="Inboxes" />
      <div className="scroll">{board === undefined ? <NoBoard open={open} /> : <NoFolder board={board} />}</div>
    </>
  )
}

function Place({ board }: { readonly board: ShownBoard }): React.JSX.Element {
  const { place } = board
  switch (place.kind) {
    case 'mailbox':
      return <MailboxPane key={place.name} board={board} name={place.name} group={place.group} />
    case 'dead':
      return <DeadPane board={board} reason={place.reason} />
    case 'roster':
      return <RosterPane board={board} team={place.team} />
    case 'workflows':
      return <WorkflowsPane board={board} />
    case 'terminal':
      return <TerminalPane key={place.name} board={board} name={place.name} />
    default:
      return <ServerPane board={board} />
  }
}
