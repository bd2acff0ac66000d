import type { Agent } from '../../core/agent.ts'
import { agentsOf } from '../../core/fold/agents.ts'
import type { CountsFold } from '../../core/fold/counts.ts'
import type { DebtsFold } from '../../core/fold/debts.ts'
import { nameKey } from '../../core/fold/names.ts'
import type { Event } from '../../core/event.ts'
import type { Link } from '../../core/link.ts'
import { needOfStuck, rankNeeds, withoutCovered, type Need } from '../../core/need.ts'
import type { Stuck } from '../../core/stuck.ts'
import { inSlices, openSlices } from '../../io/slices.ts'
import { localDayStart } from '../day-start.ts'
import type { DebtFolds } from '../desk/debt-folds.ts'
import { openLists } from '../desk/lists.ts'
import { openStuck } from '../desk/stuck.ts'
import type { DeskView } from '../desk/view.ts'
import type { Known } from '../flow/known.ts'
import type { ListFolds } from '../folds.ts'
import type { Room } from '../room.ts'
import type { Services } from '../services.ts'

/** What a workspace knew at a moment in the past. */
export interface PastKnown extends Known, DeskView {
  readonly debts: DebtsFold
  readonly counts: Pick<CountsFold, 'messages' | 'today'>
  readonly agents: { readonly agents: readonly Agent[]; readonly more: number }
  /** Links as they are configured now, with the status of then; absent: it was not recorded. */
  readonly lamps: ReadonlyMap<string, Link['status']>
  /** What debts and stuck agents needed of the operator, most urgent first. */
  readonly needs: readonly Need[]
}

/** Looks at a workspace as of moments in the past. */
export interface Past {
  /** Calls `read` with what was known at `at` (ms). Calls wait for each other; what they get is valid until `read` returns. */
  read<T>(at: number, read: (known: PastKnown) => T): Promise<T>
  close(): void
}

interface Folded {
  readonly lists: ListFolds
  readonly debts: DebtFolds
  /** Up to here they are from checkpoints. */
  readonly base: number
  /** Events up to here are folded. */
  cursor: number
}

/** Events that are read at a time, and folded in one step of a slice. */
const [pageEvents, stepEvents] = [200, 25]
/** From the moment that was looked at last, later ones are reached by folding on, up to so many events away. */
const nearEvents = 2_000
/** Where an event may change what a checkpoint has, an earlier one is taken: before what it replaces, then so many events earlier, and none beyond the last. */
const mostBack = 10_000
const backEvents = [1, 2_000, mostBack]
/** How long the folds of the last moment are kept, ms. */
const keptMs = 60_000
/** How long what was known at a moment is used again, ms: a screen that goes to a moment asks several things about it. */
const sameMs = 1_000
/** The newest events by then that say what is stuck. */
const stuckEvents = 200

