import type { WaitArrowRow } from '../../../api/desk.ts'
import type { Stuck } from '../../../core/stuck.ts'

export const waitTabs = ['deadlock', 'mine', 'all'] as const
export type WaitTab = (typeof waitTabs)[number]

/** The same for as long as an arrow stands. */
export function arrowId({ from, to, event, row }: WaitArrowRow): string {
  return [from, to, row?.debt.key ?? event].join(' ')
}

/** The arrows of a ring, in the order of the ring: each member waits for the next. Pure. */
export function ringArrows({ agents }: Pick<Stuck, 'agents'>, arrows: readonly WaitArrowRow[]): WaitArrowRow[] {
  return agents.flatMap((from, at) => {
    const to = agents[(at + 1) % agents.length]
    return arrows.filter((arrow) => arrow.from === from && arrow.to === to)
  })
}

/** Who waits for somebody in a ring without being in it. Pure. */
export function outsiders({ agents }: Pick<Stuck, 'agents'>, arrows: readonly WaitArrowRow[]): WaitArrowRow[] {
  const members = new Set(agents)
  return arrows.filter(({ from, to }) => members.has(to) && !members.has(from))
}

/** The arrow that costs least to end: that of the first debt of the condition, which the engine sorts by cost. Pure. */
export function cheapest({ debts }: Pick<Stuck, 'debts'>, arrows: readonly WaitArrowRow[]): WaitArrowRow | undefined {
  for (const debt of debts) {
    const found = arrows.find(({ row }) => row?.keys.includes(debt) === true)
    if (found !== undefined) return found
  }
  return arrows.find(({ row }) => row !== undefined) ?? arrows[0]
}

/** Agents in the order in which the arrows name them. Pure. */
export function agentsIn(arrows: readonly WaitArrowRow[]): string[] {
  return [...new Set(arrows.flatMap(({ from, to }) => [from, to]))]
}

/** How many wait for each agent, the most first. Pure. */
export function waitedFor(arrows: readonly WaitArrowRow[]): { readonly agent: string; readonly by: readonly string[] }[] {
  const by = new Map<string, Set<string>>()
  for (const { from, to } of arrows) by.set(to, (by.get(to) ?? new Set()).add(from))
  return [...by].map(([agent, names]) => ({ agent, by: [...names] })).toSorted((a, b) => b.by.length - a.by.length)
}
