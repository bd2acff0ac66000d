import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import { messageLists } from '../pure/api.ts'
import type { MessageList } from '../pure/api.ts'
import { AgentName } from '../../../renderer/features/common/agent-name.tsx'
import { Chip } from '../../../renderer/features/common/chip.tsx'
import { ChoiceMenu } from '../../../renderer/ui/choice-menu.tsx'
import { counted } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { KeeperNote } from './keeper-note.tsx'
import { groupWords } from './message-group.tsx'
import { MailboxMessages } from './mailbox-messages.tsx'
import { PaneHead } from './pane-head.tsx'
import { useStoreApi } from '../../../renderer/features/state/store.ts'
import { switchboardOf, useSwitchboard } from './slices.ts'

interface MailboxPaneProps {
  readonly switchboard: ShownSwitchboard
  readonly name: string
  readonly group: MessageList | undefined
}

/** One mailbox: its messages by state, its dead letters below. */
export function MailboxPane({ switchboard, name, group }: MailboxPaneProps): React.JSX.Element {
  const writeMessage = useSwitchboard((state) => state.writeMessage)
  const { link, view } = switchboard
  const box = view.mailboxes.find((row) => row.name === name)
  const total = box === undefined ? 0 : box.failed + box.new + box.read + box.acked + box.done
  const letters = view.deadLetters.filter((letter) => letter.recipient.toLowerCase() === name.toLowerCase()).length
  useMessages(JSON.stringify([link.id, name, group, box]))
  return (
    <>
      <PaneHead title={<AgentName source={link.id} name={name} className="ink" />}>
        <Chip protocol="switchboard" />
        <span className="sub">{counted(total, 'message')}</span>
        <span className="sub mono meta cut wide" title={visibleString(`${view.folder}/inbox/${name}`)}>
          <VisibleText text={`${view.folder}/inbox/${name}`} />
        </span>
        <span className="end" />
        <GroupMenu name={name} group={group} />
        <button
          type="button"
          className="btn ghost icon"
          title={`New message to ${visibleString(name)}  c`}
          aria-label={`New message to ${visibleString(name)}`}
          onClick={() => writeMessage({ target: { kind: 'agent', name } })}
        >
          <Plus className="i" aria-hidden="true" />
        </button>
      </PaneHead>
      <KeeperNote view={view} />
      {total === 0 && letters === 0 ? (
        <NoMessages name={name} isOperator={box?.isOperator === true} />
      ) : (
        <MailboxMessages switchboard={switchboard} mailbox={name} />
      )}
    </>
  )
}

/** Fetches the mailbox when it is opened, when one of its counts changes, and when the operator returns. */
function useMessages(key: string): void {
  const store = useStoreApi()
  useEffect(() => {
    switchboardOf(store.getState()).settleInbox()
    const again = (): void => void switchboardOf(store.getState()).loadMessages()
    again()
    window.addEventListener('focus', again)
    return () => window.removeEventListener('focus', again)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `key` says that the mailbox changed
  }, [key, store])
}

function GroupMenu({ name, group }: { readonly name: string; readonly group: MessageList | undefined }): React.JSX.Element {
  const openInbox = useSwitchboard((state) => state.openInbox)
  const options = [['all', 'All, by state'] as const, ...messageLists.map((list) => [list, groupWords[list]] as const)]
  return (
    <ChoiceMenu
      label="Filter messages"
      options={options}
      value={group ?? 'all'}
      onChange={(chosen) => openInbox({ kind: 'mailbox', name, ...(chosen !== 'all' && { group: chosen }) })}
    >
      {group === undefined ? 'By state' : groupWords[group]}
    </ChoiceMenu>
  )
}

function NoMessages({ name, isOperator }: { readonly name: string; readonly isOperator: boolean }): React.JSX.Element {
  const writeMessage = useSwitchboard((state) => state.writeMessage)
  return (
    <div className="scroll">
      <div className="empty">
        <h2>No messages</h2>
        <p>
          {isOperator ? (
            'Messages from agents stay here until you archive them.'
          ) : (
            <>
              Messages to <VisibleText text={name} /> stay here until they are archived.
            </>
          )}
        </p>
        {!isOperator && (
          <div className="acts">
            <button type="button" className="btn primary" onClick={() => writeMessage({ target: { kind: 'agent', name } })}>
              New message
            </button>
          </div>
        )}
      </div>
    </div>
  )
}
