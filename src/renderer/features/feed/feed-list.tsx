import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { CalculateViewLocation, ScrollerProps, VirtuosoHandle } from 'react-virtuoso'
import type { Event } from '../../../core/event.ts'
import { positionOf } from '../../app/feed-window.ts'
import { useApp, useStoreApi } from '../../app/store.ts'
import { dayKey, dayName } from '../../ui/time.ts'
import { FeedRow } from './feed-row.tsx'
import { visibleRows } from './visible-rows.ts'

/** Pixels from the end within which the list counts as being at its end. */
const endSlack = 24
/** A scroll of this many pixels upwards is the operator's and pauses following. */
const scrollSlack = 4
/** Height of the day over the top, with a little air. */
const dayHeight = 32

/** The virtual list of rows: follows the end, pauses when the operator scrolls away, loads further pages at its edges. */
export function FeedList(): React.JSX.Element {
  const store = useStoreApi()
  const feed = useApp((state) => state.feed)
  const marker = useApp((state) => state.marker)
  const selection = useApp((state) => state.selection)
  const highlight = useApp((state) => state.highlight)
  const following = useApp((state) => state.following)
  const scroll = useApp((state) => state.scroll)
  const list = useRef<VirtuosoHandle>(null)
  const scroller = useRef<HTMLElement>(null)
  const last = useRef({ top: 0, height: 0 })
  const isMoving = useRef(false) // a frame for `look` is already asked for
  const [topDay, setTopDay] = useState<string>()
  const lastOrd = feed.rows.at(-1)?.ord

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
      const { feed: now, seen, following: isFollowing, pausedBy, follow } = store.getState()
      if (element === null || shown === undefined) return
      const first = now.rows[shown.first - now.base] ?? now.rows[shown.first]
      const end = now.rows[shown.last - now.base] ?? now.rows[shown.last]
      setTopDay(first === undefined || !shown.isCut ? undefined : dayOf(first))
      if (end !== undefined) seen(end.ord)
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= endSlack
      if (isAtEnd && !isFollowing && pausedBy === 'scroll' && !now.hasAfter && last.current.top > 0) follow()
    })
  }, [store])

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    const { scrollTop: top, scrollHeight: height } = element
    const before = last.current
    last.current = { top, height }
    const isUpwards = top < before.top - scrollSlack && height >= before.height
    if (isUpwards && height - top - element.clientHeight > endSlack) store.getState().pause('scroll')
    look()
  }, [look, store])

  useLayoutEffect(() => {
    if (following) toEnd()
    look()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- new rows are what it waits for
  }, [following, lastOrd, feed.rows.length, toEnd, look])

  useEffect(() => {
    if (scroll === undefined) return
    if (scroll.to === 'end') {
      toEnd()
      return
    }
    const index = positionOf(store.getState().feed, scroll.id)
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
    const observer = new ResizeObserver(() => {
      if (store.getState().following) toEnd()
      look()
    })
    observer.observe(element)
    const rows = element.querySelector('[role="feed"]')
    if (rows !== null) observer.observe(rows, { box: 'border-box' }) // rows that are not drawn are padding
    return () => observer.disconnect()
  }, [store, toEnd, look])

  const tabStop = selection ?? feed.rows.at(-1)?.id
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
        }}
        className="scroll"
        data={feed.rows}
        firstItemIndex={feed.base}
        computeItemKey={(_index, row) => row.ord}
        initialTopMostItemIndex={startOf(scroll, store.getState().feed)}
        alignToBottom
        defaultItemHeight={30}
        increaseViewportBy={{ top: 600, bottom: 300 }}
        startReached={() => void store.getState().loadOlder()}
        endReached={() => void store.getState().loadNewer()}
        totalListHeightChanged={() => {
          if (store.getState().following) toEnd()
          look()
        }}
        onScroll={onScroll}
        components={parts}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render function, not a component
        itemContent={(index, row) => {
          const before = feed.rows[index - feed.base - 1]
          return (
            <FeedRow
              event={row}
              day={before === undefined || dayKey(timeOf(before)) !== dayKey(timeOf(row)) ? dayOf(row) : undefined}
              newCount={
                marker !== undefined && marker.ord <= row.ord && (before === undefined || before.ord < marker.ord)
                  ? marker.count
                  : undefined
              }
              isSelected={row.id === selection}
              isHighlighted={row.id === highlight}
              isTabStop={row.id === tabStop}
            />
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

function startOf(scroll: Scroll, feed: Parameters<typeof positionOf>[0]): { index: number | 'LAST'; align: 'center' | 'end' } {
  const index = scroll?.to === 'event' ? positionOf(feed, scroll.id) : -1
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

function timeOf(event: Event): number {
  return event.claimedAt ?? event.at
}

function dayOf(event: Event): string {
  return dayName(timeOf(event), Date.now())
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

const parts = { Scroller, List, Footer }
