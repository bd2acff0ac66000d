import { X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Output } from '../../../api/contract.ts'
import type { WaitArrowRow } from '../../../api/desk.ts'
import type { DebtRow } from '../../../core/debt.ts'
import type { Fault } from '../../../core/fault.ts'
import { ModalFrame } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { KeyCap } from '../../ui/key-caps.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { count, counted } from '../../ui/time.ts'
import { useLongWait } from '../../ui/use-long-wait.ts'
import { nameOf } from '../needs/named-agent.tsx'
import { waitsOverlay } from '../overlays.ts'
import { useNow } from '../state/clock.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { useCloseOverlay } from '../state/use-close-overlay.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useIsLive } from '../state/use-is-live.ts'
import { freeAgent, type FreeAgent } from './free-agent.ts'
import { canMessageEnd, NoMessageEnds } from './no-message-ends.tsx'
import { NudgeAllTexts, useNudgeAll } from './nudge-all.tsx'
import { RingState } from './ring-state.tsx'
import { RingTasks } from './ring-tasks.tsx'
import { arrowId, cheapest, waitTabs, type WaitTab } from './shown-waits.ts'
import { closedRings, useLookedRing } from './use-looked-ring.ts'
import { useWayMessage, ways, type Way } from './use-way-message.ts'
import { WaitProofs } from './wait-proofs.tsx'
import { WaitsGraph } from './waits-graph.tsx'
import './waits.css'
import { WayOut } from './way-out.tsx'

/** Rows of a long list that are shown at first, and how many more at a time. */
const rowsAtOnce = 50
/** How much of the time before the ring a case of it has, ms. */
const beforeMs = 60_000
/** How long *Ignore* keeps a ring out of the lists, ms. */
const ignoredMs = 30 * 60_000

type Shown = Output<'desk.waits'>
const nothing: Shown = { arrows: [], hasMore: false, stuck: [] }
const none: readonly WaitArrowRow[] = []
const noNames: readonly string[] = []

/** Who waits for whom, over everything else: the ring, the messages that prove it, and the ways out. */
export function WaitsDialog(): React.JSX.Element | null {
  const asked = useApp(waitsOverlay.of)
  const workspace = useApp((state) => state.workspace)
  const revision = useApp((state) => String(state.state?.desk.revision))
  const answer = useAnswer('desk.waits', asked === undefined || workspace === undefined ? undefined : { workspace }, revision)
  // While the next answer is on its way, the one before stays.
  const [kept, setKept] = useState(answer)
  if (answer !== undefined && answer !== kept) setKept(answer)
  const shown = answer ?? kept
  if (asked === undefined || workspace === undefined) return null
  if (shown === undefined) return <ReadingWaits />
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
      <header className="head">
        <h2 id={id}>Who waits for whom</h2>
        <span className="end" />
        <button type="button" className="btn ghost icon" title="Close  Esc" aria-label="Close" onClick={close}>
          <X className="i" aria-hidden="true" />
        </button>
      </header>
      <div className="w-none">
        <p role="status">Reading…</p>
      </div>
    </ModalFrame>
  )
}

interface WaitsProps {
  readonly shown: Shown
  readonly asked: { readonly stuck?: string; readonly agent?: string }
  readonly fault?: React.ComponentProps<typeof FieldFault>['fault']
}

