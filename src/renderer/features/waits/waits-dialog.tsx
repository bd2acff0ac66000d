import { X } from 'lucide-react'
import { useId, useState } from 'react'
import type { WaitArrowRow } from '../../../api/desk.ts'
import type { Stuck } from '../../../core/stuck.ts'
import { ModalFrame } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { KeyCap } from '../../ui/key-caps.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { count, counted } from '../../ui/time.ts'
import { nameOf } from '../needs/named-agent.tsx'
import { waitsOverlay } from '../overlays.ts'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useIsLive } from '../state/use-is-live.ts'
import { RingState } from './ring-state.tsx'
import { arrowId, cheapest, outsiders, ringArrows, waitTabs, type WaitTab } from './shown-waits.ts'
import { useWayMessage, ways, type Way } from './use-way-message.ts'
import { WaitProofs } from './wait-proofs.tsx'
import { WaitsGraph } from './waits-graph.tsx'
import './waits.css'
import { WayOut } from './way-out.tsx'

/** Rows of a long list that are shown. */
const mostShown = 50

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
  if (asked === undefined || workspace === undefined || shown === undefined) return null
  if (!shown.ok) return <Waits arrows={[]} stuck={[]} hasMore={false} asked={asked} fault={shown.fault} />
  return <Waits {...shown.value} asked={asked} />
}

interface WaitsProps {
  readonly arrows: readonly WaitArrowRow[]
  readonly hasMore: boolean
  readonly stuck: readonly Stuck[]
  readonly asked: { readonly stuck?: string; readonly agent?: string }
  readonly fault?: React.ComponentProps<typeof FieldFault>['fault']
}

function Waits({ arrows, hasMore, stuck, asked, fault }: WaitsProps): React.JSX.Element {
  const id = useId()
  const setOverlay = useApp((state) => state.setOverlay)
  const operator = useApp((state) => state.state?.agents.find(({ isOperator }) => isOperator)?.id ?? state.state?.info.operator)
  const isLive = useIsLive()
  const close = (): void => setOverlay(undefined)

  const rings = stuck.filter(({ detector }) => detector === 'deadlock')
  const wanted = rings.find((ring) => ring.id === asked.stuck || (asked.agent !== undefined && ring.agents.includes(asked.agent)))
  // The ring that is looked at stays when it is over, with who resolved it.
  const [looked, setLooked] = useState<{ readonly ring: Stuck; readonly arrows: readonly WaitArrowRow[] }>()
  const current = rings.find((ring) => ring.id === looked?.ring.id) ?? (looked === undefined ? (wanted ?? rings[0]) : undefined)
  if (current !== undefined && (looked === undefined || current !== looked.ring)) setLooked({ ring: current, arrows })
  const ring = current ?? looked?.ring
  const isOver = ring !== undefined && current === undefined

  const mine = arrows.filter(({ to }) => to === operator)
  const inRing = ring === undefined ? [] : ringArrows(ring, isOver ? (looked?.arrows ?? []) : arrows)
  const around = ring === undefined ? [] : outsiders(ring, isOver ? (looked?.arrows ?? []) : arrows)
  const [tab, setTab] = useState<WaitTab>(() =>
    asked.agent !== undefined && wanted === undefined ? 'all' : rings.length > 0 ? 'deadlock' : 'all',
  )
  const lists: Readonly<Record<WaitTab, readonly WaitArrowRow[]>> = { deadlock: [...inRing, ...around], mine, all: arrows }
  const listed = lists[tab].slice(0, mostShown)
  const [chosen, setChosen] = useState<string>()
  const usual =
    tab === 'deadlock' && ring !== undefined ? cheapest(ring, inRing) : (listed.find(({ from }) => from === asked.agent) ?? listed[0])
  const selected = listed.find((arrow) => arrowId(arrow) === chosen) ?? usual
  const selectedId = selected === undefined ? undefined : arrowId(selected)
  const row = tab === 'deadlock' && isOver ? undefined : selected?.row
  const isMine = selected?.to === operator
  const offered: readonly Way[] = isMine ? ['answer', 'reassign', 'break'] : ways
  const message = useWayMessage(row, 'answer')
  const canSend = row !== undefined && isLive && message.wire !== undefined && message.fault === undefined
  const send = async (): Promise<void> => {
    if (!canSend) return
    const sent = await message.send()
    if (sent.ok && tab !== 'deadlock') setChosen(undefined)
  }
  const debtor = useApp((state) => (selected === undefined ? '' : nameOf(state, selected.to, row?.debt.source)))
  const counts: Readonly<Record<WaitTab, number>> = { deadlock: rings.length, mine: mine.length, all: arrows.length }

  return (
    <ModalFrame className="dlg who-waits" labelledBy={id} onClose={close}>
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
      {listed.length === 0 || selectedId === undefined ? (
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
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            void send()
          }}
        >
          <div className="w-left">
            <WaitsGraph
              arrows={lists[tab]}
              ring={tab === 'deadlock' && ring !== undefined ? ring.agents : []}
              selected={selectedId}
              isOver={tab === 'deadlock' && isOver}
              onSelect={setChosen}
            />
            {tab === 'deadlock' && ring !== undefined && <RingState ring={ring} arrows={inRing} isOver={isOver} />}
          </div>
          <div className="w-right">
            <WaitProofs arrows={listed} selected={selectedId} onSelect={setChosen} />
            {lists[tab].length > mostShown && <p className="small dim">and {count(lists[tab].length - mostShown)} more</p>}
            {row !== undefined && selected !== undefined ? (
              <WayOut
                arrow={selected}
                row={row}
                isWaiting={arrows.some(({ from }) => from === selected.to)}
                ways={offered}
                number={listed.indexOf(selected) + 1}
                message={message}
              />
            ) : (
              !isOver && <p className="small mid">No message asks for this: the agent itself reports that it waits.</p>
            )}
          </div>
        </div>
      )}
      <footer>
        <span className="end small dim cut">{row !== undefined && !isMine && `Sent as you, not as ${debtor}.`}</span>
        <button type="button" className={row === undefined ? 'btn primary' : 'btn'} onClick={close}>
          Close
        </button>
        {row !== undefined && (
          <button type="button" className="btn primary" disabled={!canSend} aria-busy={message.isBusy} onClick={() => void send()}>
            {sendWords[message.way]} <KeyCap text={keyCaps('$mod+Enter').join(' ')} />
          </button>
        )}
      </footer>
    </ModalFrame>
  )
}

const tabWords: Readonly<Record<WaitTab, string>> = { deadlock: 'Deadlock', mine: 'On you', all: 'All' }
const sendWords: Readonly<Record<Way, string>> = {
  answer: 'Send answer',
  nudge: 'Send reminder',
  reassign: 'Send',
  break: 'Send and end it',
}
