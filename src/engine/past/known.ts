import type { Agent } from '../../core/agent.ts'
import type { Event } from '../../core/event.ts'
import { agentOf, agentsOf } from '../../core/fold/agents.ts'
import type { CountsFold } from '../../core/fold/counts.ts'
import type { DebtsFold } from '../../core/fold/debts.ts'
import { nameKey } from '../../core/fold/names.ts'
import { lazy } from '../../core/lazy.ts'
import { stoodStillIn } from '../../core/stood-still.ts'
import type { Link } from '../../core/link.ts'
import { needOfStuck, rankNeeds, withoutCovered, type Need } from '../../core/need.ts'
import type { Stuck } from '../../core/stuck.ts'
import { localDayStart } from '../day-start.ts'
import type { DebtFolds } from '../desk/debt-folds.ts'
import { isLate } from '../desk/start.ts'
import { openStuck } from '../desk/stuck.ts'
import type { DeskView } from '../desk/view.ts'
import type { Known } from '../flow/known.ts'
import type { ListFolds } from '../folds/folds.ts'
import type { Reading } from '../services.ts'
import { archiveIn, openWithoutArchives } from '../without-archives.ts'
import type { PastFacts } from './facts.ts'
import type { ListsAt } from './lists-at.ts'

/** What a workspace knew at a moment in the past. */
export interface PastKnown extends Known, DeskView {
  readonly debts: DebtsFold
  readonly counts: Pick<CountsFold, 'messages' | 'today'>
  readonly agents: { readonly agents: readonly Agent[]; readonly more: number }
  /** Links as they are configured now, with the status of then; absent: it was not recorded. */
  readonly lamps: ReadonlyMap<string, Link['status']>
  /** What debts and stuck agents needed of the operator, most urgent first. */
  readonly needs: readonly Need[]
  /** The archives that all of this was made without, as far as it was asked for. */
  without(): readonly string[]
}

/** The folds as of a moment, and the archives that they were made without. */
interface FoldsThen {
  readonly lists: ListFolds
  readonly debts: Pick<DebtFolds, 'debts' | 'talk'>
  readonly listsAt: ListsAt
  readonly without: readonly string[] | undefined
}

/** The newest events by then that say what is stuck. */
const stuckEvents = 200

/** What was known at `at` (ms), when `cursor` was the newest event, of the folds as of then. */
export function knownAt(
  reading: Reading,
  workspace: string,
  facts: PastFacts,
  { lists: folds, debts: debtFolds, listsAt, without: before }: FoldsThen,
  at: number,
  cursor: number,
): PastKnown {
  const { protocols } = reading
  const { debts } = debtFolds
  const { operator, operatorId, own, aliases, limits, links, stood } = facts
  /** By source and name: asked several times for every debt. */
  const ids = new Map<string, Map<string, string>>()
  const idOf = (source: string, name: string): string => {
    const known = ids.get(source) ?? new Map<string, string>()
    const id = known.get(name) ?? (own.has(nameKey(source, name)) || name === operator ? operatorId : agentOf(aliases, source, name))
    ids.set(source, known.set(name, id))
    return id
  }
  const without = openWithoutArchives(reading, before)
  const read = (events: readonly Event[]): readonly Event[] => {
    without.took(events)
    return events
  }
  const lamps = new Map(
    read(reading.journal.lastOf(workspace, 'lamp', at)).flatMap(({ source, body }): [string, Link['status']][] => {
      if (body.kind !== 'lamp') return []
      const { lamp, text, reason, since } = body
      return [[source, { lamp, text, since, ...(reason !== undefined && { reason: { code: 'unavailable', message: reason } }) }]]
    }),
  )
  const downSince = (link: string): number | undefined => {
    const status = lamps.get(link)
    return status === undefined || status.lamp === 'up' ? undefined : status.since
  }
  const untilNow = stoodStillIn(stood)
  const stoodSince = untilNow(at)
  const stoodStill = (since: number): number => Math.max(0, untilNow(since) - stoodSince)
  const lists = listsAt.read(debtFolds, facts, {
    agentOf: idOf,
    operator: operatorId,
    limits,
    declared: (protocol) => protocols.get(protocol)?.agentLimits,
    now: at,
    presence: { names: () => folds.names.rows(), downSince },
    dayStart: localDayStart(at),
    start: facts.start.at,
    removedAt: (link) => {
      const removed = facts.removed.get(link)?.at
      return removed === undefined || removed > at ? undefined : removed
    },
    stoodStill,
    // A moment is looked at for long enough: nothing has to settle in it.
    shownAfter: 0,
  })
  const names = [...folds.names.rows()]
  const watch = lazy(() => {
    const watched = openStuck({
      agentOf: idOf,
      operator: () => operatorId,
      actsOf: (event) => protocols.get(event.protocol)?.acts(event, operator) ?? [],
      isLate: (event) => isLate(event, facts.start),
      recent: () =>
        read(
          reading.journal.steps({ workspace, after: 0, before: cursor + 1, limit: stuckEvents, upTo: cursor }).map(({ event }) => event),
        ),
      now: () => at,
    })
    const { stuck } = watched.read({
      lists,
      limits: limits.stuck,
      links: links.flatMap((link) => {
        const status = lamps.get(link.id)
        return status === undefined ? [] : [{ ...link, status }]
      }),
      now: at,
      stoodStill,
      actsOf: (key) => debts.actsOf(key),
    })
    return { stuck, arrows: lazy(() => watched.arrows(lists)) }
  })
  const stuck = (): readonly Stuck[] => watch().stuck
  const agents = lazy(() => agentsOf({ rows: names, aliases, operator, now: at, dayStart: localDayStart, unread: new Map(), downSince }))
  return {
    at,
    cursor,
    operator,
    operatorId,
    agentOf: idOf,
    aliases,
    names,
    conversations: [...folds.conversations.rows()],
    lists,
    debts,
    limits,
    get stuck() {
      return stuck()
    },
    arrows: () => watch().arrows(),
    downSince,
    links,
    stoodStill,
    counts: folds.counts,
    get agents() {
      return agents()
    },
    lamps,
    get needs() {
      const covered = new Set(stuck().flatMap(({ debts: keys }) => keys))
      return rankNeeds(withoutCovered([...lists.needs(covered), ...stuck().map(needOfStuck)], covered), at)
    },
    without: () => (without.looks() ?? []).map(archiveIn),
  }
}
