import type { DeskState } from '../../../api/desk.ts'
import type { FlowLane, FlowRing } from '../../../core/flow.ts'
import { isOpen, isOverdue } from '../../../core/flow/debt-bars.ts'
import type { FlowRows } from '../../../core/flow/rows.ts'
import type { FlowNames } from './flow-names.ts'
import type { LaneAgent } from '../../../core/flow/lanes.ts'
import type { Grouping } from './state/flow-slice.ts'

/** Agents that are in trouble, with what of it. */
export interface Trouble {
  readonly needsYou: ReadonlySet<string>
  readonly lost: ReadonlySet<string>
  readonly overdue: ReadonlyMap<string, number>
  readonly deadlocks: readonly FlowRing[]
}

/** What is wrong with whom at a moment. Pure. */
export function troubleOf(rows: FlowRows, now: number): Trouble {
  const open = rows.debts.filter((debt) => isOpen(debt, now))
  const overdue = new Map<string, number>()
  for (const debt of open)
    if (debt.debtor !== undefined && isOverdue(debt, now)) overdue.set(debt.debtor, (overdue.get(debt.debtor) ?? 0) + 1)
  return {
    needsYou: new Set([
      ...open.flatMap(({ isMine, creditor }) => (isMine ? [creditor] : [])),
      ...rows.lanes.flatMap(({ agent, status }) => (status.word === 'needs you' ? [agent] : [])),
    ]),
    lost: new Set(rows.lanes.flatMap(({ agent, status }) => (status.word === 'lost' ? [agent] : []))),
    overdue,
    deadlocks: rows.rings.filter(({ detector, until }) => detector === 'deadlock' && until === undefined),
  }
}

/** The agents of a window as the order and folding of lanes see them. Pure. */
export function laneAgents(rows: FlowRows, trouble: Trouble, grouping: Grouping, names: FlowNames): readonly LaneAgent[] {
  return rows.lanes.map((lane) => ({
    id: lane.agent,
    isOperator: lane.isOperator,
    group: groupOf(lane, grouping, names),
    needsYou: trouble.needsYou.has(lane.agent),
    isTrouble:
      trouble.lost.has(lane.agent) ||
      trouble.overdue.has(lane.agent) ||
      trouble.deadlocks.some(({ agents }) => agents.includes(lane.agent)),
    lastSeen: lane.lastSign ?? 0,
  }))
}

/** An agent without a team belongs to the link where it was heard last. */
function groupOf(lane: FlowLane, grouping: Grouping, names: FlowNames): LaneAgent['group'] {
  const [link] = lane.links
  const ofLink = link === undefined ? { key: 'link:', name: 'No link' } : { key: `link:${link}`, name: names.link(link) }
  if (grouping === 'team') return lane.team === undefined ? ofLink : { key: `team:${lane.team}`, name: lane.team }
  if (grouping === 'machine')
    return lane.machine === undefined
      ? { key: 'machine:', name: 'Machine not known' }
      : { key: `machine:${lane.machine}`, name: lane.machine }
  return grouping === 'link' ? ofLink : { key: '', name: '' }
}

/** Agents that did, got or owed something in a window. Pure. */
export function activeAgents(rows: FlowRows, from: number, to: number): ReadonlySet<string> {
  const active = new Set<string>()
  for (const { from: sender, to: heads, at } of rows.messages) {
    if (at < from || at > to) continue
    active.add(sender)
    for (const head of heads) active.add(head.to)
  }
  const overlaps = (since: number, until = Infinity): boolean => since <= to && until >= from
  for (const { debtor, since, until } of rows.debts) if (debtor !== undefined && overlaps(since, until)) active.add(debtor)
  for (const { agent, changes, until } of rows.tasks) if (agent !== undefined && overlaps(changes[0]?.at ?? 0, until)) active.add(agent)
  for (const { agent, from: since, to: until } of rows.answers) if (overlaps(since, until)) active.add(agent)
  for (const { agent, at } of rows.tools) if (at >= from && at <= to) active.add(agent)
  for (const { agent, counts } of rows.bins?.lanes ?? []) if (counts.some((count) => count > 0)) active.add(agent)
  return active
}

/** `you owe 3`. */
export function owesOf(desk: DeskState | undefined, agent: string): number {
  return desk?.agents.find(({ id }) => id === agent)?.owes ?? 0
}
