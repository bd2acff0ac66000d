import { z } from 'zod'
import { defaultDeskLimits, deskLimitsSchema, type DeskLimits } from '../../core/debt.ts'
import { fail } from '../../core/fault.ts'
import { nameKey } from '../../core/fold/names.ts'
import { limits } from '../../core/limits.ts'
import { stoodStillIn } from '../../core/stood-still.ts'
import { localDayStart, nextDayStart } from '../day-start.ts'
import { isComing } from './comings.ts'
import { openConditions } from './conditions/all.ts'
import { openDeskDebts } from './debts.ts'
import { openCurrentLists } from './current-lists.ts'
import { openGathered } from './gathered.ts'
import { openLists, type ListsInput } from './lists.ts'
import type { Desk, DeskOptions } from './types.ts'
import { openStuck } from './stuck.ts'
import { openMarks } from './marks.ts'
import { openLooks } from './looks.ts'
import { openLoops } from './loops.ts'
import { openPeople } from './people.ts'
import { readable } from './readable.ts'
import { isLate } from './start.ts'
import { openStoppedClock } from './stopped-clock.ts'
import { openKept } from '../kept.ts'

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
      gathered.all()
      return stuck.talks()
    },
    personSpokeAt: stuck.personSpokeAt,
    endedOf: (agent) => current.read(true).ended.of(agent),
  })
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
  const gathered = openGathered({
    current,
    conditions,
    stuck,
    debts: kept,
    marks: marks.values,
    clock,
    limits: limitsNow,
    links: options.links,
    names: () => folds.names.rows(),
    idOf,
    operator: operatorId,
    lookAt: (moment) => looks.at(moment),
    now,
    steady,
  })
  let told = 0
  let toldRevision = 0
  // Whether or not a screen follows: other workspaces count what needs the operator here.
  const looks = openLooks(services, look)
  looks.soon()

  function limitsNow(): DeskLimits {
    return storedLimits.values.get('all') ?? defaultDeskLimits
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
    gathered.changed()
    looks.soon()
  }

  function look(due: number): number {
    clock.look(due)
    const needs = gathered.all(true)
    const isNews = needs.length !== told
    // A screen may have asked for the state since the last look, and with it changed the revision.
    const isChanged = isNews || gathered.revision() !== toldRevision
    told = needs.length
    toldRevision = gathered.revision()
    if (isChanged) options.changed(isNews)
    return gathered.dueAt()
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
      gathered.news()
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
      const open = new Set(gathered.all().map(({ id }) => id))
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
    needs: () => gathered.all(true),
    needCount: gathered.count,
    state() {
      const needs = gathered.all(true)
      const others = options.others()
      looks.at(gathered.dueAt())
      const rebuilding = kept.rebuilding()
      const { owed, overdue, owedByOthers, overdueByOthers, agents, taskLinks } = current.read(true)
      return {
        needs: [...gathered.urgent(needs)],
        agents: [...agents],
        tasks: [...taskLinks],
        counts: { needs: needs.length, owed, overdue, owedByOthers, overdueByOthers, stuck: gathered.stuckCount() },
        elsewhere: others.reduce((sum, each) => sum + each.needs, 0),
        others: others.slice(0, limits.otherWorkspaces),
        revision: gathered.revision(),
        ...(rebuilding !== undefined && { rebuilding }),
      }
    },
    dueTimes: (link) => current.read(true).dueTimes(link),
    arrows: () => stuck.arrows(current.read()),
    stuck: gathered.urgentStuck,
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
