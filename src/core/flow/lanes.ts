import { hugeLanes, mostOpenLanes, type Measures } from './measures.ts'

/** What the order and folding of lanes need to know of an agent. */
export interface LaneAgent {
  readonly id: string
  readonly isOperator: boolean
  /** The group that it belongs to, and its name; equal keys are one group. */
  readonly group: { readonly key: string; readonly name: string }
  /** It, or something about it, needs attention: needs you, lost, overdue, in a ring. */
  readonly needsYou: boolean
  readonly isTrouble: boolean
  /** When it last did something, ms; 0: never. */
  readonly lastSeen: number
}

/** The fixed order: groups, and agents within them. New ones come last; nothing moves by itself. */
export interface LaneOrder {
  readonly groups: readonly string[]
  readonly agents: readonly string[]
}
export const noOrder: LaneOrder = { groups: [], agents: [] }

/**
 * The order with agents that are new. Of groups seen for the first time at once, those that need the operator come first, then the one used last. Unchanged if
 * nothing is new.
 */
export function orderLanes(before: LaneOrder, agents: readonly LaneAgent[]): LaneOrder {
  const knownAgents = new Set(before.agents)
  const knownGroups = new Set(before.groups)
  const newAgents = agents.filter(({ id }) => !knownAgents.has(id))
  const all = [...Map.groupBy(agents.filter(isInGroup), ({ group }) => group.key)]
  const newGroups = all
    .filter(([key]) => !knownGroups.has(key))
    .map(([key, members]) => ({
      key,
      needsYou: members.some(({ needsYou }) => needsYou),
      last: Math.max(...members.map(({ lastSeen }) => lastSeen)),
    }))
    .toSorted((a, b) => Number(b.needsYou) - Number(a.needsYou) || b.last - a.last)
  if (newAgents.length === 0 && newGroups.length === 0) return before
  return {
    groups: [...before.groups, ...newGroups.map(({ key }) => key)],
    agents: [...before.agents, ...newAgents.map(({ id }) => id)],
  }
}

const isInGroup = ({ isOperator }: LaneAgent): boolean => !isOperator

/**
 * Groups that arrive folded: beyond 12 open lanes those without trouble, in the order of the groups; beyond 40 lanes all. A single group stays open up to 40.
 */
export function foldAtFirst(agents: readonly LaneAgent[], order: LaneOrder): ReadonlySet<string> {
  const groups = Map.groupBy(agents.filter(isInGroup), ({ group }) => group.key)
  if (agents.length > hugeLanes) return new Set(groups.keys())
  if (groups.size < 2) return new Set()
  const isTroubled = (members: readonly LaneAgent[]): boolean => members.some((agent) => agent.needsYou || agent.isTrouble)
  let open = agents.length - agents.filter(isInGroup).length
  for (const members of groups.values()) if (isTroubled(members)) open += members.length
  const folded = new Set<string>()
  for (const key of order.groups) {
    const members = groups.get(key) ?? []
    if (members.length === 0 || isTroubled(members)) continue
    if (open + members.length > mostOpenLanes) folded.add(key)
    else open += members.length
  }
  return folded
}

export type LaneKind = 'lane' | 'quiet' | 'group' | 'folded'

/** One row of the plot. */
export interface LaneRow {
  /** Agent (id) of a lane; `group:` and the key of a head or a folded group. */
  readonly id: string
  readonly kind: LaneKind
  readonly y: number
  readonly height: number
  /** The agents (ids) that it represents. */
  readonly agents: readonly string[]
  /** Key and name of its group; absent: you, or no grouping. */
  readonly group?: { readonly key: string; readonly name: string }
}

const groupRow = (key: string): string => `group:${key}`

interface ArrangeOptions {
  readonly order: LaneOrder
  readonly folded: ReadonlySet<string>
  /** Agents (ids) whose lanes are narrow: nothing happened in the window. */
  readonly quiet: ReadonlySet<string>
  readonly measures: Measures
  /** Without grouping there are no heads. */
  readonly isGrouped: boolean
  /** Text of the filter field: only agents and groups with it in their names. */
  readonly names?: (id: string) => string
  readonly filter?: string
}

/** The rows of the plot from top to bottom: you, then each group with its head, or folded in one row. */
export function arrangeLanes(agents: readonly LaneAgent[], options: ArrangeOptions): readonly LaneRow[] {
  const { order, folded, quiet, measures, isGrouped } = options
  const place = new Map(order.agents.map((id, at) => [id, at]))
  const shown = filtered(agents, options).toSorted((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity))
  const rows: LaneRow[] = []
  let y = 0
  const add = (row: Omit<LaneRow, 'y'>): void => {
    rows.push({ ...row, y })
    y += row.height
  }
  const addLane = (agent: LaneAgent): void => {
    const isQuiet = quiet.has(agent.id)
    add({
      id: agent.id,
      kind: isQuiet ? 'quiet' : 'lane',
      height: isQuiet ? measures.quiet : measures.lane,
      agents: [agent.id],
      ...(isGrouped && !agent.isOperator && { group: agent.group }),
    })
  }
  shown.filter(({ isOperator }) => isOperator).forEach(addLane)
  const others = shown.filter(isInGroup)
  if (!isGrouped) {
    others.forEach(addLane)
    return rows
  }
  const groups = Map.groupBy(others, ({ group }) => group.key)
  for (const key of order.groups) {
    const members = groups.get(key)
    const group = members?.[0]?.group
    if (members === undefined || group === undefined) continue
    const ids = members.map(({ id }) => id)
    if (folded.has(key)) {
      add({ id: groupRow(key), kind: 'folded', height: measures.folded, agents: ids, group })
      continue
    }
    // Dense lanes are for seeing all of them: a head would take the place of one.
    if (!measures.isDense) add({ id: groupRow(key), kind: 'group', height: measures.group, agents: ids, group })
    members.forEach(addLane)
  }
  return rows
}

function filtered(agents: readonly LaneAgent[], { filter = '', names = (id) => id }: ArrangeOptions): readonly LaneAgent[] {
  const wanted = filter.trim().toLowerCase()
  if (wanted === '') return agents
  return agents.filter(({ id, group }) => names(id).toLowerCase().includes(wanted) || group.name.toLowerCase().includes(wanted))
}
