import { ChevronDown, ChevronRight } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { TryDemo } from '../first-run/try-demo.tsx'
import { useLiveNow, useNow } from '../state/clock.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { useTextScale } from '../state/use-text-scale.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { clockTime, count, counted, dayName, dayStart } from '../../ui/time.ts'
import { useLongWait } from '../../ui/use-long-wait.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { Announcer } from './announcer.tsx'
import { Axis } from './axis.tsx'
import { dayOf } from '../replay/stepping.ts'
import { FlowHead } from './flow-head.tsx'
import { useFlowNames } from './flow-names.ts'
import { FlowTable } from './flow-table.tsx'
import './flow.css'
import { HoverCard } from './hover-card.tsx'
import { LaneGrid } from './lane-grid.tsx'
import { gutterWidth, hugeLanes } from '../../../core/flow/measures.ts'
import { Legend } from './legend.tsx'
import type { FlowMark } from './marks.ts'
import { Minimap } from './minimap.tsx'
import { Plot } from './plot.tsx'
import { useFlowLayout } from './use-flow-layout.ts'
import { useMedia } from './use-media.ts'
import { useSize } from './use-size.ts'

/** Live, the plot steps once a second; with reduced motion every five. */
const [stepMs, stillMs] = [1_000, 5_000]
/** The day of the minimap is read this often. */
const dayMs = 10_000

/** Who speaks to whom over all links, who waits, and what nobody saw. */
export function FlowView(): React.JSX.Element {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const now = useNow(isStill ? stillMs : stepMs)
  return <FlowAt now={now} />
}

const noMarks: readonly FlowMark[] = []

/** Flow as of a moment: `now` is the present, or the moment that is looked at. */
export function FlowAt({ now }: { readonly now: number }): React.JSX.Element {
  const store = useStoreApi()
  const names = useFlowNames()
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [plot, setPlot] = useState<HTMLDivElement | null>(null)
  const isPointerIn = useCallback(() => scroller?.matches(':hover') === true, [scroller])
  const plotSize = useSize(plot)
  const view = useSize(scroller)
  const picture = useFlowLayout(now, plotSize.width, names, isPointerIn)
  const { layout, marks, from, to } = picture
  const look = useApp((state) => state.flow)
  const scale = useTextScale()
  const workspace = useApp((state) => state.workspace)

  useEffect(() => {
    if (workspace !== undefined) void store.getState().readFlow({ from, to }, now)
  }, [store, workspace, from, to, now])
  const isPast = useApp((state) => state.past !== undefined)
  useEffect(() => {
    if (workspace !== undefined) void store.getState().preparePast()
  }, [store, workspace])
  const live = useLiveNow(dayMs)
  const { first: midnight, last: latest } = dayOf(now, Math.max(now, live))
  const isToday = dayStart(live) === midnight
  const dayEnd = (Math.floor(latest / dayMs) + 1) * dayMs
  useEffect(() => {
    if (workspace !== undefined) void store.getState().readFlowDay(midnight, dayEnd)
  }, [store, workspace, midnight, dayEnd])

  const ownMarks = look.row === undefined ? noMarks : marks.filter(({ row }) => row === look.row)
  const [hovered, setHovered] = useState<FlowMark>()
  const [focused, setFocused] = useState<FlowMark>()
  const wanted = hovered ?? focused
  const shown = wanted === undefined ? undefined : marks.find(({ id }) => id === wanted.id)
  const closeCard = (): void => {
    setHovered(undefined)
    setFocused(undefined)
  }
  useCardKeys(shown !== undefined, plot, closeCard)
  const isEmpty = useApp((state) => state.flowPhase === 'ready' && state.flowRows.messages.length === 0 && state.flowDay?.total === 0)
  const isLoading = useApp((state) => state.flowPhase === 'loading' && state.flowFault === undefined)
  const isFollowing = look.end === undefined
  return (
    <>
      <FlowHead trouble={picture.trouble} left={layout.left} from={from} now={now} />
      <FlowFault />
      {look.isTable ? (
        <FlowTable picture={picture} names={names} now={now} />
      ) : (
        <div className={layout.measures.isDense ? 'flow dense' : 'flow'}>
          <Corner />
          <div className="flow-axis">
            <Axis layout={layout} to={to} isFollowing={isFollowing && !isPast} />
            {!isFollowing && (
              <button
                type="button"
                className="btn small new-marks"
                title={isPast ? 'Go to the selected moment  .' : 'Back to now  .'}
                onClick={() => store.getState().followFlow()}
              >
                {look.newCount > 0 ? `${count(look.newCount)} new` : isPast ? clockTime(now) : 'Now'}{' '}
                <ChevronRight className="i" aria-hidden="true" />
              </button>
            )}
          </div>
          <div className="flow-lanes" ref={setScroller} aria-busy={isLoading}>
            <div className="lane-heads">
              <LaneGrid
                rows={layout.rows}
                marks={ownMarks}
                trouble={picture.trouble}
                isDense={layout.measures.isDense}
                names={names}
                now={now}
                onFocusMark={setFocused}
              />
            </div>
            <div className="plot-cell" ref={setPlot} style={{ minHeight: layout.height }}>
              <Plot
                picture={picture}
                names={names}
                width={plotSize.width}
                height={view.height}
                scroller={scroller}
                now={now}
                onHover={setHovered}
              />
            </div>
          </div>
          {isEmpty && <Empty />}
          {isLoading && <Reading />}
          <Minimap
            names={names}
            width={Math.max(0, plotSize.width - gutterWidth * scale)}
            full={plotSize.width}
            from={from}
            to={to}
            now={latest}
            title={isToday ? 'Today' : dayName(midnight, live)}
            dayOver={isToday ? undefined : latest + 1}
            moment={now}
            midnight={midnight}
          />
          {shown !== undefined && <HoverCard mark={shown} names={names} now={now} plot={plot} scroller={scroller} width={plotSize.width} />}
        </div>
      )}
      {!look.isTable && <Legend />}
      {!isPast && <Announcer trouble={picture.trouble} names={names} now={now} />}
    </>
  )
}

