import type { FlowRing } from '../flow.ts'
import type { LaneRow } from './lanes.ts'
import type { Deck, Stem } from './stems.ts'
import { xOf, type TimeScale } from './scale.ts'

/** Agents that wait for each other: the lanes are tinted while they do, and if they do at the right edge, arrows in the gutter go from who owes to who waits. */
export interface RingMark {
  readonly id: string
  readonly ring: FlowRing
  readonly tints: readonly { readonly x: number; readonly y: number; readonly width: number; readonly height: number }[]
  /** Heights of life lines, from the debtor to the creditor; the longest is outermost. */
  readonly arrows: readonly { readonly from: number; readonly to: number; readonly depth: number }[]
}

/** The deadlocks of the window whose agents are on screen. Those in one folded row are in its head only. */
export function ringsOf(
  rings: readonly FlowRing[],
  rows: readonly LaneRow[],
  deckOf: (agent: string) => Deck | undefined,
  scale: TimeScale,
): readonly RingMark[] {
  return rings.flatMap((ring) => {
    const { since, until = Infinity } = ring
    if (ring.detector !== 'deadlock' || since > scale.to || until < scale.from) return []
    const decks = ring.agents.map(deckOf)
    const names = new Set(decks.flatMap((deck) => deck?.row ?? []))
    const x = Math.max(0, xOf(scale, since))
    const right = until < scale.to ? xOf(scale, until) : scale.width
    const tints = rows
      .filter(({ id, kind }) => names.has(id) && kind !== 'group')
      .map(({ y, height }) => ({ x, y, width: right - x, height }))
      .reduce<RingMark['tints'][number][]>((all, next) => {
        const last = all.at(-1)
        if (last === undefined || last.y + last.height < next.y) return [...all, next]
        return [...all.slice(0, -1), { ...last, height: next.y + next.height - last.y }]
      }, [])
    // Each agent waits for the next, so the next owes it.
    const atEdge = until < scale.to ? [] : decks
    const arrows = atEdge.flatMap((creditor, at) => {
      const debtor = decks[(at + 1) % decks.length]
      return creditor === undefined || debtor === undefined || creditor.row === debtor.row ? [] : [{ from: debtor.y, to: creditor.y }]
    })
    const lengths = arrows.map(({ from, to }) => Math.abs(from - to))
    const isLongest = (length: number): boolean => arrows.length > 2 && length === Math.max(...lengths)
    return [{ id: ring.id, ring, tints, arrows: arrows.map((arrow, at) => ({ ...arrow, depth: isLongest(lengths[at] ?? 0) ? 1 : 0 })) }]
  })
}

/** Bundles (ids) that go around: a loop or a storm between their sender and a recipient, while it lasts. */
export function loopsOf(rings: readonly FlowRing[], stems: readonly Stem[]): ReadonlySet<string> {
  const around = rings.filter(({ detector }) => detector === 'loop' || detector === 'storm')
  if (around.length === 0) return new Set()
  const isAround = ({ isBundle, messages }: Stem): boolean => {
    const last = messages.at(-1)
    if (!isBundle || last === undefined) return false
    return around.some(
      ({ agents, since }) => last.at >= since && agents.includes(last.from) && last.to.some(({ to }) => agents.includes(to)),
    )
  }
  return new Set(stems.filter(isAround).map(({ id }) => id))
}
