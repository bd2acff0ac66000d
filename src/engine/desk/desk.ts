import { z } from 'zod'
import { defaultDeskLimits, deskLimitsSchema, type DebtRow, type DeskLimits } from '../../core/debt.ts'
import { fail } from '../../core/fault.ts'
import { nameKey } from '../../core/fold/names.ts'
import { limits } from '../../core/limits.ts'
import { needOfStuck, rankNeeds, withoutCovered, type Need } from '../../core/need.ts'
import { stoodStillIn } from '../../core/stood-still.ts'
import type { Stuck } from '../../core/stuck.ts'
import { lazy } from '../../core/lazy.ts'
import { mostUrgent } from '../../core/urgent-needs.ts'
import { localDayStart, nextDayStart } from '../day-start.ts'
import { isComing } from './comings.ts'
import { openConditions } from './conditions/all.ts'
import { openDeskDebts } from './debts.ts'
import { openCurrentLists, restMost } from './current-lists.ts'
import { heardByAgent } from './heard-by-agent.ts'
import { openLists, type Lists, type ListsInput } from './lists.ts'
import type { Desk, DeskOptions } from './types.ts'
import { openStuck } from './stuck.ts'
import { openMarks } from './marks.ts'
import { openLooks } from './looks.ts'
import { openLoops } from './loops.ts'
import { openPeople } from './people.ts'
import { readable } from './readable.ts'
import { isLate } from './start.ts'
import { openStoppedClock } from './stopped-clock.ts'
import { unmarked } from './with-marks.ts'
import { openKept } from '../kept.ts'
import { openPace } from '../pace.ts'

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
    changed: () => changed(),
    progressed: (isDone) => (isDone ? stale() : options.changed(false)),
  })
  const conditions = openConditions({
    ...options,
    own,
    isOperator: (source, name) => idOf(source, name) === operatorId(),
    operatorId,
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
    endedOf: (agent) => current.read(true).ended.of(agent),
  })
  let stuckNow: readonly Stuck[] = []
  let lastStuck: readonly Stuck[] = []
  const keeper = openLists(kept.talk)
  const current = openCurrentLists({
    keeper,
    clock,
    changed: () => kept.reader().changed(),
    input: listsInput,
    nextDay: nextDayStart,
    now,
    steady,
  })
  let nextAt = Infinity
  let told = 0
  let toldRevision = 0
  let revision = 0
  let shown: { readonly key: string; readonly needs: readonly Need[]; readonly of?: Lists } = { key: '', needs: [] }
  let urgent: { readonly of: readonly Need[]; readonly needs: readonly Need[] } = { of: [], needs: [] }
  const gathering = openPace(restMost)
  /** Until then pushes show what was gathered last, unless something other than an event has changed since. */
  let shownUntil = Number.NEGATIVE_INFINITY
  /** Events came since. */
  let hasNews = false
  // Whether or not a screen follows: other workspaces count what needs the operator here.
  const looks = openLooks(services, look)
  looks.soon()

  function limitsNow(): DeskLimits {
    return storedLimits.values.get('all') ?? defaultDeskLimits
  }

  /** When time alone changes something next, ms. */
  function dueAt(): number {
    return Math.min(nextAt, current.nextAt())
  }

  /** Changes with what is shown. */
  function revisionNow(): number {
    return revision + current.readings()
  }

  function stale(): void {
    current.stale()
    changed()
  }

  function marked(keys: Iterable<string>): void {
    current.marked(keys)
    changed()
  }

  /** Something other than a new event changed what is shown. */
  function changed(): void {
    shownUntil = Number.NEGATIVE_INFINITY
    looks.soon()
  }

  function look(due: number): number {
    clock.look(due)
    const needs = all(true)
    const isNews = needs.length !== told
    // A screen may have asked for the state since the last look, and with it changed the revision.
    const isChanged = isNews || revisionNow() !== toldRevision
    told = needs.length
    toldRevision = revisionNow()
    if (isChanged) options.changed(isNews)
    return dueAt()
  }

  /** What the lists are made of, at a time, ms. */
  function listsInput(at: number): ListsInput {
    const names = own()
    const id = operatorId()
    return {
      debts: kept.reader(),
      agentOf: (source, name) => (names.has(nameKey(source, name)) || name === operator() ? id : idOf(source, name)),
      operator: id,
      marks: marks.values,
      limits: limitsNow(),
      declared: (protocol) => services.protocols.get(protocol)?.agentLimits,
      now: at,
      presence: { names: () => folds.names.rows(), downSince: options.downSince },
      dayStart: localDayStart(at),
      start: kept.start.at,
      // For links removed before removals were recorded, the time is unknown.
      removedAt: (link) => (options.hasLink(link) ? undefined : (removed.values.get(link)?.at ?? 0)),
      stoodStill: stoodStillIn(clock.spans()),
    }
  }

  /** What is stuck. While messages pour in, it is as of before: nobody can say who waits for whom in that. */
  function stuckAt(at: number, canRest: boolean): ReturnType<typeof stuck.read> {
    if (kept.isPutOff()) return { stuck: lastStuck, nextAt: undefined }
    const read = stuck.read({
      lists: current.read(canRest),
      limits: limitsNow().stuck,
      links: options.links(),
      now: at,
      stoodStill: stoodStillIn(clock.spans()),
      actsOf: (key) => kept.reader().actsOf(key),
    })
    lastStuck = read.stuck
    return read
  }

  /** What needs the operator. @param canRest it may be as of the last time, while gathering it takes long. */
  function all(canRest = false): readonly Need[] {
    const began = steady()
    const at = now()
    if (canRest && current.last() === shown.of && began < shownUntil && at < dueAt()) {
      if (hasNews) looks.at(at + shownUntil - began)
      return shown.needs
    }
    hasNews = false
    const { needs: needsOfDebts, openOn, waitingOn } = current.read(canRest)
    const { needs: ofConditions, nextAt: conditionsAt } = conditions.needs({ openOn, waitingOn })
    const ofStuck = stuckAt(at, canRest)
    const more = [...ofStuck.stuck.map(needOfStuck), ...ofConditions]
    const left = unmarked(more, marks.values, at)
    const shownStuck = left.needs.flatMap((need) => need.stuck ?? [])
    if (shownStuck.length !== stuckNow.length || shownStuck.some(({ id }, index) => id !== stuckNow[index]?.id)) revision++
    stuckNow = shownStuck
    const covered = new Set(stuckNow.flatMap(({ debts }) => debts))
    const restMs = current.restMs()
    nextAt = Math.min(
      ...[
        restMs === 0 ? undefined : at + restMs,
        kept.isPutOff() ? at + putOffMs : undefined,
        conditionsAt,
        clock.lookAt(ofStuck.nextAt, at),
        left.nextAt,
      ].map((each) => each ?? Infinity),
    )
    const needs = rankNeeds(withoutCovered([...needsOfDebts(covered), ...left.needs], covered), at)
    const key = needs
      .map((need) => `${need.id} ${need.band} ${need.change} ${need.text} ${need.blocks.length} ${need.row?.elsewhere?.at ?? ''}`)
      .join('\n')
    if (key !== shown.key) revision++
    shown = { key, needs, of: current.last() }
    const pauseMs = gathering(steady() - began)
    shownUntil = pauseMs < leastPauseMs ? Number.NEGATIVE_INFINITY : steady() + pauseMs
    return needs
  }

  /** How much was heard of the agent that a need is about. Found out only if it is asked for. */
  function heard(): (need: Need) => number {
    const byAgent = lazy(() => heardByAgent(folds.names.rows(), idOf))
    return ({ who }) => byAgent().get(who) ?? 0
  }

  /** Whether a need is between the operator and somebody, and not between others. */
  function isOwn({ row, stuck: one }: Need): boolean {
    const me = operatorId()
    const isIn = (found: DebtRow | undefined): boolean => found?.debtor === me || found?.creditor === me
    if (one !== undefined) return one.agents.includes(me) || one.debts.some((key) => isIn(current.last()?.rowOf(key)))
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
      const last = current.last()
      if (last !== undefined && events.some((event) => isComing(event, last, idOf))) {
        keeper.namesChanged()
        current.again()
      }
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
      if (known.length === 0) return fail('not-found', 'This item is no longer stored, so nothing was changed.', { field: 'keys' })
      const token = marks.put(known, verb, journal.head(workspace), until, by)
      if (token.ok) marked(known)
      return token
    },
    unmark(token) {
      const restored = marks.undo(token)
      if (restored !== undefined) marked(restored)
      return restored?.length
    },
    lists: current.read,
    operator: operatorId,
    needs: () => all(true),
    needCount: () => shown.needs.length,
    state() {
      const needs = all(true)
      const others = options.others()
      looks.at(dueAt())
      if (urgent.of !== needs) urgent = { of: needs, needs: mostUrgent(needs, limits.needs, isOwn, heard()) }
      const rebuilding = kept.rebuilding()
      const { owed, overdue, owedByOthers, overdueByOthers, agents, taskLinks } = current.read(true)
      return {
        needs: [...urgent.needs],
        agents: [...agents],
        tasks: [...taskLinks],
        counts: { needs: needs.length, owed, overdue, owedByOthers, overdueByOthers, stuck: stuckNow.length },
        elsewhere: others.reduce((sum, each) => sum + each.needs, 0),
        others: others.slice(0, limits.otherWorkspaces),
        revision: revisionNow(),
        ...(rebuilding !== undefined && { rebuilding }),
      }
    },
    dueTimes: (link) => current.read(true).dueTimes(link),
    arrows: () => stuck.arrows(current.read()),
    stuck() {
      const needs = all().filter((need) => need.stuck !== undefined)
      return mostUrgent(needs, limits.stuck, isOwn, heard()).flatMap(({ stuck: one }) => one ?? [])
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
