import { useId, useState } from 'react'
import type { Output } from '../../../api/contract.ts'
import type { Fault } from '../../../core/fault.ts'
import { ModalFrame } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { count, counted } from '../../ui/time.ts'
import { useLongWait } from '../../ui/use-long-wait.ts'
import { waitsOverlay } from '../overlays.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { useCloseOverlay } from '../state/use-close-overlay.ts'
import { useAnswer } from '../state/use-answer.ts'
import { NoMessageEnds } from './no-message-ends.tsx'
import { NudgeAllTexts } from './nudge-all.tsx'
import { RingState } from './ring-state.tsx'
import { RingTasks } from './ring-tasks.tsx'
import { arrowId, waitTabs, type WaitTab } from './shown-waits.ts'
import type { AskedWaits } from './use-looked-ring.ts'
import { useWaitActs, type WaitActs } from './use-wait-acts.ts'
import { useWaitSelection, type WaitSelection } from './use-wait-selection.ts'
import { WaitProofs } from './wait-proofs.tsx'
import { WaitsFoot } from './waits-foot.tsx'
import { WaitsGraph } from './waits-graph.tsx'
import { WaitsHead } from './waits-head.tsx'
import './waits.css'
import { WayOut } from './way-out.tsx'

/** How much of the time before the ring a case of it has, ms. */
const beforeMs = 60_000
/** How long *Ignore* keeps a ring out of the lists, ms. */
const ignoredMs = 30 * 60_000

type Shown = Output<'desk.waits'>
const nothing: Shown = { arrows: [], hasMore: false, stuck: [] }
const noNames: readonly string[] = []

/** Who waits for whom, over everything else: the ring, the messages that prove it, and the ways out. */
export function WaitsDialog(): React.JSX.Element | null {
  const asked = useApp(waitsOverlay.of)
  const workspace = useApp((state) => state.workspace)
  const revision = useApp((state) => String(state.state?.desk.revision))
  const isRebuilding = useApp((state) => state.state?.desk.rebuilding !== undefined)
  const answer = useAnswer('desk.waits', asked === undefined || workspace === undefined ? undefined : { workspace }, revision)
  // While the next answer is on its way, the one before stays.
  const [kept, setKept] = useState(answer)
  if (answer !== undefined && answer !== kept) setKept(answer)
  const shown = answer ?? kept
  if (asked === undefined || workspace === undefined) return null
  const isUnknown = shown === undefined || (isRebuilding && shown.ok && shown.value.arrows.length === 0)
  if (isUnknown) return <ReadingWaits />
  return shown.ok ? <Waits shown={shown.value} asked={asked} /> : <Waits shown={nothing} asked={asked} fault={shown.fault} />
}

/** In place of the waits while they are read. */
function ReadingWaits(): React.JSX.Element | null {
  const id = useId()
  const close = useCloseOverlay()
  const isLong = useLongWait()
  if (!isLong) return null
  return (
    <ModalFrame className="dlg who-waits steady" labelledBy={id} onClose={close}>
      <WaitsHead id={id} onClose={close} />
      <div className="w-none">
        <p role="status">Reading…</p>
      </div>
    </ModalFrame>
  )
}

interface WaitsProps {
  readonly shown: Shown
  readonly asked: AskedWaits
  /** Why they could not be read. */
  readonly fault?: Fault
}

