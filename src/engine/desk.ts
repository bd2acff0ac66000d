import type { DeskState } from '../api/desk.ts'
import type { Approval } from '../core/approval.ts'
import type { Command, DraftAbout } from '../core/command.ts'
import { defaultDeskLimits, deskLimitsSchema, type DeskLimits } from '../core/debt.ts'
import type { Event } from '../core/event.ts'
import { agentOf } from '../core/fold/agents.ts'
import { nameKey } from '../core/fold/names.ts'
import { limits } from '../core/limits.ts'
import type { Link } from '../core/link.ts'
import { rankNeeds, type Need } from '../core/need.ts'
import { localDayStart, nextDayStart } from './day-start.ts'
import { approvalNeeds, journalNeeds } from './desk/conditions/gate.ts'
import { lintMs, openEventConditions } from './desk/conditions/events.ts'
import { commandNeeds, linkNeeds } from './desk/conditions/links.ts'
import { openDeskDebts, type DeskDebts } from './desk/debts.ts'
import { openLists, type Lists } from './desk/lists.ts'
import { openMarks, type Marks } from './desk/marks.ts'
import { openSleeps } from './desk/sleeps.ts'
import { unmarked } from './desk/with-marks.ts'
import type { WorkspaceFolds } from './folds.ts'
import { tryJournal } from './journal-fault.ts'
import { openKept } from './kept.ts'
import type { Services } from './services.ts'

/** How often the lists are made again at most, ms. */
const periodMs = 250
/**
 * In a burst, reading the debts again may take long enough to hold up what is being stored. Pushes then do without, for this many times what the last
 * reading took; a list that is asked for is always as of now.
 */
const restTimes = 120
/** No rest is longer, ms. */
const restMost = 10_000
/** After a reading that took less than this there is no rest, ms. */
const quickMs = 4
/** Messages to the operator that are looked at when a workspace opens. */
const lookedAt = 200

export interface DeskOptions {
  readonly services: Services
  readonly workspace: string
  readonly operator: () => string
  readonly folds: Pick<WorkspaceFolds, 'aliases' | 'own'>
  readonly links: () => readonly Link[]
  readonly downSince: (link: string) => number | undefined
  readonly commands: () => readonly Command[]
  readonly approvals: () => readonly Approval[]
  /** How many needs other workspaces have. */
  readonly elsewhere: () => number
  /** What the state says of the desk has changed. `isNews`: the number of needs, too. */
  readonly changed: (isNews: boolean) => void
}

/** Who owes whom in a workspace, and what needs the operator. */
export interface Desk {
  readonly debts: DeskDebts['debts']
  readonly marks: Pick<Marks, 'values'>
  readonly limits: () => DeskLimits
  setLimits(limits: DeskLimits): void
  /** Adds stored events, in cursor order. */
  apply(events: readonly Event[]): void
  /** An event shows a message of the operator about a debt. */
  said(event: Event, about: DraftAbout): void
  /** Names were joined or split. */
  renamed(): void
  operatorChanged(): void
  /** Something else that needs the operator may have changed: links, commands, approvals, the journal. */
  touch(): void
  /** Decides about debts and conditions. @returns the token of `unmark`; undefined: none of them is known. */
  mark(keys: readonly string[], verb: Parameters<Marks['put']>[1], until?: number): string | undefined
  unmark(token: string): number | undefined
  /** The lists as of now. */
  lists(): Lists
  /** The operator's agent (id). */
  operator(): string
  /** What needs the operator now, most urgent first, complete. */
  needs(): readonly Need[]
  /** How many needs there were at the last look. */
  needCount(): number
  state(): DeskState
  /** When open debts of a link are overdue, ms, by their refs; it may be some seconds old. */
  dueTimes(link: string): ReadonlyMap<string, number>
  /** How long this machine slept since a time, ms. */
  slept(since: number): number
  close(): void
}

