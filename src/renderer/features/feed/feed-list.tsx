import { useEffect, useMemo } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { leadOf, showsEvent, timeOf } from './feed-items.ts'
import type { FeedItem } from './feed-items.ts'
import { dayKey, dayName } from '../../ui/time.ts'
import { firstAfterHalt, HaltRule } from '../halt/halt-marks.tsx'
import { feedParts } from './feed-parts.tsx'
import { FeedRow } from './feed-row.tsx'
import { FoldRow } from './fold-row.tsx'
import { RowBoundary } from './row-boundary.tsx'
import { DayRule, NewRule, TalkRule } from './rules.tsx'
import { useFeedItems } from './use-feed-items.ts'
import { useFeedScroll } from './use-feed-scroll.ts'
import { useApp, useStoreApi } from '../state/store.ts'

/** Rows that are drawn beyond what is on the screen, px: at the end, enough for the first turn of a wheel; while reading, enough for a fast one. */
const aroundEnd = { top: 200, bottom: 0 }
const aroundReading = { top: 600, bottom: 300 }

/** The virtual list of rows, which loads more pages at its edges. */
export function FeedList(): React.JSX.Element {
  const store = useStoreApi()
  const { items, base } = useFeedItems()
  const haltedAt = useApp((state) => state.state?.halt?.at)
  const afterHalt = useMemo(() => (haltedAt === undefined ? undefined : firstAfterHalt(items, haltedAt)), [items, haltedAt])
  const following = useApp((state) => state.following)
  const { list, start, topDay, attach, measured, onScroll } = useFeedScroll(items)

  const debts = useApp((state) => state.state?.desk.revision)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a change of the debts is what it waits for
  useEffect(() => store.getState().owingChanged(), [store, debts])
  useEffect(() => () => store.getState().inSight([]), [store])

  const end = items.at(-1)
  const last = end === undefined ? undefined : leadOf(end)?.id
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
        totalListHeightChanged={measured}
        onScroll={onScroll}
        components={feedParts}
        context={items.length}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render function, not a component
        itemContent={(index, item) => (
          <Item item={item} before={items[index - base - 1]} isAfterHalt={item.key === afterHalt} last={last} />
        )}
      />
      <NewPill />
    </div>
  )
}

interface ItemProps {
  readonly item: FeedItem
  readonly before: FeedItem | undefined
  /** It is the first one since everything was halted. */
  readonly isAfterHalt: boolean
  /** Id of the last event of the list, which Tab leads to while none is selected. */
  readonly last: string | undefined
}

/** A row with the lines above and below it. */
function Item({ item, before, isAfterHalt, last }: ItemProps): React.JSX.Element {
  const store = useStoreApi()
  const marker = useApp((state) => state.marker)
  const selection = useApp((state) => state.selection)
  const highlight = useApp((state) => state.highlight)
  const [ord, ordBefore] = [leadOf(item)?.ord ?? 0, before === undefined ? undefined : leadOf(before)?.ord]
  const isNew = marker !== undefined && marker.ord <= ord && (ordBefore === undefined || ordBefore < marker.ord)
  const isSelected = showsEvent(item, selection)
  const isTabStop = showsEvent(item, selection ?? last)
  return (
    <>
      {(before === undefined || dayKey(timeOf(before)) !== dayKey(timeOf(item))) && (
        <DayRule name={dayName(timeOf(item), store.getState().now())} />
      )}
      {isAfterHalt && <HaltRule />}
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
