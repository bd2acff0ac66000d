import { useShownSwitchboard, useOpenSwitchboard } from './use-open-switchboard.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import { DeadPane } from './dead-pane.tsx'
import { NoSwitchboard, NoFolder } from './empty-inboxes.tsx'
import './inboxes.css'
import { MailboxPane } from './mailbox-pane.tsx'
import { PaneHead } from './pane-head.tsx'
import { RosterPane } from './roster-pane.tsx'
import { ServerPane } from './server-pane.tsx'
import { TerminalPane } from './terminal-pane.tsx'
import { WorkflowsPane } from './workflows-pane.tsx'

/** The inboxes: one mailbox, the dead letters, the roster, the workflows, a terminal, or the MCP server. */
export function InboxesView(): React.JSX.Element {
  const open = useOpenSwitchboard()
  const switchboard = useShownSwitchboard()
  if (switchboard?.view.exists === true) return <Place switchboard={switchboard} />
  return (
    <>
      <PaneHead title="Inboxes" />
      <div className="scroll">{switchboard === undefined ? <NoSwitchboard open={open} /> : <NoFolder switchboard={switchboard} />}</div>
    </>
  )
}

function Place({ switchboard }: { readonly switchboard: ShownSwitchboard }): React.JSX.Element {
  const { place } = switchboard
  switch (place.kind) {
    case 'mailbox':
      return <MailboxPane key={place.name} switchboard={switchboard} name={place.name} group={place.group} />
    case 'dead':
      return <DeadPane switchboard={switchboard} reason={place.reason} />
    case 'roster':
      return <RosterPane switchboard={switchboard} team={place.team} />
    case 'workflows':
      return <WorkflowsPane switchboard={switchboard} />
    case 'terminal':
      return <TerminalPane key={place.name} switchboard={switchboard} name={place.name} />
    default:
      return <ServerPane switchboard={switchboard} />
  }
}
