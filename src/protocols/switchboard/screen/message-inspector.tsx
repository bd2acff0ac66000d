import { Tabs } from 'radix-ui'
import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { InboxTab, MessageKey } from './slices.ts'
import { useSwitchboardAnswer } from './use-open-switchboard.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import type { MessageDetail } from '../pure/api.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { CloseDrawer } from '../../../renderer/features/common/close-drawer.tsx'
import { LedgerSteps } from './ledger-steps.tsx'
import { forwardOf, replyTo, sendAgain } from './message-drafts.ts'
import { MessageTab } from './message-tab.tsx'
import { LintTab, RawTab, ThreadTab } from './message-tabs.tsx'
import { useStoreApi } from '../../../renderer/features/state/store.ts'
import { switchboardOf, useSwitchboard } from './slices.ts'

interface MessageInspectorProps {
  readonly switchboard: ShownSwitchboard
  readonly message: MessageKey
}

/** The selected message: text, file, ledger, lint and thread. Read-only. */
export function MessageInspector({ switchboard, message }: MessageInspectorProps): React.JSX.Element {
  const store = useStoreApi()
  const tab = useSwitchboard((state) => state.inboxTab)
  // Any change of the mailbox may have moved it on.
  const box = switchboard.view.mailboxes.find((row) => row.name === message.mailbox)
  const answer = useSwitchboardAnswer('message', { mailbox: message.mailbox, id: message.id }, JSON.stringify(box))
  const detail = answer?.ok === true ? answer.value : undefined
  return (
    <Tabs.Root className="tabs-root" value={tab} onValueChange={(value) => switchboardOf(store.getState()).setInboxTab(value as InboxTab)}>
      <header className="head">
        <Tabs.List className="tabs" aria-label="Inspector">
          <Tabs.Trigger value="message">Message</Tabs.Trigger>
          <Tabs.Trigger value="raw">Raw</Tabs.Trigger>
          <Tabs.Trigger value="ledger">Ledger</Tabs.Trigger>
          <Tabs.Trigger value="lint">
            Lint {detail !== undefined && detail.lint.length > 0 && <span className="n">{detail.lint.length}</span>}
          </Tabs.Trigger>
          <Tabs.Trigger value="thread">
            Thread {detail !== undefined && detail.thread.length > 1 && <span className="n">{detail.thread.length}</span>}
          </Tabs.Trigger>
        </Tabs.List>
        <CloseDrawer />
      </header>
      {detail === undefined ? (
        <div className="insp" aria-busy={answer === undefined}>
          {answer?.ok === false && <FieldFault fault={answer.fault} />}
        </div>
      ) : (
        <>
          <Tabs.Content className="insp" value="message">
            <MessageTab switchboard={switchboard} detail={detail} />
          </Tabs.Content>
          <Tabs.Content className="insp" value="raw">
            <RawTab detail={detail} />
          </Tabs.Content>
          <Tabs.Content className="insp" value="ledger">
            <LedgerSteps switchboard={switchboard} row={detail.row} isWhole />
          </Tabs.Content>
          <Tabs.Content className="insp" value="lint">
            <LintTab findings={detail.lint} />
          </Tabs.Content>
          <Tabs.Content className="insp" value="thread">
            <ThreadTab link={switchboard.link.id} detail={detail} />
          </Tabs.Content>
          <Acts detail={detail} operator={switchboard.view.operator} isReadOnly={switchboard.view.readOnly !== undefined} />
        </>
      )}
    </Tabs.Root>
  )
}

interface ActsProps {
  readonly detail: MessageDetail
  readonly operator: string
  readonly isReadOnly: boolean
}

function Acts({ detail, operator, isReadOnly }: ActsProps): React.JSX.Element {
  const actOnMessage = useSwitchboard((state) => state.actOnMessage)
  const writeMessage = useSwitchboard((state) => state.writeMessage)
  const fault = useSwitchboard((state) => (state.inbox.fault?.id === detail.row.id ? state.inbox.fault.fault : undefined))
  const { row } = detail
  const key = { mailbox: row.mailbox, id: row.id }
  const canAck = row.ledger.acked === undefined && row.box === 'inbox'
  const archive = (): void => void actOnMessage('archive', key)
  const items = [
    ...(canAck ? [['Archive', 'e', archive] as const] : []),
    ['Forward…', 'f', () => writeMessage(forwardOf(detail))] as const,
    ['Send again…', undefined, () => writeMessage(sendAgain(detail))] as const,
  ]
  return (
    <>
      {fault !== undefined && (
        <div className="server-note">
          <FieldFault fault={fault} />
        </div>
      )}
      <footer className="foot-acts">
        <button type="button" className="btn primary" disabled={isReadOnly} onClick={() => writeMessage(replyTo(detail, operator))}>
          Reply <kbd>r</kbd>
        </button>
        {canAck && (
          <button type="button" className="btn" disabled={isReadOnly} onClick={() => void actOnMessage('acknowledge', key)}>
            Acknowledge <kbd>a</kbd>
          </button>
        )}
        {row.box === 'inbox' && !canAck && (
          <button type="button" className="btn" disabled={isReadOnly} onClick={archive}>
            Archive <kbd>e</kbd>
          </button>
        )}
        <span className="end" />
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger asChild>
            <button type="button" className="btn ghost icon" title="More" aria-label="More" disabled={isReadOnly}>
              <Ellipsis className="i" aria-hidden="true" />
            </button>
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content className="menu" align="end" sideOffset={4} aria-label="More for this message">
              {items.map(([label, letter, run]) => (
                <DropdownMenu.Item key={label} className="mi" onSelect={run}>
                  {label} {letter !== undefined && <kbd>{letter}</kbd>}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      </footer>
    </>
  )
}
