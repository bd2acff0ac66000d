import type { FlowDebt } from '../flow.ts'
import type { Measures } from './measures.ts'
import { xOf, type TimeScale } from './scale.ts'

/** One bar of the owed deck, from the ask to the answer or now. */
export interface DebtBar {
  readonly key: string
  readonly row: string
  readonly x: number
  readonly width: number
  readonly y: number
  /** mine: owed by you · others: owed to others · answered. */
  readonly tone: 'mine' | 'others' | 'answered'
  /** Where its limit passed: the bar is red from here on, with a tick at its start. */
  readonly limitX?: number
  /** It began in the window: the bar has a start. */
  readonly hasStart: boolean
}

/** The oldest open debt of a lane, or the one that is overdue longest. */
export interface DebtAge {
  readonly row: string
  readonly key: string
  readonly age: number
  readonly tone: 'over' | 'mine' | 'others'
}

/** Whether a debt was open at a moment, ms. */
export function isOpen({ until }: Pick<FlowDebt, 'until'>, now: number): boolean {
  return until === undefined || until > now
}

/** Whether a debt was open at a moment, ms, and its limit over. */
export function isOverdue(debt: Pick<FlowDebt, 'until' | 'limitAt'>, now: number): boolean {
  return isOpen(debt, now) && debt.limitAt !== undefined && now > debt.limitAt
}

/** The worst first: overdue, then open, each with the oldest first, then what was answered last. */
function byHarm(now: number): (a: FlowDebt, b: FlowDebt) => number {
  const rank = (debt: FlowDebt): number => (isOverdue(debt, now) ? 0 : isOpen(debt, now) ? 1 : 2)
  return (a, b) => rank(a) - rank(b) || (rank(a) === 2 ? (b.until ?? 0) - (a.until ?? 0) : a.since - b.since)
}

/** The bars of one lane: as many tracks as fit, the worst on the first free one. */
export function debtBarsOf(
  debts: readonly FlowDebt[],
  { row, y }: { readonly row: string; readonly y: number },
  scale: TimeScale,
  now: number,
  measures: Measures,
): { readonly bars: readonly DebtBar[]; readonly worst: DebtAge | undefined } {
  const known = debts.filter(({ since, until }) => since <= Math.min(now, scale.to) && (until === undefined || until >= scale.from))
  const sorted = known.toSorted(byHarm(now))
  const tracks: [number, number][][] = []
  const bars: DebtBar[] = []
  for (const debt of sorted) {
    const end = Math.min(debt.until ?? now, now)
    const track = firstFree(tracks, debt.since, end, measures.owed.most)
    if (track === undefined) continue
    ;(tracks[track] ??= []).push([debt.since, end])
    const x = Math.max(0, xOf(scale, debt.since))
    const right = Math.min(scale.width, xOf(scale, end))
    const limitX = isOverdue(debt, now) ? Math.min(right, Math.max(x, xOf(scale, debt.limitAt ?? now))) : undefined
    bars.push({
      key: debt.key,
      row,
      x,
      width: Math.max(2, right - x),
      y: y + measures.owed.y + track * measures.owed.pitch,
      tone: !isOpen(debt, now) ? 'answered' : debt.isMine ? 'mine' : 'others',
      ...(limitX !== undefined && { limitX }),
      hasStart: debt.since >= scale.from,
    })
  }
  const open = sorted.find((debt) => isOpen(debt, now))
  const worst = open && {
    row,
    key: open.key,
    age: now - open.since,
    tone: isOverdue(open, now) ? ('over' as const) : open.isMine ? ('mine' as const) : ('others' as const),
  }
  return { bars, worst }
}

function firstFree(tracks: readonly (readonly [number, number][])[], from: number, to: number, most: number): number | undefined {
  for (let track = 0; track < most; track++) {
    if (tracks[track]?.some(([start, end]) => from < end && start < to) !== true) return track
  }
  return undefined
}
