import type { InboxPlace } from './slices.ts'
import type { MessageList } from '../pure/api.ts'
import type { MailboxRow, SwitchboardView } from '../pure/view.ts'
import { AgentName } from '../../../renderer/features/common/agent-name.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { count } from '../../../renderer/ui/time.ts'
import { visibleString } from '../../../renderer/ui/visible-text.tsx'
import { useSwitchboard } from './slices.ts'

interface MailboxSectionProps {
  readonly link: string
  readonly view: SwitchboardView
  readonly place: InboxPlace
  /** Lower case; empty: all of them. */
  readonly words: string
}

/** Every mailbox with its counts of new, read, acknowledged and overdue messages. A number opens exactly those messages. */
export function MailboxSection({ link, view, place, words }: MailboxSectionProps): React.JSX.Element {
  const rows = view.mailboxes.filter((row) => words === '' || row.name.toLowerCase().includes(words))
  return (
    <section aria-label="Mailboxes">
      <div className="sect boxes">
        <h2>Mailboxes</h2>
        <span className="c" aria-hidden="true">
          new
        </span>
        <span className="c" aria-hidden="true">
          read
        </span>
        <span className="c" aria-hidden="true">
          ack
        </span>
        <span className="c" aria-hidden="true">
          late
        </span>
      </div>
      {view.mailboxes.length === 0 && <p className="list-hint">No messages yet.</p>}
      {view.mailboxes.length > 0 && rows.length === 0 && <p className="list-hint">No matching mailboxes.</p>}
      <ul>
        {rows.map((row) => (
          <Mailbox key={row.name} link={link} row={row} place={place} />
        ))}
      </ul>
      {view.more > 0 && <p className="list-hint">{count(view.more)} more mailboxes not shown.</p>}
    </section>
  )
}

interface MailboxProps {
  readonly link: string
  readonly row: MailboxRow
  readonly place: InboxPlace
}

function Mailbox({ link, row, place }: MailboxProps): React.JSX.Element {
  const openInbox = useSwitchboard((state) => state.openInbox)
  const isOn = place.kind === 'mailbox' && place.name === row.name
  const twins = row.twins.map((twin) => `, also spelled ${twin}`).join('')
  return (
    <li className={`li boxes ${isOn ? 'on' : ''} ${row.new > 0 ? 'unread' : ''}`}>
      <button
        type="button"
        className="plain name"
        aria-current={isOn ? 'true' : undefined}
        title={visibleString(`${row.name}${row.isOperator ? ', yours' : ''}${twins}`)}
        onClick={() => openInbox({ kind: 'mailbox', name: row.name })}
      >
        <AgentName source={link} name={row.name} />
        {row.twins.length > 0 && <span className="dim meta cut">+ {visibleString(row.twins.join(', '))}</span>}
      </button>
      <Count row={row} group="new" value={row.new} word="new" />
      <Count row={row} group="read" value={row.read} word="read, not acknowledged" />
      <Count row={row} group="acked" value={row.acked} word="acknowledged" />
      <Count row={row} group="overdue" value={row.overdue} word="overdue" />
    </li>
  )
}

interface CountProps {
  readonly row: MailboxRow
  readonly group: MessageList
  readonly value: number
  readonly word: string
}

function Count({ row, group, value, word }: CountProps): React.JSX.Element {
  const openInbox = useSwitchboard((state) => state.openInbox)
  if (value === 0) return <span className="c n">–</span>
  const shown = value > 9_999 ? '9999+' : String(value)
  return (
    <button
      type="button"
      className={`plain c n ${group === 'overdue' ? 'lost' : ''}`}
      aria-label={`${shown} ${word} for ${visibleString(row.name)}`}
      onClick={() => openInbox({ kind: 'mailbox', name: row.name, group })}
    >
      {group === 'overdue' && <Glyph shape="over" />}
      {shown}
    </button>
  )
}
