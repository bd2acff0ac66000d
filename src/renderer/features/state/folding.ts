import type { Event } from '../../../core/event.ts'
import { chatterKey, itemsOf, showsEvent, type FeedItem } from '../feed/feed-items.ts'
import type { AppState, MakeSlice } from '../screen.ts'
import type { FoldingSlice } from './slices.ts'
import { viewOf } from './screen-of.ts'

interface Listed {
  readonly parts: readonly unknown[]
  readonly items: readonly FeedItem[]
}
const listed = new WeakMap<readonly Event[], Listed>()

/** The items that the feed shows now; the same array while unchanged. Raw lines are never folded. */
export function feedItems(state: AppState): readonly FeedItem[] {
  const { openFolds, highlight, filter, feed } = state
  const parts = [openFolds, highlight, filter.raw, state.state?.views]
  const before = listed.get(feed.rows)
  if (before !== undefined && before.parts.every((part, index) => part === parts[index])) return before.items
  const items = itemsOf(
    feed.rows,
    (id) => id === highlight || openFolds.has(id),
    (event) => {
      if (filter.raw === true || event.body.kind !== 'notice') return undefined
      const folds = state.screens.get(event.protocol)?.placeParts?.folds
      return chatterKey(event, folds?.(viewOf(state, event.source), event.body.conversation) ?? 'chatter')
    },
  )
  listed.set(feed.rows, { parts, items })
  return items
}

/** The fold that contains an event, open or closed. */
export function foldOf(state: AppState, id: string | undefined): (FeedItem & { readonly kind: 'fold' }) | undefined {
  if (id === undefined) return undefined
  return feedItems(state).find((item) => item.kind === 'fold' && item.events.some((event) => event.id === id)) as
    | (FeedItem & { readonly kind: 'fold' })
    | undefined
}

/** Opens and closes folds in the feed. */
export const foldingSlice: MakeSlice<FoldingSlice> = (set, get) => ({
  openFolds: new Set(),
  toggleFold(id = get().selection) {
    const fold = foldOf(get(), id)
    const first = fold?.events[0]
    if (fold === undefined || first === undefined) return
    const next = new Set(get().openFolds)
    if (fold.isOpen) for (const event of fold.events) next.delete(event.id)
    else next.add(first.id)
    // Jumping to a row keeps its fold open.
    set((state) => ({
      openFolds: next,
      highlight: fold.events.some((event) => event.id === state.highlight) ? undefined : state.highlight,
    }))
    const { selection } = get()
    if (fold.isOpen && fold.events.some((event) => event.id === selection)) get().select(first.id)
  },
})

/** The position of the item that shows an event, -1 if there is none. */
export function itemPosition(items: readonly FeedItem[], id: string | undefined): number {
  return items.findIndex((item) => showsEvent(item, id))
}