function Waits({ shown, asked, fault }: WaitsProps): React.JSX.Element {
  const id = useId()
  const store = useStoreApi()
  const close = useCloseOverlay()
  const selection = useWaitSelection(shown, asked)
  const acts = useWaitActs(selection)
  const { ring, tab, counts, listed } = selection
  const [own, setOwn] = useState<Fault>()
  const ignore = async (): Promise<void> => {
    if (ring === undefined) return
    const { now, markDebts } = store.getState()
    const marked = await markDebts([ring.ring.id], 'snooze', 'Ignored for 30 m', now() + ignoredMs)
    if (marked.ok) close()
    else setOwn(marked.fault)
  }
  /** From what was asked first in the ring. */
  const keep = (): void => {
    const { now, openCase } = store.getState()
    close()
    openCase({ from: Math.min(...(ring?.inRing ?? []).map(({ since }) => since)) - beforeMs, to: now() })
  }
  return (
    <ModalFrame className="dlg who-waits steady" labelledBy={id} onClose={() => (acts.isAll ? acts.showAll(false) : close())}>
      <WaitsHead id={id} onClose={close}>
        {counts.deadlock > 0 && (
          <span className="lost agent">
            <Glyph shape="loop" /> {counted(counts.deadlock, 'deadlock')}
          </span>
        )}
        <span className="end" />
        <span className="seg" role="radiogroup" aria-label="Show">
          {waitTabs.map((each) => (
            <label key={each}>
              <input type="radio" name={`${id}tab`} checked={each === tab} onChange={() => selection.setTab(each)} />
              {tabWords[each]} {count(counts[each])}
              {each === 'all' && shown.hasMore && '+'}
            </label>
          ))}
        </span>
      </WaitsHead>
      {listed.length > 0 ? (
        <Body shown={shown} selection={selection} acts={acts} fault={own} onClose={close} />
      ) : (
        <div className="w-none">
          {fault === undefined ? (
            <p data-autofocus="" tabIndex={-1}>
              {nobodyWords(selection)}
            </p>
          ) : (
            <FieldFault fault={fault} />
          )}
        </div>
      )}
      <WaitsFoot selection={selection} acts={acts} onIgnore={() => void ignore()} onKeep={keep} onClose={close} />
    </ModalFrame>
  )
}

interface BodyProps {
  readonly shown: Shown
  readonly selection: WaitSelection
  readonly acts: WaitActs
  /** Why the ring could not be ignored. */
  readonly fault: Fault | undefined
  onClose(): void
}

function Body({ shown, selection, acts, fault, onClose }: BodyProps): React.JSX.Element {
  const { ring, selected, select } = selection
  const isOver = ring?.overAt !== undefined
  const selectedId = selected === undefined ? undefined : arrowId(selected)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a chord of the whole dialog
    <div
      className="w-b"
      onKeyDown={(event) => {
        // A field may have used it, for a name that was half typed.
        if (event.defaultPrevented || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        // A key that is held down sends nothing.
        if (!event.repeat) void acts.send()
      }}
    >
      <div className="w-left">
        <WaitsGraph
          arrows={ring === undefined ? selection.list : ring.inRing}
          ring={ring?.ring.agents ?? noNames}
          selected={selectedId}
          isOver={isOver}
          onSelect={select}
        />
        {ring !== undefined && <RingState looked={ring} onNext={() => ring.next !== undefined && selection.look(ring.next)} />}
        {ring !== undefined && !isOver && <RingTasks looked={ring} />}
      </div>
      <div className="w-right">
        {acts.isAll ? (
          <NudgeAllTexts nudge={acts.nudge} />
        ) : (
          <>
            <WaitProofs arrows={selection.listed} selected={selectedId} onSelect={select} />
            {selection.left > 0 && (
              <button type="button" className="btn small ghost more-rows" onClick={selection.showMore}>
                Show more, {count(selection.left)} left
              </button>
            )}
            <Ways shown={shown} selection={selection} acts={acts} onClose={onClose} />
          </>
        )}
        {fault !== undefined && <FieldFault fault={fault} />}
      </div>
    </div>
  )
}

/** The ways out of the selected wait, or why there are none. */
function Ways({ shown, selection, acts, onClose }: Omit<BodyProps, 'fault'>): React.JSX.Element | null {
  const { selected, listed } = selection
  const { row, asking } = acts
  if (row !== undefined && selected !== undefined)
    return (
      <WayOut
        arrow={selected}
        row={row}
        isWaiting={shown.arrows.some(({ from }) => from === selected.to)}
        ways={acts.ways}
        free={acts.free}
        number={listed.indexOf(selected) + 1}
        message={acts.message}
      />
    )
  if (asking !== undefined) return <NoMessageEnds row={asking} onClose={onClose} />
  if (acts.isClosed) return null
  return (
    <p className="small mid" role="status">
      {selected === undefined
        ? 'The wait that you looked at has ended. Select another one.'
        : 'No message asks for this: the agent itself reports that it waits.'}
    </p>
  )
}

function nobodyWords({ tab, counts }: WaitSelection): string {
  if (tab === 'mine') return 'Nobody waits for you.'
  return tab === 'deadlock' && counts.all > 0 ? 'No agents wait in a ring.' : 'Nobody waits.'
}

const tabWords: Readonly<Record<WaitTab, string>> = { deadlock: 'Deadlock', mine: 'On you', all: 'All' }
