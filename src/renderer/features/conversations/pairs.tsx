import { useMemo, useState } from 'react'
import type { Conversation } from '../../../core/conversation.ts'
import { useApp } from '../../app/store.ts'
import { Chip } from '../../ui/chip.tsx'
import { count } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { ListItem, UnreadCount } from './list-item.tsx'
import { ProjectMarks } from '../projects/project-marks.tsx'
import { useStillOrder } from './use-still-order.ts'
import { Signs } from '../../ui/signs.tsx'

/** The latest ones are drawn before the operator asks for all, so that the agents below stay in sight; … */
const shownAtFirst = 10
/** … a few more than that are not worth a button; … */
const slack = 3
/** … and as many that have something to read or match the filter. */
const shownMore = 100

interface PairsProps {
  readonly conversations: readonly Conversation[]
  /** Lower-case words to filter by. */
  readonly words: string
  readonly isStill: boolean
  /** Their link is gone and no longer stands above them: each says how it came. */
  readonly hasChips?: boolean
}

/** The conversations of one link, under its row, the latest first. */
export function Pairs({ conversations, words, isStill, hasChips = false }: PairsProps): React.JSX.Element | null {
  const chosen = useApp((state) => (state.view === 'feed' ? state.filter.conversation : undefined))
  const setFilter = useApp((state) => state.setFilter)
  const [isAll, setAll] = useState(false)
  const byTime = useMemo(() => conversations.toSorted((a, b) => b.lastAt - a.lastAt || b.lastOrd - a.lastOrd), [conversations])
  const ordered = useStillOrder(byTime, keyOf, isStill)
  const found = words === '' ? ordered : ordered.filter((one) => titleOf(one).toLowerCase().includes(words))
  const always = found.length <= shownAtFirst + slack ? found.length : shownAtFirst
  const isWanted = (one: Conversation, at: number): boolean =>
    at < always || one.id === chosen || (at < shownMore && (words !== '' || one.unread > 0))
  const shown = isAll ? found : found.filter(isWanted)
  if (found.length === 0) return null
  return (
    <ul className={hasChips ? undefined : 'below'}>
      {shown.map((conversation) => (
        <ListItem
          key={conversation.id}
          isOn={chosen === conversation.id}
          isUnread={conversation.unread > 0}
          title={`${visibleString(conversation.key)}, ${count(conversation.count)} messages`}
          onOpen={() => setFilter({ conversation: conversation.id })}
        >
          {hasChips && <Chip protocol={conversation.protocol} />}
          <span className="name cut">
            <Signs text={titleOf(conversation)} />
          </span>
          <ProjectMarks link={conversation.source} project={conversation.key} />
          <UnreadCount value={conversation.unread} />
        </ListItem>
      ))}
      {(isAll ? found.length > always : found.length > shown.length) && (
        <li>
          <button type="button" className="li more" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Show fewer' : `Show all ${count(found.length)}`}
          </button>
        </li>
      )}
    </ul>
  )
}

function titleOf(conversation: Conversation): string {
  return conversation.topic ?? conversation.key
}

function keyOf(conversation: Conversation): string {
  return conversation.id
}
