import { z } from 'zod'
import { defaultDeskLimits, deskLimitsSchema, type DebtRow, type DeskLimits } from '../core/debt.ts'
import { fail } from '../core/fault.ts'
import { nameKey } from '../core/fold/names.ts'
import { limits } from '../core/limits.ts'
import { needOfStuck, rankNeeds, withoutCovered, type Need } from '../core/need.ts'
import { stoodStillIn } from '../core/stood-still.ts'
import type { Stuck } from '../core/stuck.ts'
import { mostUrgent } from '../core/urgent-needs.ts'
import { localDayStart, nextDayStart } from './day-start.ts'
import { openConditions } from './desk/conditions/all.ts'
import { openDeskDebts } from './desk/debts.ts'
import { openLists, type Lists } from './desk/lists.ts'
import type { Desk, DeskOptions } from './desk/types.ts'
import { openStuck } from './desk/stuck.ts'
import { openMarks } from './desk/marks.ts'
import { openLooks } from './desk/looks.ts'
import { openLoops } from './desk/loops.ts'
import { openPeople } from './desk/people.ts'
import { readable } from './desk/readable.ts'
import { isLate } from './desk/start.ts'
import { openStoppedClock } from './desk/stopped-clock.ts'
import { unmarked } from './desk/with-marks.ts'
import { openKept } from './kept.ts'
import { openPace } from './pace.ts'

/**
 * In a burst, reading the debts again may take long enough to hold up what is being stored. Pushes then do without, for this many times what the last
 * reading took; a list that is asked for is always as of now.
 */
const restTimes = 120
/** No rest is longer, ms. */
const restMost = 10_000
/** After a reading that took less than this there is no rest, ms. */
const quickMs = 4
/** What needs the operator is gathered again for each push, unless that pauses for this long, ms. */
const leastPauseMs = 200
/** While a burst waits to be folded, that is looked for again after this long, ms. */
const putOffMs = 250

