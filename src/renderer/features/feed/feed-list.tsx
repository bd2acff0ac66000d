import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { CalculateViewLocation, VirtuosoHandle } from 'react-virtuoso'
import { leadOf, showsEvent, timeOf } from './feed-items.ts'
import type { FeedItem } from './feed-items.ts'
import { itemPosition } from '../state/folding.ts'
import { isFocusFree } from '../../ui/free-focus.ts'
import { dayKey, dayName } from '../../ui/time.ts'
import { firstAfterHalt, HaltRule } from '../halt/halt-marks.tsx'
import { feedParts } from './feed-parts.tsx'
import { FeedRow } from './feed-row.tsx'
import { FoldRow } from './fold-row.tsx'
import { RowBoundary } from './row-boundary.tsx'
import { keepEnd, type EndKeeper, type Following } from './follow-end.ts'
import { DayRule, NewRule, TalkRule } from './rules.tsx'
import { useFeedItems } from './use-feed-items.ts'
import { visibleRows } from './visible-rows.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import type { AppStore } from '../state/store.ts'

/** Height of the day above the top row, with some space. */
const dayHeight = 32

/** Rows that are drawn beyond what is on the screen, px: at the end, enough for the first turn of a wheel; while reading, enough for a fast one. */
const aroundEnd = { top: 200, bottom: 0 }
const aroundReading = { top: 600, bottom: 300 }

/** The virtual list of rows: follows the end until the operator scrolls away, reports which rows are visible, and loads more pages at its edges. */
export function FeedList(): React.JSX.Element {
  const store = useStoreApi()
  const rows = useApp((state) => state.feed.rows)
  const listed = useFeedItems()
  const { items, base } = listed
  const marker = useApp((state) => state.marker)
  const haltedAt = useApp((state) => state.state?.halt?.at)
  const afterHalt = useMemo(() => (haltedAt === undefined ? undefined : firstAfterHalt(items, haltedAt)), [items, haltedAt])
  const selection = useApp((state) => state.selection)
  const highlight = useApp((state) => state.highlight)
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
  const now = useRef(listed)
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
    now.current = listed
  }, [listed])

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
    const index = itemPosition(now.current.items, scroll.id)
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

  const debts = useApp((state) => state.state?.desk.revision)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a change of the debts is what it waits for
  useEffect(() => store.getState().owingChanged(), [store, debts])
  useEffect(() => () => store.getState().inSight([]), [store])

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
        scrollerRef={attach}
        className="scroll"
        data={items}
        firstItemIndex={base}
        computeItemKey={(_index, item) => item.key}
        initialTopMostItemIndex={start}
        alignToBottom
        defaultItemHeight={30}
        increaseViewportBy={following ? aroundEnd : aroundReading}
        startReached={() => void store.getState().loadOlder()}
        endReached={() => void store.getState().loadNewer()}
        totalListHeightChanged={(height) => {
          known.current = height
          settle()
        }}
        onScroll={onScroll}
        components={feedParts}
        context={items.length}
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
              {item.key === afterHalt && <HaltRule />}
              {isNew && <NewRule value={marker.count} />}
              <RowBoundary event={leadOf(item)} isSelected={isSelected} isTabStop={isTabStop}>
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
              </RowBoundary>
              {item.kind === 'event' && <TalkRule event={item.event.id} />}
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
  const isPast = useApp((state) => state.past !== undefined)
  if (following) return null
  return (
    <button type="button" className="pill" onClick={follow}>
      {value === 0 ? 'Jump to the newest' : `${value.toLocaleString('en-US')} new`} {!isPast && <kbd>Space</kbd>}
    </button>
  )
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

function dayOf(item: FeedItem, at: number): string {
  return dayName(timeOf(item), at)
}