/** Opens the desk of a workspace. Time alone changes it at known moments, for which one timer stands. */
export function openDesk(options: DeskOptions): Desk {
  const { services, workspace, operator, folds } = options
  const { journal, now, steady = () => performance.now() } = services
  const sleeps = openSleeps(services, workspace)
  const storedLimits = openKept(services, workspace, 'desk limits', deskLimitsSchema)
  const kept = openDeskDebts({
    services,
    workspace,
    operator,
    same: (source, a, b) => idOf(source, a) === idOf(source, b),
    changed: (isAll) => (isAll ? stale() : touch()),
  })
  const marks = openMarks(services, workspace, (key) => kept.debts.get(key) !== undefined)
  const conditions = openEventConditions({
    isOperator: (source, name) => idOf(source, name) === operatorId(),
    lint: (event) => services.protocols.get(event.protocol)?.lint(event.raw.text) ?? [],
    isLate: (event) => event.late === true || event.cursor <= kept.start.cursor,
  })
  const keeper = openLists()
  let made: Lists | undefined
  /** Everything is to be read again: names, limits, the operator or the clock changed. */
  let isWhole = true
  /** Keys whose debts or marks changed since the last reading. */
  let changedKeys = new Set<string>()
  let nextAt = Infinity
  let faultSince: number | undefined
  let told = 0
  let toldRevision = 0
  let revision = 0
  let shown: { readonly key: string; readonly needs: readonly Need[] } = { key: '', needs: [] }
  let timer: NodeJS.Timeout | undefined
  let wakeAt = Infinity
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let restUntil = Number.NEGATIVE_INFINITY
  let isClosed = false

  // The next reader reports damage there; the workspace still opens.
  const recent = tryJournal(recentEvents)
  if (recent.ok) for (const event of recent.value) conditions.apply(event)
  touch()

  /** What happened in the last day, and files in mailboxes that are not messages. */
  function recentEvents(): Event[] {
    const from = now() - lintMs
    const names = [...own()]
    const addressed = names.length === 0 ? [] : journal.page({ workspace, filter: { addressed: names }, limit: lookedAt }).events
    const recent = addressed.filter((event) => event.at >= from)
    const faults = journal.page({ workspace, filter: { kinds: ['fault'] }, limit: limits.unusable }).events
    return [...faults, ...recent]
  }

  function own(): ReadonlySet<string> {
    return folds.own(operator())
  }

  function operatorId(): string {
    const [first] = own()
    const source = first?.slice(0, first.indexOf('|')) ?? ''
    return first === undefined ? operator() : agentOf(folds.aliases(), source, first.slice(source.length + 1))
  }

  function idOf(source: string, name: string): string {
    return agentOf(folds.aliases(), source, name)
  }

  function limitsNow(): DeskLimits {
    return storedLimits.values.get('all') ?? defaultDeskLimits
  }

  function stale(): void {
    isWhole = true
    touch()
  }

  function marked(keys: Iterable<string>): void {
    for (const key of keys) changedKeys.add(key)
    touch()
  }

  /** Looks again soon, whether or not a screen follows: other workspaces count what needs the operator here. */
  function touch(): void {
    wake(Math.max(now(), lookedAtMs + periodMs))
  }

  function wake(at: number): void {
    const next = Math.min(at, wakeAt)
    // One that is over already is on its way; a clock that was set forward would hold it up.
    if (isClosed || (at >= wakeAt && wakeAt > now())) return
    clearTimeout(timer)
    wakeAt = next
    timer = setTimeout(look, Math.min(Math.max(0, next - now()), limits.timerMs)).unref()
  }

  function look(): void {
    const slept = tryJournal(() => sleeps.look(wakeAt))
    if (slept.ok && slept.value) isWhole = true
    wakeAt = Infinity
    lookedAtMs = now()
    const needs = all(true)
    const isNews = needs.length !== told
    // A screen may have asked for the state since the last look, and with it changed the revision.
    const isChanged = isNews || revision !== toldRevision
    told = needs.length
    toldRevision = revision
    if (isChanged) options.changed(isNews)
    wake(nextAt)
  }

  /** @param canRest the debts may be some seconds old, while reading them takes long. */
  function lists(canRest = false): Lists {
    const { debts } = kept
    const began = steady()
    if (canRest && made !== undefined && began < restUntil) return made
    const at = now()
    const slept = tryJournal(() => sleeps.look())
    if (slept.ok && slept.value) isWhole = true
    for (const key of debts.changed()) changedKeys.add(key)
    if (made !== undefined && !isWhole && changedKeys.size === 0 && at < nextAt) return made
    const names = own()
    const id = operatorId()
    const known = (source: string, name: string): string =>
      names.has(nameKey(source, name)) || name === operator() ? id : idOf(source, name)
    const input = {
      debts: kept.isBehind() ? none : debts,
      agentOf: known,
      operator: id,
      marks: marks.values,
      limits: limitsNow(),
      now: at,
      dayStart: localDayStart(at),
      start: kept.start.at,
      stoodStill: sleeps.since,
    }
    made = keeper.read(input, isWhole ? undefined : changedKeys)
    nextAt = Math.min(nextAt, made.nextAt ?? Infinity)
    isWhole = false
    changedKeys = new Set()
    revision++
    const took = steady() - began
    restUntil = took < quickMs ? Number.NEGATIVE_INFINITY : began + took + Math.min(took * restTimes, restMost)
    return made
  }

  function all(canRest = false): readonly Need[] {
    const at = now()
    const { needs: ofDebts, nextAt: debtsAt } = lists(canRest)
    const fault = services.care.fault()
    faultSince = fault === undefined ? undefined : (faultSince ?? at)
    const ofApprovals = approvalNeeds(options.approvals(), at)
    const ofLinks = linkNeeds({ links: options.links(), commands: options.commands(), downSince: options.downSince, now: at })
    const ofEvents = conditions.needs(at)
    const more = [
      ...journalNeeds(fault, faultSince ?? at),
      ...ofApprovals.needs,
      ...ofLinks.needs,
      ...commandNeeds(options.commands()),
      ...ofEvents.needs,
    ]
    const left = unmarked(more, marks.values, at)
    const restedAt = at + Math.max(0, restUntil - steady())
    nextAt = Math.min(
      ...[
        restedAt === at ? undefined : restedAt,
        kept.isPutOff() ? at + periodMs : undefined,
        debtsAt,
        ofApprovals.nextAt,
        ofLinks.nextAt,
        ofEvents.nextAt,
        left.nextAt,
        nextDayStart(at),
      ].map((each) => each ?? Infinity),
    )
    const needs = rankNeeds([...ofDebts, ...left.needs], at)
    const key = needs.map((need) => `${need.id} ${need.band} ${need.change} ${need.text} ${need.blocks.length}`).join('\n')
    if (key !== shown.key) revision++
    shown = { key, needs }
    return needs
  }

  return {
    get debts() {
      return kept.debts
    },
    marks,
    limits: limitsNow,
    setLimits(next) {
      storedLimits.put('all', next)
      stale()
    },
    apply(events) {
      kept.apply(events)
      for (const event of events) conditions.apply(event)
      touch()
    },
    said(event, about) {
      kept.said(event, about)
      touch()
    },
    renamed() {
      kept.debts.renamed()
      stale()
    },
    operatorChanged() {
      kept.operatorChanged()
      stale()
    },
    touch,
    mark(keys, verb, until) {
      const open = new Set(all().map(({ id }) => id))
      const known = keys.filter((key) => kept.debts.get(key) !== undefined || open.has(key))
      if (known.length === 0) return undefined
      const token = marks.put(known, verb, journal.head(workspace), until)
      marked(known)
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
      wake(nextAt)
      const { owed, overdue, agents, taskLinks } = lists(true)
      return {
        needs: needs.slice(0, limits.needs),
        agents: [...agents],
        tasks: [...taskLinks],
        counts: { needs: needs.length, owed, overdue },
        elsewhere: options.elsewhere(),
        revision,
      }
    },
    dueTimes: (link) => lists(true).dueTimes(link),
    slept: sleeps.since,
    close() {
      isClosed = true
      clearTimeout(timer)
      kept.close()
    },
  }
}

/** Debts while they are read from the journal: half of them would be wrong. */
const none = { open: () => new Map(), ended: () => new Map(), actsOf: () => [] }
