import { Layers } from 'lucide-react'
import { useMemo } from 'react'
import type { Conversation } from '../../../core/conversation.ts'
import type { Link } from '../../../core/link.ts'
import { everything } from '../../app/feed-filter.ts'
import { silentProjects, teamsOf } from '../../app/teams.ts'
import { useApp } from '../../app/store.ts'
import { Chip } from '../../ui/chip.tsx'
import { count } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { ListItem, UnreadCount } from './list-item.tsx'
import { Pairs } from './pairs.tsx'

const noConversations: readonly Conversation[] = []
const noLinks: readonly Link[] = []
interface SectionProps {
  /** Lower-case words to filter by. */
  readonly words: string
  readonly isStill: boolean
}

/** Everything, every link, and under it its conversations with their unread messages. */
export function ConversationSection({ words, isStill }: SectionProps): React.JSX.Element {
  const spoken = useApp((state) => state.state?.conversations ?? noConversations)
  const teams = useApp(teamsOf)
  const conversations = useMemo(() => [...spoken, ...silentProjects(teams, spoken)], [spoken, teams])
  const links = useApp((state) => state.state?.links ?? noLinks)
  const filter = useApp((state) => state.filter)
  const isFeed = useApp((state) => state.view === 'feed')
  const setFilter = useApp((state) => state.setFilter)
  const left = useApp((state) => state.state?.more?.conversations ?? 0)
  const isWhole = isFeed && filter.source === undefined && filter.conversation === undefined && filter.agent === undefined
  const orphans = conversations.filter((one) => links.every((link) => link.id !== one.source))
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
            below={<Pairs conversations={conversations.filter((one) => one.source === link.id)} words={words} isStill={isStill} />}
          >
            <Chip protocol={link.protocol} />
            <span className="name cut">
              <VisibleText text={link.name} />
            </span>
            <UnreadCount value={unreadOf(link.id)} />
          </ListItem>
        ))}
        {orphans.length > 0 && (
          <li>
            <Pairs conversations={orphans} words={words} isStill={isStill} hasChips />
          </li>
        )}
      </ul>
      {left > 0 && <p className="list-hint">{count(left)} older ones are not listed. Search finds their messages.</p>}
    </section>
  )
}
