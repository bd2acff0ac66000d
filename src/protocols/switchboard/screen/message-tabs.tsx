import type { Finding } from '../../../core/lint.ts'
import type { MessageDetail } from '../pure/api.ts'
import { AgentName } from '../../../renderer/features/common/agent-name.tsx'
import { CopyButton } from '../../../renderer/features/common/copy-button.tsx'
import { WholeText } from '../../../renderer/ui/raw-text.tsx'
import { clockTime, sizeText } from '../../../renderer/ui/time.ts'
import { LineText } from '../../../renderer/ui/line-text.tsx'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { FindingList } from '../../../renderer/features/inspector/finding-list.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { useSwitchboard } from './slices.ts'

/** The file as it is. */
export function RawTab({ detail }: { readonly detail: MessageDetail }): React.JSX.Element {
  const { raw, row } = detail
  return (
    <>
      <h3>
        <span className="mono meta cut">
          <VisibleText text={row.file} />
        </span>
        <span className="end">
          <CopyButton text={raw} what="Raw text" />
        </span>
      </h3>
      <WholeText label="Raw text" text={raw} />
      <p className="small dim">
        {sizeText(new TextEncoder().encode(raw).length)}, written{' '}
        <VisibleText text={detail.createdAt === '' ? 'at an unknown time' : detail.createdAt} />
      </p>
    </>
  )
}

/** Findings of the protocol's rules. */
export function LintTab({ findings }: { readonly findings: readonly Finding[] }): React.JSX.Element {
  const rules = useApp((state) => state.protocols.find((one) => one.id === 'switchboard')?.lintRules)
  return <FindingList findings={findings} rules={rules} />
}

const textShown = 600

/** The thread of the message, oldest first. */
export function ThreadTab({ link, detail }: { readonly link: string; readonly detail: MessageDetail }): React.JSX.Element {
  const openInbox = useSwitchboard((state) => state.openInbox)
  const openMessage = useSwitchboard((state) => state.openMessage)
  const place = useSwitchboard((state) => state.inbox.place)
  if (detail.thread.length < 2) return <p className="small dim">Not a reply, and no replies to it.</p>
  return (
    <ol className="thread">
      {detail.thread.map((row) => (
        <li key={`${row.mailbox} ${row.id}`} className={row.id === detail.row.id ? 'on' : ''}>
          <button
            type="button"
            className="plain"
            aria-current={row.id === detail.row.id ? 'true' : undefined}
            onClick={() => {
              // A reply to a message is in another mailbox.
              if (place?.kind !== 'mailbox' || place.name !== row.mailbox) openInbox({ kind: 'mailbox', name: row.mailbox })
              openMessage({ mailbox: row.mailbox, id: row.id })
            }}
          >
            <span className="top">
              <AgentName source={link} name={row.sender} />
              <time className="t">{clockTime(row.at)}</time>
            </span>
            <span className="said">
              <LineText text={row.text.slice(0, textShown)} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
