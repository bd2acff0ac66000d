import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CalculateViewLocation, VirtuosoHandle } from 'react-virtuoso'
import type { FeedItem } from './feed-items.ts'
import { itemPosition } from '../state/folding.ts'
import { isFocusFree } from '../../ui/free-focus.ts'
import { dayName } from '../../ui/time.ts'
import { keepEnd, type EndKeeper, type Following } from './follow-end.ts'
import { visibleRows } from './visible-rows.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import type { AppStore } from '../state/store.ts'

/** Height of the day above the top row, with some space. */
const dayHeight = 32

/** What the virtual list needs to scroll as the feed does. */
export interface FeedScroll {
  readonly list: React.RefObject<VirtuosoHandle | null>
  /** Where it begins. */
  readonly start: { readonly index: number | 'LAST'; readonly align: 'center' | 'end' }
  /** The day above the top row, which is cut; undefined: it is not cut. */
  readonly topDay: string | undefined
  /** The list has its element now; undefined when it is removed. */
  attach(element: unknown): void
  /** All rows together have another height, px. */
  measured(height: number): void
  onScroll(): void
}

/** Follows the end until the operator scrolls away, scrolls to what is asked for, and reports which rows are on the screen. */
export function useFeedScroll(items: readonly FeedItem[]): FeedScroll {
  const store = useStoreApi()
  const rows = useApp((state) => state.feed.rows)
  const following = useApp((state) => state.following)
  const scroll = useApp((state) => state.scroll)
  const list = useRef<VirtuosoHandle>(null)
  const scroller = useRef<HTMLElement>(null)
  const keeper = useRef<EndKeeper>(null)
  const known = useRef(0) // height of all rows as the list has measured them
  const isMoving = useRef(false) // a frame for `look` is already requested
  // While following, the list is at its end, whatever was requested before.
  const answered = useRef<typeof scroll>(following && scroll?.to === 'event' ? scroll : undefined)
  // Created once: with another object the list forgets its heights, draws nothing for a moment, and scrolls there again.
  const [start] = useState(() => startOf(following ? undefined : scroll, items))
  const [topDay, setTopDay] = useState<string>()
  const latest = useRef(items)
  const lastOrd = rows.at(-1)?.ord

  /** Reads what is on screen: for the day at the top, and for what counts as seen. */
  const look = useCallback(() => {
    if (isMoving.current) return
    isMoving.current = true
    requestAnimationFrame(() => {
      isMoving.current = false
      const element = scroller.current
      const shown = element === null ? undefined : visibleRows(element)
      if (shown === undefined) return
      const { seen, inSight, now: clock } = store.getState()
      setTopDay(shown.isCut ? dayName(Number(shown.first.dataset.time), clock()) : undefined)
      seen(Number(shown.last.dataset.ord))
      inSight(shown.events)
    })
  }, [store])

  /** The rows or the viewport changed size. */
  const settle = useCallback(() => {
    keeper.current?.settle()
    look()
  }, [look])

  /**
   * The list calls this when rows are added or removed at its front, which is right, and, with a `behavior`, whenever the height of a row changes,
   * even below what is being read: those calls are ignored, `settle` does better.
   */
  const scrollBy = useCallback((options: ScrollToOptions | number = {}) => {
    const element = scroller.current
    if (element === null || typeof options === 'number' || options.behavior !== undefined) return
    const { scrollTop } = element
    element.scrollTop += options.top ?? 0
    keeper.current?.carry(element.scrollTop - scrollTop)
  }, [])

  const onScroll = useCallback(() => {
    keeper.current?.scrolled()
    look()
  }, [look])

  useLayoutEffect(() => {
    latest.current = items
  }, [items])

  /** The list has its element now; undefined when it is removed. */
  const attach = useCallback(
    (element: unknown) => {
      keeper.current?.end()
      scroller.current = element instanceof HTMLElement ? element : null
      keeper.current = scroller.current === null ? null : keepEnd(scroller.current, followingOf(store, known))
      if (scroller.current !== null) scroller.current.scrollBy = scrollBy
    },
    [store, scrollBy],
  )

  useLayoutEffect(() => {
    if (following) keeper.current?.toEnd()
    look()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- new rows are what it waits for
  }, [following, lastOrd, rows.length, look])

  useEffect(() => {
    if (scroll === undefined) return
    const isStale = scroll === answered.current
    answered.current = scroll
    if (isStale) return
    keeper.current?.leave()
    if (scroll.to === 'end') {
      keeper.current?.toEnd()
      return
    }
    const index = itemPosition(latest.current, scroll.id)
    if (index < 0) return
    if (!isInSight(scroll.id, scroller.current)) store.getState().pause('scroll')
    if (scroll.align === 'center') list.current?.scrollToIndex({ index, align: 'center' })
    else list.current?.scrollIntoView({ index, calculateViewLocation: belowDay })
    focusRow(scroll.id, () => store.getState().scroll === scroll)
  }, [scroll, store])

  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    // The composer grows and shrinks below, and rows are measured late: keep the end in view.
    const sizes = new ResizeObserver(settle)
    sizes.observe(element)
    const rows = element.querySelector('[role="feed"]')
    if (rows !== null) sizes.observe(rows, { box: 'border-box' }) // rows that are not drawn are padding
    // Only drawn rows count as seen: the page draws rows after the list received them.
    const drawn = new MutationObserver(look)
    drawn.observe(element, { childList: true, subtree: true })
    window.addEventListener('focus', look)
    return () => {
      sizes.disconnect()
      drawn.disconnect()
      window.removeEventListener('focus', look)
    }
  }, [settle, look])

  const measured = useCallback(
    (height: number) => {
      known.current = height
      settle()
    },
    [settle],
  )
  return { list, start, topDay, attach, measured, onScroll }
}

