import { List, Pause, Play, Table } from 'lucide-react'
import { memo, useId } from 'react'
import { ProtocolToggles } from '../common/protocol-toggles.tsx'
import { waitsOverlay } from '../overlays.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { ChoiceMenu } from '../../ui/choice-menu.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { SegmentBar } from '../../ui/segment-bar.tsx'
import { clockTime, count, counted } from '../../ui/time.ts'
import { useLongWait } from '../../ui/use-long-wait.ts'
import type { Trouble } from './lane-agents.ts'
import { SaidCount } from './said-count.tsx'
import { lastHour, saidQuery } from './said.ts'
import { groupings } from './state/flow-slice.ts'
import { AsOf } from '../replay/as-of.tsx'
import { SearchButton } from '../common/search-button.tsx'

const spans = [
  ['300000', '5\u00a0m'],
  ['1200000', '20\u00a0m'],
  ['3600000', '1\u00a0h'],
  ['86400000', 'Day'],
] as const

interface FlowHeadProps {
  readonly trouble: Trouble
  /** Messages that are too many to draw. */
  readonly left: number
  /** The left edge of the window, ms. */
  readonly from: number
  readonly now: number
}

/** How much is said, what is wrong, grouping, protocols, window, following. */
export const FlowHead = memo(function FlowHead({ trouble, left, from, now }: FlowHeadProps): React.JSX.Element {
  const store = useStoreApi()
  const day = useApp((state) => state.flowDay)
  const span = useApp((state) => state.flow.span)
  const isTable = useApp((state) => state.flow.isTable)
  const hasFeed = useApp(({ flow }) => flow.hasFeed && flow.bundle === undefined)
  const isFollowing = useApp((state) => state.flow.end === undefined)
  const isReading = useApp((state) => state.flowPhase === 'reading' && state.flowRows.total > state.flowRows.messages.length)
  const wholeFrom = useApp((state) => state.flowRows.wholeFrom)
  const isLive = useApp((state) => state.connection.state === 'open')
  const label = useId()
  const hour = day && lastHour(day)
  const followWord = isFollowing ? 'Following' : 'Follow'
  const overdue = useApp((state) => state.state?.desk.counts.overdue ?? 0)
  const isPast = useApp((state) => state.past !== undefined)
  const isSimulated = useApp((state) => state.isSimulated)
  return (
    <header className="head flow-head">
      <h1>Flow</h1>
      <AsOf />
      {hour !== undefined && !isPast && (
        <SaidCount className="sub wide" query={saidQuery(hour)}>
          {count(hour.total)} {hour.isWhole ? 'in the last hour' : 'since midnight'}
        </SaidCount>
      )}
      {isReading && <ReadingMarks />}
      {wholeFrom !== undefined && wholeFrom > from && (
        <span className="sub" title="There are too many marks to read them all: choose a shorter window.">
          incomplete before {clockTime(wholeFrom)}
        </span>
      )}
      {left > 0 && (
        <span className="sub" title={`${counted(left, 'message')} are too many to draw: choose a shorter window.`}>
          the oldest are not drawn
        </span>
      )}
      {!isLive && <span className="sub lost">not connected</span>}
      {isSimulated && <TroubleWords trouble={trouble} />}
      {!isSimulated && trouble.deadlocks.length > 0 && (
        <button
          type="button"
          className="plain fault-l"
          title="Who waits for whom  w"
          onClick={() => store.getState().setOverlay(waitsOverlay({}))}
        >
          <Glyph shape="loop" /> {count(trouble.deadlocks.length)}{' '}
          <span className="trouble-word">{trouble.deadlocks.length === 1 ? 'deadlock' : 'deadlocks'}</span>
        </button>
      )}
      {!isSimulated && overdue > 0 && (
        <button
          type="button"
          className="plain fault-l"
          title="Overdue, owed by everybody"
          onClick={() => store.getState().showOwed('overdue')}
        >
          <Glyph shape="over" /> {count(overdue)} <span className="trouble-word">overdue</span>
        </button>
      )}
      <span className="end" />
      <GroupMenu />
      <FlowProtocols />
      <span id={label} className="sr">
        Window
      </span>
      <SegmentBar
        labelledBy={label}
        options={spans}
        value={String(span)}
        onChange={(next) => store.getState().setFlow({ span: Number(next) })}
      />
      <span className="sep" />
      {!isPast && (
        <button
          type="button"
          className="btn ghost"
          aria-pressed={isFollowing}
          aria-label={followWord}
          title={isFollowing ? 'Pause  Space' : 'Follow  .'}
          onClick={() => (isFollowing ? store.getState().pauseFlow(now) : store.getState().followFlow())}
        >
          {isFollowing ? <Pause className="i" aria-hidden="true" /> : <Play className="i" aria-hidden="true" />}
          <span className="wide">{followWord}</span>
        </button>
      )}
      {isPast && (
        <button
          type="button"
          className={hasFeed ? 'btn ghost icon beside on' : 'btn ghost icon beside'}
          title={hasFeed ? 'Hide the feed' : 'Show the feed next to the lanes'}
          aria-label="Feed next to Flow"
          aria-pressed={hasFeed}
          onClick={() => store.getState().setFlow({ hasFeed: !hasFeed, bundle: undefined })}
        >
          <List className="i" aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className={isTable ? 'btn ghost icon on' : 'btn ghost icon'}
        title="Table  ⇧T"
        aria-label="Table"
        aria-pressed={isTable}
        onClick={() => store.getState().setFlow({ isTable: !isTable })}
      >
        <Table className="i" aria-hidden="true" />
      </button>
      {isSimulated ? <ToScript /> : <SearchButton isWide />}
    </header>
  )
})

/** How much of a window is read, if that takes long. */
function ReadingMarks(): React.JSX.Element | null {
  const known = useApp((state) => state.flowRows.messages.length)
  const total = useApp((state) => state.flowRows.total)
  return useLongWait() ? (
    <span className="sub" role="status">
      reading {count(known)} of {count(total)}
    </span>
  ) : null
}

/** In a simulation there is no other view to go to. */
function TroubleWords({ trouble }: { readonly trouble: Trouble }): React.JSX.Element {
  const deadlocks = trouble.deadlocks.length
  const overdue = [...trouble.overdue.values()].reduce((sum, each) => sum + each, 0)
  return (
    <>
      {deadlocks > 0 && (
        <span className="sub lost">
          <Glyph shape="loop" /> {counted(deadlocks, 'deadlock')}
        </span>
      )}
      {overdue > 0 && (
        <span className="sub lost">
          <Glyph shape="over" /> {count(overdue)} overdue
        </span>
      )}
    </>
  )
}

/** Leaves Flow of a simulation for its script. */
export function ToScript(): React.JSX.Element {
  const showFlow = useApp((state) => state.showFlowOfSimulation)
  return (
    <button type="button" className="btn" onClick={() => showFlow(false)}>
      Script
    </button>
  )
}

function GroupMenu(): React.JSX.Element {
  const grouping = useApp((state) => state.flow.grouping)
  const setFlow = useApp((state) => state.setFlow)
  return (
    <ChoiceMenu
      label="Group by"
      buttonLabel={`Group: ${grouping}`}
      options={groupings.map((one) => [one, one] as const)}
      value={grouping}
      onChange={(next) => setFlow({ grouping: next, order: { groups: [], agents: [] }, folded: undefined })}
    >
      <span className="wide">Group: </span>
      {grouping}
    </ChoiceMenu>
  )
}

function FlowProtocols(): React.JSX.Element {
  const without = useApp((state) => state.flow.without)
  const setFlow = useApp((state) => state.setFlow)
  return <ProtocolToggles without={without} onChange={(next) => setFlow({ without: next })} />
}