/** Opens it; nothing is read before the first call. */
export function openPast(services: Services, room: Pick<Room, 'id' | 'workspace' | 'folds' | 'desk' | 'links'>): Past {
  const { journal, protocols } = services
  let last: Promise<unknown> = Promise.resolve()
  let kept: Folded | undefined
  let timer: NodeJS.Timeout | undefined
  /** What was known at the moment that was looked at last. */
  let made: { readonly known: PastKnown; readonly of: Folded; readonly time: number } | undefined

  async function foldedAt(cursor: number): Promise<Folded> {
    if (kept?.cursor !== cursor) made = undefined
    const isNear = kept !== undefined && kept.cursor <= cursor && cursor - kept.cursor <= nearEvents
    let folded = isNear ? kept : undefined
    kept = undefined // half of it would be wrong if the journal fails in between, and other folds need its memory
    if (folded === undefined) folded = await foldFrom(cursor, cursor)
    else await foldOn(folded, cursor, folded.cursor, folded.cursor)
    const least = Math.max(0, folded.base - mostBack)
    for (const back of backEvents) {
      const { reachesBack } = folded.debts
      if (reachesBack === undefined || folded.base === 0) break
      folded = await foldFrom(Math.max(least, Math.min(reachesBack, folded.base) - back), cursor)
    }
    kept = folded
    return folded
  }

  /** Opens the folds as of a cursor, from checkpoints up to another one. */
  async function foldFrom(upTo: number, cursor: number): Promise<Folded> {
    const [lists, debts] = await Promise.all([room.folds.past(upTo), room.desk.history.past(upTo)])
    const from = Math.min(lists.cursor, debts.cursor)
    const folded: Folded = { lists: lists.folds, debts: debts.folds, base: debts.cursor, cursor: from }
    await foldOn(folded, cursor, lists.cursor, debts.cursor)
    return folded
  }

  /** Adds the events up to a cursor. Each fold already has those up to its own. */
  async function foldOn(folded: Folded, upTo: number, listsFrom: number, debtsFrom: number): Promise<void> {
    const { lists, debts } = folded
    let page: Event[] = []
    await inSlices(() => {
      if (page.length === 0) page = journal.since(room.id, folded.cursor, pageEvents).filter(({ cursor }) => cursor <= upTo)
      const events = page.splice(0, stepEvents)
      for (const event of events.filter(({ cursor }) => cursor > listsFrom)) {
        const replaced = event.supersedes === undefined ? undefined : journal.event(event.supersedes)
        for (const fold of [lists.conversations, lists.names, lists.counts]) fold.apply(event, replaced)
      }
      debts.fold(events.filter(({ cursor }) => cursor > debtsFrom))
      folded.cursor = events.at(-1)?.cursor ?? upTo
      return folded.cursor < upTo
    })
    folded.cursor = upTo
  }

  function knownFrom({ lists: folds, debts: { debts, talk } }: Folded, at: number, cursor: number): PastKnown {
    const { desk } = room
    const { operator } = room.workspace()
    const own = room.folds.own(operator)
    const operatorId = desk.operator()
    const aliases = room.folds.aliases()
    const agentOf = (source: string, name: string): string =>
      own.has(nameKey(source, name)) || name === operator ? operatorId : (aliases.get(nameKey(source, name)) ?? name)
    const lamps = new Map(
      journal.lastOf(room.id, 'lamp', at).flatMap(({ source, body }): [string, Link['status']][] => {
        if (body.kind !== 'lamp') return []
        const { lamp, text, reason, since } = body
        return [[source, { lamp, text, since, ...(reason !== undefined && { reason: { code: 'unavailable', message: reason } }) }]]
      }),
    )
    const stoodStillSince = desk.stoodStill(at)
    const stoodStill = (since: number): number => Math.max(0, desk.stoodStill(since) - stoodStillSince)
    const limits = desk.limits()
    const lists = openLists(talk).read({
      debts,
      agentOf,
      operator: operatorId,
      // Of several decisions about one debt, only the last is stored.
      marks: new Map([...desk.marks.values].filter(([, mark]) => mark.at <= at)),
      limits,
      declared: (protocol) => protocols.get(protocol)?.agentLimits,
      now: at,
      dayStart: localDayStart(at),
      start: desk.history.start.at,
      removedAt: (link) => {
        const removed = desk.history.removedAt(link)
        return removed === undefined || removed > at ? undefined : removed
      },
      stoodStill,
      // A moment is looked at for long enough: nothing has to settle in it.
      shownAfter: 0,
    })
    const downSince = (link: string): number | undefined => {
      const status = lamps.get(link)
      return status === undefined || status.lamp === 'up' ? undefined : status.since
    }
    const names = [...folds.names.rows()]
    const watch = lazy(() => {
      const watched = openStuck({
        agentOf,
        operator: () => operatorId,
        actsOf: (event) => protocols.get(event.protocol)?.acts(event, operator) ?? [],
        isLate: (event) => event.late === true || event.cursor <= desk.history.start.cursor,
        recent: () =>
          journal.steps({ workspace: room.id, after: 0, before: cursor + 1, limit: stuckEvents, upTo: cursor }).map(({ event }) => event),
        now: () => at,
      })
      const { stuck } = watched.read({
        lists,
        limits: limits.stuck,
        links: room.links.list().flatMap((link) => {
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
      agentOf,
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
      stoodStill,
      counts: folds.counts,
      get agents() {
        return agents()
      },
      lamps,
      get needs() {
        const covered = new Set(stuck().flatMap(({ debts: keys }) => keys))
        return rankNeeds(withoutCovered([...lists.needs, ...stuck().map(needOfStuck)], covered), at)
      },
    }
  }

  function knownAt(folded: Folded, at: number, cursor: number): PastKnown {
    const now = performance.now()
    if (made?.of === folded && made.known.at === at && made.known.cursor === cursor && now - made.time < sameMs) return made.known
    const known = knownFrom(folded, at, cursor)
    made = { known, of: folded, time: now }
    return known
  }

  function letGo(): void {
    kept = undefined
    made = undefined
  }

  async function readAt<T>(at: number, read: (known: PastKnown) => T): Promise<T> {
    clearTimeout(timer)
    const cursor = journal.cursorAt(room.id, at)
    const folded = await foldedAt(cursor)
    timer = setTimeout(letGo, keptMs).unref()
    // Each takes longer than a slice, so each has one of its own.
    const slices = openSlices()
    folded.debts.debts.counts()
    await slices.next()
    const known = knownAt(folded, at, cursor)
    await slices.next()
    return read(known)
  }

  return {
    read(at, read) {
      const next = last.then(() => readAt(at, read))
      last = next.catch(() => undefined)
      return next
    },
    close() {
      clearTimeout(timer)
      letGo()
    },
  }
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