function followingOf(store: AppStore, known: React.RefObject<number>): Following {
  return {
    knownHeight: () => known.current,
    isFollowing: () => store.getState().following,
    mayResume: () => !store.getState().following && store.getState().pausedBy === 'scroll' && !store.getState().feed.hasAfter,
    pause: () => store.getState().pause('scroll'),
    resume: () => store.getState().follow(),
  }
}

/** Whether the whole row is on the screen below the day at the top, or fills it. */
function isInSight(id: string, scroller: HTMLElement | null): boolean {
  const row = document.getElementById(`row-${id}`)?.getBoundingClientRect()
  const frame = scroller?.getBoundingClientRect()
  if (scroller?.scrollTop === 0) return true
  return row !== undefined && frame !== undefined && row.top >= frame.top + dayHeight && row.bottom <= frame.bottom
}

type Scroll = ReturnType<ReturnType<typeof useStoreApi>['getState']>['scroll']

function startOf(scroll: Scroll, items: readonly FeedItem[]): { index: number | 'LAST'; align: 'center' | 'end' } {
  const index = scroll?.to === 'event' ? itemPosition(items, scroll.id) : -1
  return index < 0 ? { index: 'LAST', align: 'end' } : { index, align: 'center' }
}

/** Scrolls as little as possible to show the whole row, below the day at the top. */
const belowDay: CalculateViewLocation = ({ itemTop, itemBottom, viewportTop, viewportBottom, locationParams }) => {
  const { align: _align, behavior: _behavior, ...rest } = locationParams
  if (itemTop - dayHeight < viewportTop) return { ...rest, align: 'start', offset: -dayHeight }
  return itemBottom > viewportBottom ? { ...rest, align: 'end' } : null
}

/** Focuses the row as soon as the list has drawn it, and again if the list redraws it while it settles. */
function focusRow(id: string, isWanted: () => boolean, frames = 30): void {
  const { activeElement } = document
  const row = document.getElementById(`row-${id}`)
  const isElsewhere = !isFocusFree() && activeElement?.closest('.feed') === null
  if (frames === 0 || isElsewhere || !isWanted()) return
  if (activeElement !== row) row?.focus({ preventScroll: true })
  requestAnimationFrame(() => focusRow(id, isWanted, row !== null && frames > 10 ? 10 : frames - 1))
}
