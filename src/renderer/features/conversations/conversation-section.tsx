import { Layers } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Conversation } from '../../../core/conversation.ts'
import type { Link } from '../../../core/link.ts'
import { everything } from '../../app/feed-filter.ts'
import { useApp } from '../../app/store.ts'
import { Chip } from '../../ui/chip.tsx'
import { count } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { ListItem, UnreadCount } from './list-item.tsx'
import { useStillOrder } from './use-still-order.ts'

const noConversations: readonly Conversation[] = []
const noLinks: readonly Link[] = []
/** Rows that are drawn before the operator asks for all. */
const shownAtFirst = 100

interface SectionProps {
  /** Lower-case words to filter by. */
  readonly words: string
  readonly isStill: boolean
}

/** Everything, every link, every conversation with its unread messages. */
export function ConversationSection({ words, isStill }: SectionProps): React.JSX.Element {
  const conversations = useApp((state) => state.state?.conversations ?? noConversations)
  const links = useApp((state) => state.state?.links ?? noLinks)
  const filter = useApp((state) => state.filter)
  const isFeed = useApp((state) => state.view === 'feed')
  const setFilter = useApp((state) => state.setFilter)
  const left = useApp((state) => state.state?.more?.conversations ?? 0)
  const [isAll, setAll] = useState(false)
  const byTime = useMemo(() => conversations.toSorted((a, b) => b.lastAt - a.lastAt || b.lastOrd - a.lastOrd), [conversations])
  const ordered = useStillOrder(byTime, keyOf, isStill)
  const found = words === '' ? ordered : ordered.filter((one) => one.key.toLowerCase().includes(words))
  const shown = isAll ? found : found.slice(0, shownAtFirst)
  const isWhole = isFeed && filter.source === undefined && filter.conversation === undefined && filter.agent === undefined
  const unreadOf = (source?: string): number =>
    conversations.reduce((sum, one) => sum + (source === undefined || one.source === source ? one.unread : 0), 0)
  return (
    <section aria-label="Conversations">
      <h2 className="sect">Conversations</h2>
      <ul>
        <ListItem isOn={isWhole} isUnread={unreadOf() > 0} onOpen={() => setFilter(everything)}>
          <Layers className="i" aria-hidden="true" />
          <span className="name cut">Everything</span>
          <UnreadCount value={unreadOf()} />
        </ListItem>
        {links.map((link) => (
          <ListItem
            key={link.id}
            isOn={isFeed && filter.source === link.id}
            isUnread={unreadOf(link.id) > 0}
            title={visibleString(link.place)}
            onOpen={() => setFilter({ source: link.id })}
          >
            <Chip protocol={link.protocol} />
            <span className="name cut">
              <VisibleText text={link.name} />
            </span>
            <UnreadCount value={unreadOf(link.id)} />
          </ListItem>
        ))}
        {shown.map((conversation) => (
          <ListItem
            key={conversation.id}
            isOn={isFeed && filter.conversation === conversation.id}
            isUnread={conversation.unread > 0}
            title={`${visibleString(conversation.key)}, ${count(conversation.count)} messages`}
            onOpen={() => setFilter({ conversation: conversation.id })}
          >
            <Chip protocol={conversation.protocol} />
            <span className="name cut">
              <VisibleText text={conversation.key} />
            </span>
            <UnreadCount value={conversation.unread} />
          </ListItem>
        ))}
      </ul>
      {found.length > shown.length && (
        <button type="button" className="li more" onClick={() => setAll(true)}>
          Show all {count(found.length)}
        </button>
      )}
      {left > 0 && <p className="list-hint">{count(left)} older ones are not listed. Search finds their messages.</p>}
    </section>
  )
}

function keyOf(conversation: Conversation): string {
  return conversation.id
}
