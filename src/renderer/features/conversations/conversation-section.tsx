import { CheckCheck, FoldVertical, ListFilter, UnfoldVertical } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { Conversation } from '../../../core/conversation.ts'
import type { Link } from '../../../core/link.ts'
import { useNow } from '../state/clock.ts'
import { silentConversations } from '../state/places.ts'
import { count } from '../../ui/time.ts'
import { ConversationTree } from './conversation-tree.tsx'
import { SectionHead } from './section-head.tsx'
import { arrivals, treeRows } from './tree-rows.ts'
import { UnreadBelow } from './unread-below.tsx'
import { useHeld, useStillOrder } from './use-still-order.ts'
import { useApp } from '../state/store.ts'

const noLinks: readonly Link[] = []
const sectionId = 'section:conversations'
const everyMs = 30_000

interface SectionProps {
  /** Lower-case words to filter by. */
  readonly words: string
  readonly isStill: boolean
}

/** Everything, pinned conversations, and every link with its conversations and unread counts. */
export function ConversationSection({ words, isStill }: SectionProps): React.JSX.Element {
  const workspace = useApp((state) => state.state)
  const screens = useApp((state) => state.screens)
  const links = useApp((state) => state.state?.links ?? noLinks)
  const pinned = useApp((state) => state.settings.pinned)
  const open = useApp((state) => state.listOpen)
  const unreadOnly = useApp((state) => state.unreadOnly)
  const chosen = useApp((state) => (state.view === 'feed' ? state.filter.conversation : undefined))
  const left = useApp((state) => state.state?.more?.conversations ?? 0)
  const setListOpen = useApp((state) => state.setListOpen)
  const setUnreadOnly = useApp((state) => state.setUnreadOnly)
  const listArrived = useApp((state) => state.listArrived)
  const forYou = useApp((state) => state.state?.forYou ?? 0)
  const now = useNow(everyMs)
  const markAllRead = useApp((state) => state.markAllRead)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const all = useMemo(
    () =>
      [...(workspace?.conversations ?? []), ...silentConversations({ state: workspace, screens })].toSorted(
        (a, b) => b.lastAt - a.lastAt || b.lastOrd - a.lastOrd,
      ),
    [workspace, screens],
  )
  const conversations = useStillOrder(all, keyOf, isStill)
  useEffect(() => listArrived(arrivals(all)), [all, listArrived])

  const base = { conversations, links, pinned, words, unreadOnly, forYou, open, now }
  const kept = chosen === undefined ? [] : [chosen]
  const held = useHeld(() => treeRows({ ...base, kept: new Set(kept) }).map((row) => row.id), isStill)
  const rows = treeRows({ ...base, kept: new Set([...kept, ...(held ?? [])]) })
  const isOpen = words !== '' || open.get(sectionId) !== false
  const hasUnread = all.some((one) => one.unread > 0)
  const groups = rows.filter((row) => row.kind === 'group')
  const hasOpen = groups.some((row) => row.isOpen)
  const Fold = hasOpen ? FoldVertical : UnfoldVertical
  return (
    <section className={isOpen ? 'sec grow' : 'sec'} aria-label="Conversations" data-pane="conversations">
      <SectionHead id={sectionId} title="Conversations" value={all.length} isOpen={isOpen}>
        <button
          type="button"
          className="btn ghost mini"
          title="Unread only"
          aria-label="Unread only"
          aria-pressed={unreadOnly}
          onClick={() => setUnreadOnly(!unreadOnly)}
        >
          <ListFilter className="i" aria-hidden="true" />
        </button>
        {hasUnread && (
          <button
            type="button"
            className="btn ghost mini"
            title="Mark all read  ⇧U"
            aria-label="Mark all read"
            onClick={() => void markAllRead()}
          >
            <CheckCheck className="i" aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className="btn ghost mini"
          title={hasOpen ? 'Fold all' : 'Unfold all'}
          aria-label={hasOpen ? 'Fold all' : 'Unfold all'}
          onClick={() =>
            setListOpen(
              groups.map((row) => row.id),
              !hasOpen,
            )
          }
        >
          <Fold className="i" aria-hidden="true" />
        </button>
      </SectionHead>
      {isOpen && (
        <>
          <div className="sec-l scroll" ref={setScroller}>
            <ConversationTree rows={rows} now={now} />
            {unreadOnly && rows.length === 2 && <p className="list-hint">No unread messages</p>}
            {left > 0 && <p className="list-hint">{count(left)} older ones are not listed. Use search to find their messages.</p>}
          </div>
          <UnreadBelow scroller={scroller} />
        </>
      )}
    </section>
  )
}

function keyOf(conversation: Conversation): string {
  return conversation.id
}
