import { useState } from 'react'
import { baseAfter, type FeedItem } from './feed-items.ts'
import { firstBase } from './feed-window.ts'
import { feedItems } from '../state/folding.ts'
import { useApp } from '../state/store.ts'

interface ListedItems {
  readonly items: readonly FeedItem[]
  /** Index of the first item for the virtual list. */
  readonly base: number
}

/** The items of the feed with indexes that keep unchanged ones in place on the screen. */
export function useFeedItems(): ListedItems {
  const items = useApp(feedItems)
  const [listed, setListed] = useState<ListedItems>({ items, base: firstBase })
  if (listed.items === items) return listed
  // Set during rendering: the list must never see new items with an old index.
  const next = { items, base: baseAfter(listed.items, listed.base, items) }
  setListed(next)
  return next
}