/** Opens the desk of a workspace. Time alone changes it at known moments, for which one timer stands. */
export function openDesk(options: DeskOptions): Desk {
  const { services, workspace, operator, folds } = options
  const { journal, now, steady = () => performance.now() } = services
  const { own, operatorId, idOf } = openPeople(folds, operator)
  const clock = openStoppedClock(services, workspace, () => changed())
  const removed = openKept(services, workspace, 'removed link', z.object({ at: z.number() }))
  const storedLimits = openKept(services, workspace, 'desk limits', deskLimitsSchema)
  const marks = openMarks(services, workspace, (key): boolean => kept.debts.get(key) !== undefined)
  const kept = openDeskDebts({
    services,
    workspace,
    operator,
    same: (source, a, b) => idOf(source, a) === idOf(source, b),
    isPinned: (key) => marks.values.get(key)?.verb === 'pin',
    changed: (isAll) => (isAll ? stale() : changed()),
  })
  const conditions = openConditions({
    ...options,
    own,
    isOperator: (source, name) => idOf(source, name) === operatorId(),
    idOf,
    linksOf: (name) => [...folds.names.rows()].flatMap((row) => (row.name === name ? [row.source] : [])),
    start: kept.start.cursor,
    approvalClock() {
      const { operator: minutes } = limitsNow().approve
      return { limitMs: minutes === undefined ? undefined : minutes * 60_000, stoodStill: clock.since, isStanding: clock.isHalted() }
    },
  })
  const stuck = openStuck({
    agentOf: idOf,
    operator: operatorId,
    actsOf: (event) => services.protocols.get(event.protocol)?.acts(event, operator()) ?? [],
    isLate: (event) => isLate(event, kept.start),
    recent: (most) => journal.page({ workspace, filter: {}, limit: most }).events,
    now,
  })
  const loops = openLoops({
    now,
    idOf,
    operator: operatorId,
    talks() {
      all()
      return stuck.talks()
    },
    personSpokeAt: stuck.personSpokeAt,
    endedOf: (agent) => lists(true).ended.of(agent),
  })
  let stuckNow: readonly Stuck[] = []
  let lastStuck: readonly Stuck[] = []
  const keeper = openLists(kept.talk)
  let made: Lists | undefined
  /** Everything is to be read again: names, limits, the operator or the clock changed. */
  let isWhole = true
  /** Keys whose debts or marks changed since the last reading. */
  let changedKeys = new Set<string>()
  let nextAt = Infinity
  let told = 0
  let toldRevision = 0
  let revision = 0
  let shown: { readonly key: string; readonly needs: readonly Need[]; readonly of?: Lists } = { key: '', needs: [] }
  let urgent: { readonly of: readonly Need[]; readonly needs: readonly Need[] } = { of: [], needs: [] }
  const gathering = openPace(restMost)
  /** Until then pushes show what was gathered last, unless something but an event has changed since. */
  let shownUntil = Number.NEGATIVE_INFINITY
  /** Events came since. */
  let hasNews = false
  let restUntil = Number.NEGATIVE_INFINITY
  // Whether or not a screen follows: other workspaces count what needs the operator here.
  const looks = openLooks(services, look)
  looks.soon()

  function limitsNow(): DeskLimits {
    return storedLimits.values.get('all') ?? defaultDeskLimits
  }

  function stale(): void {
    isWhole = true
    changed()
  }

  function marked(keys: Iterable<string>): void {
    for (const key of keys) changedKeys.add(key)
    restUntil = Number.NEGATIVE_INFINITY
    changed()
  }

  /** Something but an event that has just come changed what is shown. */
  function changed(): void {
    shownUntil = Number.NEGATIVE_INFINITY
    looks.soon()
  }

  function look(due: number): number {
    clock.look(due)
    const needs = all(true)
    const isNews = needs.length !== told
    // A screen may have asked for the state since the last look, and with it changed the revision.
    const isChanged = isNews || revision !== toldRevision
    told = needs.length
    toldRevision = revision
    if (isChanged) options.changed(isNews)
    return nextAt
  }

  /** @param canRest the debts may be some seconds old, while reading them takes long. */
  function lists(canRest = false): Lists {
    const began = steady()
    const at = now()
    const isResting = canRest && made !== undefined && began < restUntil
    // A limit that is over shows at once: the clock alone costs little.
    if (made !== undefined && isResting && (isWhole || at < (made.nextAt ?? Infinity))) return made
    clock.look()
    const haveMoved = clock.takeMoved()
    if (!isResting) {
      for (const key of kept.debts.changed()) changedKeys.add(key)
      for (const key of keeper.spokenOf()) changedKeys.add(key)
    }
    if (made !== undefined && !isWhole && changedKeys.size === 0 && !haveMoved && at < nextAt) return made
    // Only open rows show limits.
    const moved = haveMoved || clock.isHalted() ? (made?.open ?? []).map(({ debt }) => debt.key) : []
    const names = own()
    const id = operatorId()
    const known = (source: string, name: string): string =>
      names.has(nameKey(source, name)) || name === operator() ? id : idOf(source, name)
    const input = {
      debts: kept.reader(),
      agentOf: known,
      operator: id,
      marks: marks.values,
      limits: limitsNow(),
      declared: (protocol: string) => services.protocols.get(protocol)?.agentLimits,
      now: at,
      dayStart: localDayStart(at),
      start: kept.start.at,
      // Of one that was removed before this was recorded, the time is not known.
      removedAt: (link: string) => (options.hasLink(link) ? undefined : (removed.values.get(link)?.at ?? 0)),
      stoodStill: stoodStillIn(clock.spans()),
    }
    made = keeper.read(input, isWhole ? undefined : new Set([...moved, ...(isResting ? [] : changedKeys)]))
    nextAt = Math.min(nextAt, clock.lookAt(made.nextAt, at) ?? Infinity)
    revision++
    if (isResting && !isWhole) return made
    isWhole = false
    changedKeys = new Set()
    const took = steady() - began
    restUntil = took < quickMs ? Number.NEGATIVE_INFINITY : began + took + Math.min(took * restTimes, restMost)
    return made
  }

  /** What is stuck. While messages pour in, it is as of before: nobody can say who waits for whom in that. */
  function stuckAt(at: number, canRest: boolean): ReturnType<typeof stuck.read> {
    if (kept.isPutOff()) return { stuck: lastStuck, nextAt: undefined }
    const read = stuck.read({
      lists: lists(canRest),
      limits: limitsNow().stuck,
      links: options.links(),
      now: at,
      stoodStill: stoodStillIn(clock.spans()),
      actsOf: (key) => kept.debts.actsOf(key),
    })
    lastStuck = read.stuck
    return read
  }

  /** What needs the operator. @param canRest it may be as of the last time, while gathering it takes long. */
  function all(canRest = false): readonly Need[] {
    const began = steady()
    const at = now()
    if (canRest && made === shown.of && began < shownUntil && at < nextAt) {
      if (hasNews) looks.at(at + shownUntil - began)
      return shown.needs
    }
    hasNews = false
    const { needs: needsOfDebts, nextAt: debtsAt, openOn, waitingOn } = lists(canRest)
    const { needs: ofConditions, nextAt: conditionsAt } = conditions.needs({ openOn, waitingOn })
    const ofStuck = stuckAt(at, canRest)
    const more = [...ofStuck.stuck.map(needOfStuck), ...ofConditions]
    const left = unmarked(more, marks.values, at)
    const shownStuck = left.needs.flatMap((need) => need.stuck ?? [])
    if (shownStuck.length !== stuckNow.length || shownStuck.some(({ id }, index) => id !== stuckNow[index]?.id)) revision++
    stuckNow = shownStuck
    const covered = new Set(stuckNow.flatMap(({ debts }) => debts))
    const restedAt = at + Math.max(0, restUntil - steady())
    nextAt = Math.min(
      ...[
        restedAt === at ? undefined : restedAt,
        kept.isPutOff() ? at + putOffMs : undefined,
        clock.lookAt(debtsAt, at),
        conditionsAt,
        clock.lookAt(ofStuck.nextAt, at),
        left.nextAt,
        nextDayStart(at),
      ].map((each) => each ?? Infinity),
    )
    const needs = rankNeeds(withoutCovered([...needsOfDebts(covered), ...left.needs], covered), at)
    const key = needs
      .map((need) => `${need.id} ${need.band} ${need.change} ${need.text} ${need.blocks.length} ${need.row?.elsewhere?.at ?? ''}`)
      .join('\n')
    if (key !== shown.key) revision++
    shown = { key, needs, of: made }
    const pauseMs = gathering(steady() - began)
    shownUntil = pauseMs < leastPauseMs ? Number.NEGATIVE_INFINITY : steady() + pauseMs
    return needs
  }

  /** Whether a need is between the operator and somebody, and not between others. */
  function isOwn({ row, stuck: one }: Need): boolean {
    const me = operatorId()
    const isIn = (found: DebtRow | undefined): boolean => found?.debtor === me || found?.creditor === me
    if (one !== undefined) return one.agents.includes(me) || one.debts.some((key) => isIn(made?.rowOf(key)))
    return row === undefined || isIn(row)
  }

  return {
    get debts() {
      return kept.debts
    },
    marks,
    limits: limitsNow,
    history: {
      start: kept.start,
      removed: removed.values,
      abouts: kept.abouts,
      stood: clock.spans,
    },
    setLimits(next) {
      storedLimits.put('all', next)
      stale()
    },
    apply(events) {
      kept.apply(events)
      for (const event of events) conditions.apply(event)
      stuck.apply(events)
      hasNews = true
      looks.soon()
    },
    said(event, about) {
      kept.said(event, about)
      changed()
    },
    renamed() {
      kept.debts.renamed()
      stuck.restart()
      stale()
    },
    operatorChanged() {
      kept.operatorChanged()
      stuck.restart()
      stale()
    },
    linkRemoved(link) {
      removed.put(link, { at: now() })
      stale()
    },
    touch: changed,
    mark(keys, verb, until, by = '') {
      const open = new Set(all().map(({ id }) => id))
      const there = keys.filter((key) => kept.debts.get(key) !== undefined || open.has(key))
      const known = readable(there, (key) => kept.debts.get(key), now())
      if (known.length === 0) return fail('not-found', 'This is no longer kept.', { field: 'keys' })
      const token = marks.put(known, verb, journal.head(workspace), until, by)
      if (token.ok) marked(known)
      return token
    },
    unmark(token) {
      const restored = marks.undo(token)
      if (restored !== undefined) marked(restored)
      return restored?.length
    },
    lists,
    operator: operatorId,
    needs: () => all(true),
    needCount: () => shown.needs.length,
    state() {
      const needs = all(true)
      const others = options.others()
      looks.at(nextAt)
      if (urgent.of !== needs) urgent = { of: needs, needs: mostUrgent(needs, limits.needs, isOwn) }
      const { owed, overdue, owedByOthers, overdueByOthers, agents, taskLinks } = lists(true)
      return {
        needs: [...urgent.needs],
        agents: [...agents],
        tasks: [...taskLinks],
        counts: { needs: needs.length, owed, overdue, owedByOthers, overdueByOthers, stuck: stuckNow.length },
        elsewhere: others.reduce((sum, each) => sum + each.needs, 0),
        others: others.slice(0, limits.otherWorkspaces),
        revision,
      }
    },
    dueTimes: (link) => lists(true).dueTimes(link),
    arrows: () => stuck.arrows(lists()),
    stuck() {
      const needs = all().filter((need) => need.stuck !== undefined)
      return mostUrgent(needs, limits.stuck, isOwn).flatMap(({ stuck: one }) => one ?? [])
    },
    loops,
    slept: clock.slept,
    stoodStill: clock.since,
    close() {
      clock.close()
      looks.close()
      kept.close()
    },
  }
}
