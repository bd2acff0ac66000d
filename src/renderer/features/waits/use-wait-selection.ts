import { useMemo, useState } from 'react'
import type { WaitArrowRow } from '../../../api/desk.ts'
import type { Stuck } from '../../../core/stuck.ts'
import { useApp } from '../state/store.ts'
import { arrowId, cheapest, type WaitTab } from './shown-waits.ts'
import { closedRings, useLookedRing, type AskedWaits, type LookedRing, type ShownWaits } from './use-looked-ring.ts'

/** Rows of a long list that are shown at first, and how many more at a time. */
const rowsAtOnce = 50

/** Which list is shown, and which wait of it is selected. */
export interface WaitSelection {
  readonly tab: WaitTab
  setTab(tab: WaitTab): void
  readonly counts: Readonly<Record<WaitTab, number>>
  /** The ring that was looked at last. */
  readonly looked: LookedRing | undefined
  /** The same while its tab is shown. */
  readonly ring: LookedRing | undefined
  look(ring: Stuck): void
  /** All rows of the tab, those of them that are shown, and how many are not. */
  readonly list: readonly WaitArrowRow[]
  readonly listed: readonly WaitArrowRow[]
  readonly left: number
  showMore(): void
  /** Undefined: the wait that was selected has ended. */
  readonly selected: WaitArrowRow | undefined
  /** It waits for the operator. */
  readonly isMine: boolean
  select(arrow: string): void
}

/** Keeps what is selected among the waits while these change. */
export function useWaitSelection(shown: ShownWaits, asked: AskedWaits): WaitSelection {
  const { arrows } = shown
  const operator = useApp((state) => state.state?.agents.find(({ isOperator }) => isOperator)?.id ?? state.state?.info.operator)
  const rings = useMemo(() => closedRings(shown), [shown])
  const { looked, look } = useLookedRing(shown, rings, asked)
  const [tab, setTab] = useState<WaitTab>(() =>
    looked === undefined || (asked.agent !== undefined && !looked.ring.agents.includes(asked.agent)) ? 'all' : 'deadlock',
  )
  const ring = tab === 'deadlock' ? looked : undefined
  const mine = arrows.filter(({ to }) => to === operator)
  const list = { deadlock: looked === undefined ? [] : [...looked.inRing, ...looked.around], mine, all: arrows }[tab]
  const [most, setMost] = useState(() => Math.max(rowsAtOnce, 1 + placeOf(asked.agent, arrows)))
  const listed = list.slice(0, most)
  const usual = ring === undefined ? listed[Math.max(0, placeOf(asked.agent, listed))] : cheapest(ring.ring, ring.inRing)
  const [chosen, setChosen] = useState<{ readonly of: string; readonly id: string }>()
  const of = ring === undefined ? tab : `${tab} ${ring.ring.id}`
  // Selected once: while the waits change, nothing else may come under the operator's hand.
  if (usual !== undefined && chosen?.of !== of) setChosen({ of, id: arrowId(usual) })
  const selected = listed.find((arrow) => arrowId(arrow) === chosen?.id)
  return {
    tab,
    setTab,
    counts: { deadlock: rings.length, mine: mine.length, all: arrows.length },
    looked,
    ring,
    look,
    list,
    listed,
    left: list.length - listed.length,
    showMore: () => setMost(most + rowsAtOnce),
    selected,
    isMine: selected?.to === operator,
    select: (id) => setChosen({ of, id }),
  }
}

/** Place of what the agent waits for that the dialog was opened for, or else of who waits for it; -1: there is neither. */
function placeOf(agent: string | undefined, arrows: readonly WaitArrowRow[]): number {
  const own = arrows.findIndex(({ from }) => from === agent)
  return own >= 0 ? own : arrows.findIndex(({ to }) => to === agent)
}
