import { nameKey } from '../../core/fold/names.ts'
import type { FlowRing } from '../../core/flow.ts'
import { limits } from '../../core/limits.ts'
import type { Stuck } from '../../core/stuck.ts'
import { waysOut } from '../../core/stuck/deadlock.ts'
import { pastDeadlocks, pastWaits, quietParts, spokeIn, type PastDeadlock, type Spoken } from '../../core/stuck/past-deadlocks.ts'
import { deadlockOf } from '../desk/stuck/reports.ts'
import type { Journal } from '../../core/journal.ts'
import type { Window } from './debts.ts'
import type { Known } from './known.ts'

/** The newest messages of a ring's agents that say whether one of them spoke to another. */
const mostSaid = 200

/** Agents that cannot go on by themselves: those that are stuck at the moment that is looked at, and the deadlocks of a window that were over by then. */
export function ringsOf(journal: Pick<Journal, 'page' | 'lastPlace'>, workspace: string, window: Window, known: Known): FlowRing[] {
  const current = known.stuck
    .filter(({ since }) => since < window.to)
    .slice(0, limits.stuck)
    .map((stuck) => ringOf(stuck))
  if (current.length === limits.stuck) return current
  const rows = known.lists.between(window.from, window.to)
  const { agentOf, operatorId: operator } = known
  const least = known.limits.stuck.deadlock * 60_000
  const lasted = (since: number, until: number): number => until - since - known.stoodStill(since) + known.stoodStill(until)
  const waits = pastWaits(rows.slice(-limits.flowDebts), { actsOf: (key) => known.debts.actsOf(key), agentOf })
  const over = pastDeadlocks(waits, { ...window, operator, least, lasted })
    .slice(-limits.stuck)
    .flatMap((ring) => {
      const stuck = deadlockOf(ring, waysOut(ring))
      const isCurrent = current.some(({ id, since }) => id === stuck.id && ring.until > since)
      if (isCurrent || ring.until > known.at) return []
      return quietParts(ring, saidIn(ring), { least, lasted }).map((part) => ({
        ...ringOf({ ...stuck, id: `${stuck.id} ${part.since}`.slice(0, limits.debtKey), since: part.since }),
        until: part.until,
      }))
    })
  return [...current, ...over.filter(({ since, until }) => since < window.to && until >= window.from)].slice(0, limits.stuck)

  /** When its agents spoke to each other. Of very many messages the newest are read: before them, somebody spoke all the time. */
  function saidIn(ring: PastDeadlock): number[] {
    const { members, since, until } = ring
    const inRing = new Set<string>(members)
    const names = known.names
      .filter(({ source, name }) => inRing.has(agentOf(source, name)))
      .map(({ source, name }) => nameKey(source, name))
    const filter = { names, kinds: ['message'] }
    const { events } = journal.page({ workspace, filter, before: journal.lastPlace(workspace, until), limit: mostSaid })
    const said = events.filter(({ at, late }) => at > since && at < until && late !== true)
    const spoken = said.flatMap(({ source, body, at }): Spoken[] =>
      body.kind === 'message' ? [{ at, from: agentOf(source, body.from), to: body.to.map((name) => agentOf(source, name)) }] : [],
    )
    const spoke = spokeIn(ring, spoken)
    return events.length < mostSaid ? spoke : [...spoke, Math.min(...said.map(({ at }) => at))]
  }
}

function ringOf({ id, detector, agents, since, evidence, text, debts }: Stuck): FlowRing {
  return { id, detector, agents, since, evidence, text, debts }
}
