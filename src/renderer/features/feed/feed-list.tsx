import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { CalculateViewLocation, ScrollerProps, VirtuosoHandle } from 'react-virtuoso'
import { lastOrdOf, leadOf, shownTime, showsEvent } from '../../app/feed-items.ts'
import type { FeedItem } from '../../app/feed-items.ts'
import { itemPosition } from '../../app/state/folding.ts'
import { useApp, useStoreApi } from '../../app/store.ts'
import { dayKey, dayName } from '../../ui/time.ts'
import { EarlierMessages } from '../projects/earlier-messages.tsx'
import { FeedRow } from './feed-row.tsx'
import { FoldRow } from './fold-row.tsx'
import { createRowAnchor } from './row-anchor.ts'
import { createScrollSense } from './scroll-sense.ts'
import { DayRule, NewRule } from './rules.tsx'
import { useFeedItems } from './use-feed-items.ts'
import { visibleRows } from './visible-rows.ts'

/** Pixels from the end within which the list counts as being at its end. */
const endSlack = 24
/** A scroll of this many pixels upwards is the operator's and pauses following. */
const scrollSlack = 4
/** The list scrolls for rows at its front within this time, ms. */
const joinMs = 500
/** Height of the day over the top, with a little air. */
const dayHeight = 32

/** The virtual list of rows: follows the end, pauses when the operator scrolls away, loads further pages at its edges. */
export function FeedList(): React.JSX.Element {
  const store = useStoreApi()
  const rows = useApp((state) => state.feed.rows)
  const listed = useFeedItems()
  const { items, base } = listed
  const marker = useApp((state) => state.marker)
  const selection = useApp((state) => state.selection)
  const highlight = useApp((state) => state.highlight)
  const following = useApp((state) => state.following)
  const scroll = useApp((state) => state.scroll)
  const list = useRef<VirtuosoHandle>(null)
  const scroller = useRef<HTMLElement>(null)
  const last = useRef({ top: 0, height: 0 })
  const [anchor] = useState(createRowAnchor)
  const [sense] = useState(() => createScrollSense(() => performance.now()))
  const joinedAt = useRef(0) // when rows came or went at the front
  const isMoving = useRef(false) // a frame for `look` is already asked for
  const [topDay, setTopDay] = useState<string>()
  const now = useRef(listed)
  const lastOrd = rows.at(-1)?.ord

  const toEnd = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    element.scrollTop = element.scrollHeight
  }, [])

  /** Reads what is on screen: for the day on top and for what counts as seen. */
  const look = useCallback(() => {
    if (isMoving.current) return
    isMoving.current = true
    requestAnimationFrame(() => {
      isMoving.current = false
      const element = scroller.current
      const shown = element === null ? undefined : visibleRows(element)
      const { feed, seen, following: isFollowing, pausedBy, follow } = store.getState()
      if (element === null || shown === undefined) return
      const at = now.current
      const first = at.items[shown.first - at.base] ?? at.items[shown.first]
      const end = at.items[shown.last - at.base] ?? at.items[shown.last]
      setTopDay(first === undefined || !shown.isCut ? undefined : dayOf(first, store.getState().now()))
      if (end !== undefined) seen(lastOrdOf(end))
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= endSlack
      if (isAtEnd && !isFollowing && pausedBy === 'scroll' && !feed.hasAfter && last.current.top > 0) follow()
    })
  }, [store])

  /** Rows grew, or the room for them did: the end stays in view, or else what is read. */
  const settle = useCallback(() => {
    const element = scroller.current
    sense.settled()
    if (store.getState().following) toEnd()
    else if (element !== null) anchor.hold(element)
    look()
  }, [anchor, sense, store, toEnd, look])

  /**
   * The list scrolls so for rows that were put before its first, which is right, and also by whatever its height changes, be it below of what is
   * read: there `settle` knows better.
   */
  const scrollBy = useCallback(
    (options: ScrollToOptions | number = {}) => {
      const element = scroller.current
      const isJoined = performance.now() - joinedAt.current < joinMs
      if (element === null || !isJoined || typeof options === 'number') return
      const { scrollTop } = element
      element.scrollTop += options.top ?? 0
      anchor.carry(element.scrollTop - scrollTop)
    },
    [anchor],
  )

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    const { scrollTop: top, scrollHeight: height } = element
    const before = last.current
    last.current = { top, height }
    anchor.note(element)
    const isUpwards = top < before.top - scrollSlack && height >= before.height
    const { following: isFollowing, pause } = store.getState()
    if (isFollowing && isUpwards && height - top - element.clientHeight > endSlack) {
      if (sense.isOperators()) pause('scroll')
      else toEnd()
    }
    look()
  }, [anchor, sense, look, store, toEnd])

  useLayoutEffect(() => {
    if (now.current.base !== listed.base) joinedAt.current = performance.now()
    now.current = listed
  }, [listed])

  useLayoutEffect(() => {
    if (following) toEnd()
    look()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- new rows are what it waits for
  }, [following, lastOrd, rows.length, toEnd, look])

  useEffect(() => {
    if (scroll === undefined) return
    if (scroll.to === 'end') {
      toEnd()
      return
    }
    const index = itemPosition(now.current.items, scroll.id)
    if (index < 0) return
    if (scroll.align === 'center') list.current?.scrollToIndex({ index, align: 'center' })
    else list.current?.scrollIntoView({ index, calculateViewLocation: belowDay })
    focusRow(scroll.id, () => store.getState().scroll === scroll)
  }, [scroll, store, toEnd])

  useEffect(() => {
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [look])

  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    // The composer grows and shrinks below, and rows get their height only now: the end stays in view.
    const endListening = sense.listen(element)
    const observer = new ResizeObserver(settle)
    observer.observe(element)
    const rows = element.querySelector('[role="feed"]')
    if (rows !== null) observer.observe(rows, { box: 'border-box' }) // rows that are not drawn are padding
    return () => {
      observer.disconnect()
      endListening()
    }
  }, [sense, settle])

  const end = items.at(-1)
  const tabStop = selection ?? (end === undefined ? undefined : leadOf(end)?.id)
  return (
    <div className="feed">
      {topDay !== undefined && (
        <div className="rule day top" aria-hidden="true">
          {topDay}
        </div>
      )}
      <Virtuoso
        ref={list}
        scrollerRef={(element) => {
          scroller.current = element instanceof HTMLElement ? element : null
          if (scroller.current !== null) scroller.current.scrollBy = scrollBy
        }}
        className="scroll"
        data={items}
        firstItemIndex={base}
        computeItemKey={(_index, item) => item.key}
        initialTopMostItemIndex={startOf(scroll, items)}
        alignToBottom
        defaultItemHeight={30}
        increaseViewportBy={{ top: 600, bottom: 300 }}
        startReached={() => void store.getState().loadOlder()}
        endReached={() => void store.getState().loadNewer()}
        totalListHeightChanged={settle}
        onScroll={onScroll}
        components={parts}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render function, not a component
        itemContent={(index, item) => {
          const before = items[index - base - 1]
          const [ord, ordBefore] = [leadOf(item)?.ord ?? 0, before === undefined ? undefined : leadOf(before)?.ord]
          const isNew = marker !== undefined && marker.ord <= ord && (ordBefore === undefined || ordBefore < marker.ord)
          const isSelected = showsEvent(item, selection)
          const isTabStop = showsEvent(item, tabStop)
          return (
            <>
              {(before === undefined || dayKey(timeOf(before)) !== dayKey(timeOf(item))) && (
                <DayRule name={dayOf(item, store.getState().now())} />
              )}
              {isNew && <NewRule value={marker.count} />}
              {item.kind === 'fold' ? (
                <FoldRow events={item.events} isOpen={item.isOpen} isSelected={isSelected} isTabStop={isTabStop} />
              ) : (
                <FeedRow
                  event={item.event}
                  isInner={item.isInner}
                  isSelected={isSelected}
                  isHighlighted={item.event.id === highlight}
                  isTabStop={isTabStop}
                />
              )}
            </>
          )
        }}
      />
      <NewPill />
    </div>
  )
}