/** While a card is shown, Escape closes it, also where it is the pointer's and the focus is elsewhere in the pane; so does Enter, which opens its mark. */
function useCardKeys(isShown: boolean, plot: Element | null, close: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const isHere = target === document.body || (target instanceof Node && plot?.closest('main')?.contains(target) === true)
    if (!isHere || (key !== 'Escape' && key !== 'Enter')) return
    if (key === 'Escape') event.preventDefault()
    close()
  })
  useEffect(() => {
    if (!isShown) return undefined
    const listen = (event: KeyboardEvent): void => onKey(event)
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [isShown])
}

/** How many agents there are; opens or folds all of them. With very many, a field finds one. */
function Corner(): React.JSX.Element {
  const lanes = useApp((state) => state.flowRows.lanes)
  const more = useApp((state) => state.flowRows.moreLanes)
  const isUnread = useApp((state) => state.flowPhase === 'loading')
  const { isDense, grouping, filter } = useApp((state) => state.flow)
  const setFlow = useApp((state) => state.setFlow)
  const agents = lanes.filter(({ isOperator }) => !isOperator).length + more
  const field = useRef<HTMLInputElement>(null)
  const isHuge = agents > hugeLanes
  useEffect(() => {
    if (isHuge) field.current?.focus()
  }, [isHuge])
  const Chevron = isDense ? ChevronDown : ChevronRight
  return (
    <div className="corner">
      <button
        type="button"
        className="plain corner-fold"
        aria-pressed={isDense}
        title={isDense ? 'Back to open and folded groups' : 'Open every lane, in one line each'}
        onClick={() => setFlow({ isDense: !isDense })}
      >
        <Chevron className="i" aria-hidden="true" /> {isUnread ? 'Agents' : counted(agents, 'agent')}
      </button>
      <span className="end" />
      {isHuge ? (
        <input
          ref={field}
          className="in corner-find"
          type="search"
          placeholder="Find"
          aria-label="Find an agent or a group"
          value={filter}
          onChange={(event) => setFlow({ filter: event.target.value })}
        />
      ) : (
        grouping !== 'none' && <span>by {grouping}</span>
      )}
    </div>
  )
}

/** Why the window could not be read; what is there stays. */
function FlowFault(): React.JSX.Element | null {
  const fault = useApp((state) => state.flowFault)
  const retry = useApp((state) => state.retryFlow)
  if (fault === undefined) return null
  return (
    <div className="flow-fault" role="alert">
      <Glyph shape="no" />
      <span className="cut">
        Not readable since {clockTime(fault.since)}. <VisibleText text={fault.fault.message} />
      </span>
      <span className="end" />
      <button type="button" className="btn small" onClick={retry}>
        Try again
      </button>
    </div>
  )
}

/** Says that the first page is being read, if that takes long. */
function Reading(): React.JSX.Element | null {
  return useLongWait() ? <p className="flow-note">Reading…</p> : null
}

/** What was said on another day, or read from history, has no mark here. */
function Empty(): React.JSX.Element {
  const hasHistory = useApp((state) => state.state?.agents.some(({ sent }) => sent > 0) === true)
  if (hasHistory)
    return (
      <div className="flow-empty among-marks">
        <h2>Nothing new was said today</h2>
        <p>What agents wrote before is in the feed.</p>
      </div>
    )
  return (
    <div className="flow-empty">
      <h2>Nobody has spoken yet</h2>
      <p>Each agent gets a lane. Messages appear as arrows from the sender’s lane to the recipient’s.</p>
      <TryDemo />
    </div>
  )
}
