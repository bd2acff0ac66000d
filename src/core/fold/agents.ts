import type { Agent, AgentName } from '../agent.ts'
import { limits } from '../limits.ts'
import { isEveryone } from '../names.ts'
import { thoseKept } from './recent.ts'
import { nameKey, type NameRow } from './names.ts'
import { agedStatus, currentStatus, type DownSince } from './status.ts'
import { hoursUntil, tallyOf, type DayStart } from './tally.ts'

/** What turns names into agents: the operator's decisions and the clock. */
export interface AgentsInput {
  readonly rows: Iterable<NameRow>
  /** `${source}|${name}` → agent id, for names that the operator joined or split. */
  readonly aliases: ReadonlyMap<string, string>
  /** The operator's name. */
  readonly operator: string
  readonly now: number
  readonly dayStart: DayStart
  /** Unread messages by sender, `${source}|${name}`. */
  readonly unread: ReadonlyMap<string, number>
  readonly downSince: DownSince
}

/** The agent that a name belongs to: the operator's decision, otherwise the agent with exactly that name. */
export function agentOf(aliases: ReadonlyMap<string, string>, source: string, name: string): string {
  return aliases.size === 0 ? name : (aliases.get(nameKey(source, name)) ?? name)
}

/** The agents of a workspace. */
export interface AgentList {
  /** With all their names; `limits.agentsListed` of them, half of which sent most and the others were active last, in order of appearance. */
  readonly agents: Agent[]
  /** How many are left out. */
  readonly more: number
  /** When the evidence for a status next expires, ms. */
  readonly changesAt: number | undefined
}

/** Builds agents from names, the operator's decisions and the clock. */
export function agentsOf(input: AgentsInput): AgentList {
  const groups = groupNames(input.rows, input.aliases)
  const all = [...groups].map(([id, names]) => ({
    id,
    names,
    lastOrd: Math.max(...names.map((row) => row.lastOrd)),
    sent: sum(names.map((row) => row.sent)),
  }))
  const listed = thoseKept(all, limits.agentsListed, { rank: ({ lastOrd }) => lastOrd, weight: ({ sent }) => sent })
  const agents = listed
    .toSorted((a, b) => (a.names[0]?.first ?? 0) - (b.names[0]?.first ?? 0))
    .map(({ id, names }) => agentFrom(id, names, input))
  const ends = listed.flatMap(({ names }) => names.flatMap((row) => row.presence?.until ?? [])).filter((until) => until > input.now)
  return { agents, more: all.length - listed.length, changesAt: ends.length === 0 ? undefined : Math.min(...ends) }
}

/** Names by agent id, each list in order of appearance. */
export function groupNames(rows: Iterable<NameRow>, aliases: ReadonlyMap<string, string>): Map<string, NameRow[]> {
  const groups = new Map<string, NameRow[]>()
  for (const row of [...rows].toSorted((a, b) => a.first - b.first)) {
    if (isOnlyAddressed(row)) continue
    const id = agentOf(aliases, row.source, row.name)
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [row])
    else group.push(row)
  }
  return groups
}

/** A word for everyone, unless somebody is really called so. */
function isOnlyAddressed({ name, sent, presence, profile }: NameRow): boolean {
  return isEveryone(name) && sent === 0 && presence === undefined && profile === undefined
}

/** The profile to show: among several names with a file, the one that appeared last. */
export function profileOf(names: readonly NameRow[]): NameRow['profile'] {
  return names.findLast((row) => row.profile !== undefined)?.profile
}

function agentFrom(id: string, names: readonly NameRow[], input: AgentsInput): Agent {
  const isOperator = names.some((row) => row.name === input.operator)
  const seen = names.flatMap((row) => row.lastSeen ?? [])
  const profile = profileOf(names)
  const hours = names.map((row) => hoursUntil(row.hours, input.now))
  const told = currentStatus(
    names.flatMap(({ presence, source }) => (presence === undefined ? [] : agedStatus(presence, input.downSince(source), input.now))),
  )
  const task = told?.holds === true ? names.find((row) => row.presence?.event === told.status.event)?.presence?.task : undefined
  return {
    id,
    name: names.find((row) => row.name === id)?.name ?? names[0]?.name ?? id,
    isOperator,
    hue: isOperator ? 0 : ((names[0]?.first ?? 0) % 8) + 1,
    names: names.slice(0, limits.observers).map((row, at) => agentName(row, at, input.aliases)),
    status: told?.status ?? { word: '?', evidence: 'unknown', said: 'not reported' },
    ...(profile?.role !== undefined && { role: profile.role }),
    ...(task !== undefined && { task }),
    ...(profile?.instructions !== undefined && { instructions: profile.instructions }),
    ...(profile?.definedIn !== undefined && { definedIn: profile.definedIn }),
    ...(profile?.handoffTo !== undefined && { handoffTo: profile.handoffTo }),
    ...(seen.length > 0 && { lastSeen: Math.max(...seen) }),
    sentToday: sum(names.map((row) => tallyOf(row.day, input.now, input.dayStart))),
    sent: sum(names.map((row) => row.sent)),
    unread: isOperator ? 0 : sum(names.map((row) => input.unread.get(nameKey(row.source, row.name)) ?? 0)),
    activity: Array.from({ length: 24 }, (_, at) => sum(hours.map((row) => row[at] ?? 0))),
  }
}

function agentName(row: NameRow, at: number, aliases: ReadonlyMap<string, string>): AgentName {
  const by = aliases.has(nameKey(row.source, row.name)) ? 'operator' : at === 0 ? 'itself' : 'same name'
  const isHeard = row.sent > 0 || row.presence !== undefined || row.profile !== undefined
  return { source: row.source, protocol: row.protocol, name: row.name, by, ...(isHeard ? {} : { silent: true as const }) }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