function NewPill(): React.JSX.Element | null {
  const following = useApp((state) => state.following)
  const value = useApp((state) => state.newCount)
  const follow = useApp((state) => state.follow)
  if (following) return null
  return (
    <button type="button" className="pill" onClick={follow}>
      {value === 0 ? 'To the newest' : `${value.toLocaleString('en-US')} new`} <kbd>Space</kbd>
    </button>
  )
}

type Scroll = ReturnType<ReturnType<typeof useStoreApi>['getState']>['scroll']

function startOf(scroll: Scroll, items: readonly FeedItem[]): { index: number | 'LAST'; align: 'center' | 'end' } {
  const index = scroll?.to === 'event' ? itemPosition(items, scroll.id) : -1
  return index < 0 ? { index: 'LAST', align: 'end' } : { index, align: 'center' }
}

/** Scrolls as little as shows the whole row, below the day that lies over the top. */
const belowDay: CalculateViewLocation = ({ itemTop, itemBottom, viewportTop, viewportBottom, locationParams }) => {
  const { align: _align, behavior: _behavior, ...rest } = locationParams
  if (itemTop - dayHeight < viewportTop) return { ...rest, align: 'start', offset: -dayHeight }
  return itemBottom > viewportBottom ? { ...rest, align: 'end' } : null
}

/** Gives the row the focus as soon as the list has drawn it, and again when the list draws it anew while it settles. */
function focusRow(id: string, isWanted: () => boolean, frames = 30): void {
  const { activeElement } = document
  const row = document.getElementById(`row-${id}`)
  const isElsewhere = activeElement !== document.body && activeElement?.closest('.feed') === null
  if (frames === 0 || isElsewhere || !isWanted()) return
  if (activeElement !== row) row?.focus({ preventScroll: true })
  requestAnimationFrame(() => focusRow(id, isWanted, row !== null && frames > 10 ? 10 : frames - 1))
}

function timeOf(item: FeedItem): number {
  const event = leadOf(item)
  return event === undefined ? 0 : shownTime(event)
}

function dayOf(item: FeedItem, at: number): string {
  return dayName(timeOf(item), at)
}

function Scroller(props: ScrollerProps & { readonly ref?: React.Ref<HTMLDivElement> }): React.JSX.Element {
  return <div {...props} tabIndex={-1} />
}

function List({ ref, ...props }: React.ComponentProps<'div'>): React.JSX.Element {
  return <div {...props} ref={ref} role="feed" aria-label="Messages" />
}

function Footer(): React.JSX.Element {
  return <div className="feed-end" />
}

const parts = { Scroller, List, Header: EarlierMessages, Footer }
