import type { DebtRow } from './debt.ts'
import type { Evidence } from './event.ts'

/**
 * Who waits for whom: an arrow from the creditor to the debtor of every open debt that waits for no other, and one for every wait that an agent declared.
 * Nodes are agents (ids). An agent waits for all of its arrows; a debt of a group has none, because any of them may help.
 */

/** One arrow: `from` waits for `to`. */
export interface WaitArrow {
  readonly from: string
  readonly to: string
  /** Since when it is unchanged, ms. */
  readonly since: number
  readonly evidence: Evidence
  /** The debt that makes it; absent: `from` says that it waits. */
  readonly row?: DebtRow
  /** Event that says so. */
  readonly event: string
  /** It was read from history, not seen happening. */
  readonly isLate: boolean
}

/** An agent (id) says that it waits for another. */
export interface DeclaredWait {
  readonly by: string
  readonly on: string
  readonly since: number
  readonly event: string
}

/** Agents are followed up to this many. */
const mostAgents = 2_000

/**
 * The arrows of a workspace, one for each debt or declaration. Pure.
 * @param agentOf the agent (id) behind a name on a source
 */
export function waitArrows(
  rows: readonly DebtRow[],
  declared: readonly DeclaredWait[],
  agentOf: (source: string, name: string) => string,
): WaitArrow[] {
  const arrows: WaitArrow[] = []
  const add = (arrow: WaitArrow): void => {
    if (arrow.from !== arrow.to) arrows.push(arrow)
  }
  for (const row of rows) {
    const { debt, creditor, debtor } = row
    if (debt.state !== 'open' || debtor === undefined) continue
    const { sign: since, evidence, ask: event, source } = debt
    const isLate = debt.late === true
    if (debt.waitsFor === undefined) add({ from: creditor, to: debtor, since, evidence, row, event, isLate })
    for (const name of debt.awaitedNames ?? [])
      add({ from: debtor, to: agentOf(source, name), since, evidence: 'declared', row, event, isLate })
  }
  for (const { by, on, since, event } of declared) add({ from: by, to: on, since, evidence: 'declared', event, isLate: false })
  return arrows
}

/** For each agent, those that its arrows point to. */
export type WaitGraph = ReadonlyMap<string, ReadonlySet<string>>

/** The graph of some arrows, each once, however many debts make it. Pure. */
export function graphOf(arrows: readonly Pick<WaitArrow, 'from' | 'to'>[]): WaitGraph {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of arrows) connect(graph, from, to)
  return graph
}

/** Adds an arrow to a graph; of too many agents, those that were there first keep theirs. */
export function connect(graph: Map<string, Set<string>>, from: string, to: string): void {
  const known = graph.get(from)
  if (known !== undefined) known.add(to)
  else if (graph.size < mostAgents) graph.set(from, new Set([to]))
}

/**
 * Groups of two or more agents in which everybody waits for somebody in it, directly or through others (strongly connected components), each sorted.
 * Linear in arrows (Tarjan); without recursion, so that no chain is too long. Pure.
 */
export function ringsOf(next: WaitGraph): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const rings: string[][] = []

  const enter = (node: string): { readonly node: string; readonly left: Iterator<string> } => {
    index.set(node, index.size)
    low.set(node, index.size - 1)
    stack.push(node)
    onStack.add(node)
    return { node, left: (next.get(node) ?? new Set<string>()).values() }
  }
  const lower = (node: string, to: number): void => void low.set(node, Math.min(low.get(node) ?? to, to))

  for (const start of next.keys()) {
    if (index.has(start)) continue
    const path = [enter(start)]
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { value, done } = top.left.next()
      if (done !== true) {
        if (!index.has(value)) path.push(enter(value))
        else if (onStack.has(value)) lower(top.node, index.get(value) ?? 0)
        continue
      }
      path.pop()
      const above = path.at(-1)
      if (above !== undefined) lower(above.node, low.get(top.node) ?? 0)
      if (low.get(top.node) !== index.get(top.node)) continue
      const ring = stack.splice(stack.indexOf(top.node))
      for (const node of ring) onStack.delete(node)
      if (ring.length > 1) rings.push(ring.toSorted())
    }
  }
  return rings
}

/** The shortest way around a ring, from its first agent, for people to read: each waits for the next, and the last for the first. Pure. */
export function wayAround(ring: readonly string[], next: WaitGraph): string[] {
  const members = new Set(ring)
  const start = ring[0] ?? ''
  const before = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    const waited = next.get(node) ?? new Set()
    if (waited.has(start)) return backFrom(node, before)
    for (const to of [...waited].toSorted()) {
      if (!members.has(to) || before.has(to)) continue
      before.set(to, node)
      queue.push(to)
    }
  }
  return [...ring]
}

function backFrom(end: string, before: ReadonlyMap<string, string>): string[] {
  const way = [end]
  for (let at = before.get(end); at !== undefined; at = before.get(at)) way.push(at)
  return way.toReversed()
}
