import type { Agent } from '../../core/agent.ts'
import { agentsOf, groupNames } from '../../core/fold/agents.ts'
import { nameKey, type NameRow } from '../../core/fold/names.ts'
import type { FlowLane } from '../../core/flow.ts'
import { limits } from '../../core/limits.ts'
import { localDayStart } from '../day-start.ts'
import type { Journal } from '../../core/journal.ts'
import type { Window } from './debts.ts'
import type { Known } from './known.ts'
import { lifeOfNames } from './life.ts'

/** Agents as lanes: you first, then in order of appearance; of too many, those that were heard last. */
export function lanesOf(
  journal: Pick<Journal, 'page' | 'involved' | 'lastPlace'>,
  workspace: string,
  window: Window,
  known: Known,
): { readonly lanes: FlowLane[]; readonly more: number } {
  const groups = groupNames(known.names, known.aliases)
  const owing = new Set(known.lists.between(window.from, window.to).flatMap(({ debtor }) => debtor ?? []))
  const { agents, more } = agentsOf({
    rows: known.names,
    aliases: known.aliases,
    operator: known.operator,
    now: Math.min(known.at, window.to),
    dayStart: localDayStart,
    unread: new Map(),
    downSince: known.downSince,
  })
  const heard = (agent: Agent): number => Math.max(...(groups.get(agent.id) ?? []).map(({ lastOrd }) => lastOrd))
  const shown =
    agents.length <= limits.flowLanes
      ? agents
      : agents.toSorted((a, b) => rank(b) - rank(a) || heard(b) - heard(a)).slice(0, limits.flowLanes)
  const isShown = new Set(shown)
  const teams = teamsOf(known)
  const lanes = agents
    .filter((agent) => isShown.has(agent))
    .toSorted((a, b) => rank(b) - rank(a))
    .map((agent) => laneOf(agent, groups.get(agent.id) ?? []))
  return { lanes, more: more + agents.length - shown.length }

  function laneOf(agent: Agent, names: readonly NameRow[]): FlowLane {
    const keys = names.map(({ source, name }) => nameKey(source, name))
    const team = teams.get(agent.id)
    const links = names.toSorted((a, b) => b.lastOrd - a.lastOrd).map(({ source }) => source)
    const { life, lastSign } = lifeOfNames(journal, workspace, names, window, known)
    const counts = journal.involved(workspace, keys, [minuteBefore(window.from), minuteAfter(window.to)])
    const isOwner = owing.has(agent.id)
    return {
      agent: agent.id,
      name: agent.name,
      isOperator: agent.isOperator,
      hue: agent.hue,
      status: agent.status,
      ...(team !== undefined && { team }),
      links: [...new Set(links)].slice(0, limits.observers),
      ...(lastSign !== undefined && { lastSign }),
      life,
      isQuiet: !isOwner && counts.every(([count = 0]) => count === 0),
    }
  }
}

const minuteMs = 60_000
const minuteBefore = (at: number): number => Math.floor(at / minuteMs) * minuteMs
const minuteAfter = (at: number): number => Math.ceil(at / minuteMs) * minuteMs

function rank({ isOperator }: Agent): number {
  return isOperator ? 1 : 0
}

/** The conversation of three or more that each agent is most at home in: the one with the most messages. */
function teamsOf(known: Known): ReadonlyMap<string, string> {
  const found = new Map<string, { readonly count: number; readonly title: string }>()
  for (const { source, members, count, topic, key } of known.conversations) {
    if (members.length < 3) continue
    for (const name of members) {
      const agent = known.agentOf(source, name)
      if (agent !== known.operatorId && (found.get(agent)?.count ?? 0) < count) found.set(agent, { count, title: topic ?? key })
    }
  }
  return new Map([...found].map(([agent, { title }]) => [agent, title]))
}
