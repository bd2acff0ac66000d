import { useShownSwitchboard } from './use-open-switchboard.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import '../../../renderer/features/inspector/inspector.css'
import { AgentDetails } from './agent-details.tsx'
import { CloseDrawer } from '../../../renderer/features/common/close-drawer.tsx'
import { ConnectClient } from './connect-client.tsx'
import { DeadDetails } from './dead-details.tsx'
import { MessageInspector } from './message-inspector.tsx'
import { StartWorkflow } from './start-workflow.tsx'
import { useSwitchboard } from './slices.ts'

/** The right pane: the selection of the main pane, or the action that belongs to it. */
export function InboxInspector(): React.JSX.Element {
  const switchboard = useShownSwitchboard()
  const message = useSwitchboard((state) => state.inbox.message)
  if (switchboard?.view.exists !== true) return <NoMailbox canTurnOn={switchboard !== undefined} />
  const { place } = switchboard
  if (place.kind === 'mailbox' && message !== undefined && message.mailbox === place.name) {
    return <MessageInspector key={`${message.mailbox} ${message.id}`} switchboard={switchboard} message={message} />
  }
  return <Beside switchboard={switchboard} />
}

/** What would be here, and how to get there. */
function NoMailbox({ canTurnOn }: { readonly canTurnOn: boolean }): React.JSX.Element {
  return (
    <Plain title="Nothing selected">
      <p className="small dim">
        The text, delivery and replies of a message appear here when you select it in a mailbox.
        {canTurnOn && ' Turn on the MCP server, and each agent that registers gets one.'}
      </p>
    </Plain>
  )
}

function Beside({ switchboard }: { readonly switchboard: ShownSwitchboard }): React.JSX.Element {
  const letter = useSwitchboard((state) => state.inbox.deadLetter)
  const agent = useSwitchboard((state) => state.inbox.agent)
  const { place, view } = switchboard
  switch (place.kind) {
    case 'server':
      return (
        <Plain title="Connect a client">
          <ConnectClient />
        </Plain>
      )
    case 'workflows':
      return (
        <Plain title="Workflows">
          <StartWorkflow switchboard={switchboard} />
        </Plain>
      )
    case 'roster':
    case 'terminal': {
      const name = place.kind === 'terminal' ? place.name : agent
      const row = view.roster.find((one) => one.name === name)
      return (
        <Plain title={row === undefined ? 'No agent selected' : 'Registered as'}>
          {row === undefined ? (
            <p className="small dim">Select an agent to see its registration.</p>
          ) : (
            <AgentDetails key={row.name} switchboard={switchboard} row={row} />
          )}
        </Plain>
      )
    }
    default: {
      const found = view.deadLetters.find((one) => one.file === letter)
      if (found !== undefined) {
        return (
          <Plain title="Dead letter">
            <DeadDetails key={found.file} letter={found} />
          </Plain>
        )
      }
      if (place.kind === 'dead') {
        return (
          <Plain title="Nothing selected">
            <p className="small dim">Select a dead letter to see what is wrong with it, and to mend and redeliver it.</p>
          </Plain>
        )
      }
      return (
        <Plain title="Nothing selected">
          <p className="small dim">
            Select a message to see its text, delivery and replies.{' '}
            <span className="nowrap">
              <kbd>j</kbd> <kbd>k</kbd> move.
            </span>
          </p>
        </Plain>
      )
    }
  }
}

function Plain({ title, children }: { readonly title: string; readonly children: React.ReactNode }): React.JSX.Element {
  return (
    <>
      <header className="head">
        <span className="sub">{title}</span>
        <CloseDrawer />
      </header>
      <div className="insp">{children}</div>
    </>
  )
}