function Waits({ shown, asked, fault }: WaitsProps): React.JSX.Element {
  const { arrows, hasMore } = shown
  const id = useId()
  const store = useStoreApi()
  const close = useCloseOverlay()
  const operator = useApp((state) => state.state?.agents.find(({ isOperator }) => isOperator)?.id ?? state.state?.info.operator)
  const isLive = useIsLive()
  const isPast = useApp((state) => state.past !== undefined)

  const rings = useMemo(() => closedRings(shown), [shown])
  const { looked, look } = useLookedRing(shown, rings, asked)
  const [tab, setTab] = useState<WaitTab>(() =>
    looked === undefined || (asked.agent !== undefined && !looked.ring.agents.includes(asked.agent)) ? 'all' : 'deadlock',
  )
  const ring = tab === 'deadlock' ? looked : undefined
  const isOver = ring?.overAt !== undefined

  const mine = arrows.filter(({ to }) => to === operator)
  const lists: Readonly<Record<WaitTab, readonly WaitArrowRow[]>> = {
    deadlock: looked === undefined ? [] : [...looked.inRing, ...looked.around],
    mine,
    all: arrows,
  }
  const [most, setMost] = useState(() => Math.max(rowsAtOnce, 1 + arrows.findIndex(({ from }) => from === asked.agent)))
  const listed = lists[tab].slice(0, most)
  const left = lists[tab].length - listed.length
  const usual = ring === undefined ? (listed.find(({ from }) => from === asked.agent) ?? listed[0]) : cheapest(ring.ring, ring.inRing)
  const [chosen, setChosen] = useState<{ readonly of: string; readonly id: string }>()
  const of = ring === undefined ? tab : `${tab} ${ring.ring.id}`
  // Selected once: while the waits change, nothing else may come under the operator's hand.
  if (usual !== undefined && chosen?.of !== of) setChosen({ of, id: arrowId(usual) })
  const selected = listed.find((arrow) => arrowId(arrow) === chosen?.id)
  const isClosed = isOver || isPast
  const asking = isClosed ? undefined : selected?.row
  const row = asking !== undefined && canMessageEnd(asking) ? asking : undefined
  const isMine = selected?.to === operator
  const offered: readonly Way[] = isMine ? ['answer', 'reassign', 'break'] : ways
  const message = useWayMessage(row, 'answer')
  const free = useFreeAgent(row, looked?.ring.agents)

  const [isNudging, setNudging] = useState(false)
  const nudged = isNudging && ring !== undefined && !isClosed ? ring.inRing : none
  const nudge = useNudgeAll(nudged)
  const isAll = nudged.length > 0
  const canSend =
    isLive &&
    (isAll ? nudge.isReady && !nudge.isSent : row !== undefined && message.isReady && message.fault === undefined && !message.isSent)
  const send = async (): Promise<void> => {
    if (canSend) await (isAll ? nudge.send() : message.send())
  }
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
  const debtor = useApp((state) => (selected === undefined ? '' : nameOf(state, selected.to, row?.debt.source)))
  const counts: Readonly<Record<WaitTab, number>> = { deadlock: rings.length, mine: mine.length, all: arrows.length }

  const back = useRef<HTMLButtonElement>(null)
  const into = useRef<HTMLButtonElement>(null)
  const wasAll = useRef(false)
  useEffect(() => {
    // Each button goes away with what it leads to.
    if (isAll) back.current?.focus()
    else if (wasAll.current) into.current?.focus()
    wasAll.current = isAll
  }, [isAll])
  const closing = useRef<HTMLButtonElement>(null)
  const hasActs = row !== undefined || isAll
  useEffect(() => {
    // What had the focus may have gone with the wait.
    if (!hasActs && document.activeElement === document.body) closing.current?.focus()
  }, [hasActs])

  return (
    <ModalFrame className="dlg who-waits steady" labelledBy={id} onClose={() => (isAll ? setNudging(false) : close())}>
      <header className="head">
        <h2 id={id}>Who waits for whom</h2>
        {rings.length > 0 && (
          <span className="lost agent">
            <Glyph shape="loop" /> {counted(rings.length, 'deadlock')}
          </span>
        )}
        <span className="end" />
        <span className="seg" role="radiogroup" aria-label="Show">
          {waitTabs.map((each) => (
            <label key={each}>
              <input type="radio" name={`${id}tab`} checked={each === tab} onChange={() => setTab(each)} />
              {tabWords[each]} {count(counts[each])}
              {each === 'all' && hasMore && '+'}
            </label>
          ))}
        </span>
        <button type="button" className="btn ghost icon" title="Close  Esc" aria-label="Close" onClick={close}>
          <X className="i" aria-hidden="true" />
        </button>
      </header>
      {listed.length === 0 ? (
        <div className="w-none">
          {fault !== undefined ? (
            <FieldFault fault={fault} />
          ) : (
            <p data-autofocus="" tabIndex={-1}>
              {tab === 'mine'
                ? 'Nobody waits for you.'
                : tab === 'deadlock' && arrows.length > 0
                  ? 'No agents wait in a ring.'
                  : 'Nobody waits.'}
            </p>
          )}
        </div>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a chord of the whole dialog
        <div
          className="w-b"
          onKeyDown={(event) => {
            // A field may have used it, for a name that was half typed.
            if (event.defaultPrevented || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            // A key that is held down sends nothing.
            if (!event.repeat) void send()
          }}
        >
          <div className="w-left">
            <WaitsGraph
              arrows={ring === undefined ? lists[tab] : ring.inRing}
              ring={ring?.ring.agents ?? noNames}
              selected={selected === undefined ? undefined : arrowId(selected)}
              isOver={isOver}
              onSelect={(next) => setChosen({ of, id: next })}
            />
            {ring !== undefined && <RingState looked={ring} onNext={() => ring.next !== undefined && look(ring.next)} />}
            {ring !== undefined && !isOver && <RingTasks looked={ring} />}
          </div>
          <div className="w-right">
            {isAll ? (
              <NudgeAllTexts nudge={nudge} />
            ) : (
              <>
                <WaitProofs
                  arrows={listed}
                  selected={selected === undefined ? undefined : arrowId(selected)}
                  onSelect={(next) => setChosen({ of, id: next })}
                />
                {left > 0 && (
                  <button type="button" className="btn small ghost more-rows" onClick={() => setMost(most + rowsAtOnce)}>
                    Show more, {count(left)} left
                  </button>
                )}
                {row !== undefined && selected !== undefined ? (
                  <WayOut
                    arrow={selected}
                    row={row}
                    isWaiting={arrows.some(({ from }) => from === selected.to)}
                    ways={offered}
                    free={free}
                    number={listed.indexOf(selected) + 1}
                    message={message}
                  />
                ) : asking !== undefined ? (
                  <NoMessageEnds row={asking} onClose={close} />
                ) : (
                  !isClosed && (
                    <p className="small mid" role="status">
                      {selected === undefined
                        ? 'The wait that you looked at has ended. Select another one.'
                        : 'No message asks for this: the agent itself reports that it waits.'}
                    </p>
                  )
                )}
              </>
            )}
            {own !== undefined && <FieldFault fault={own} />}
          </div>
        </div>
      )}
      <footer>
        {ring !== undefined && !isClosed && !isAll && (
          <button type="button" className="btn ghost" onClick={() => void ignore()}>
            Ignore for 30 m
          </button>
        )}
        {ring !== undefined && (
          <button type="button" className="btn ghost" onClick={keep}>
            Keep as a case
          </button>
        )}
        {isAll && (
          // Not where the button was that led here: the second click of two would lead back.
          <button type="button" ref={back} className="btn" onClick={() => setNudging(false)}>
            Back
          </button>
        )}
        <span className="end small dim cut">{hasActs && (isAll || !isMine) && `Sent as you${isAll ? '' : `, not as ${debtor}`}.`}</span>
        {ring !== undefined && !isClosed && !isAll && (
          <button type="button" ref={into} className="btn" onClick={() => setNudging(true)}>
            Nudge all {count(ring.inRing.length)}
          </button>
        )}
        {hasActs ? (
          <button
            type="button"
            className="btn primary"
            disabled={!canSend}
            aria-busy={isAll ? nudge.isBusy : message.isBusy}
            onClick={() => void send()}
          >
            {isAll
              ? nudge.isSent
                ? 'Sent'
                : `Send ${counted(nudge.total, 'reminder')}`
              : message.isSent
                ? 'Sent'
                : sendWords[message.way]}{' '}
            <KeyCap text={keyCaps('$mod+Enter').join(' ')} />
          </button>
        ) : (
          <button type="button" ref={closing} className="btn primary" onClick={close}>
            Close
          </button>
        )}
      </footer>
    </ModalFrame>
  )
}

/** Who could do what is owed instead of its debtor. */
function useFreeAgent(row: DebtRow | undefined, ring: readonly string[] = noNames): FreeAgent | undefined {
  const now = useNow(60_000)
  const agents = useApp((state) => state.state?.agents)
  const debts = useApp((state) => state.state?.desk.agents)
  return row === undefined || agents === undefined || debts === undefined ? undefined : freeAgent({ row, ring, agents, debts, now })
}

const tabWords: Readonly<Record<WaitTab, string>> = { deadlock: 'Deadlock', mine: 'On you', all: 'All' }
const sendWords: Readonly<Record<Way, string>> = {
  answer: 'Send answer',
  nudge: 'Send reminder',
  reassign: 'Send',
  break: 'Send and end it',
}
