import type { DebtMark, DebtRow, DeskLimits } from '../../core/debt.ts'
import type { NameRow } from '../../core/fold/names.ts'
import { lazy } from '../../core/lazy.ts'
import { limits } from '../../core/limits.ts'
import type { Link } from '../../core/link.ts'
import { needOfStuck, rankNeeds, withoutCovered, type Need } from '../../core/need.ts'
import { stoodStillIn } from '../../core/stood-still.ts'
import type { Stuck } from '../../core/stuck.ts'
import { mostUrgent } from '../../core/urgent-needs.ts'
import { openPace } from '../pace.ts'
import type { Conditions } from './conditions/all.ts'
import { restMost, type CurrentLists } from './current-lists.ts'
import type { DeskDebts } from './debts.ts'
import { heardByAgent } from './heard-by-agent.ts'
import type { Lists } from './lists.ts'
import type { StoppedClock } from './stopped-clock.ts'
import type { StuckWatch } from './stuck.ts'
import { unmarked } from './with-marks.ts'

/** What needs the operator is gathered again for each push, unless that pauses for this long, ms. */
const leastPauseMs = 200
/** While a burst waits to be folded, that is looked for again after this long, ms. */
const putOffMs = 250

/** What needs the operator, of all its sources: debts, stuck agents and conditions. */
export interface Gathered {
  /** All of it, most urgent first. @param canRest it may be as of the last time, while gathering it takes long */
  all(canRest?: boolean): readonly Need[]
  /** How many there were the last time. */
  count(): number
  /** The most urgent of what `all` gave, so that a flood of some hides no others. */
  urgent(needs: readonly Need[]): readonly Need[]
  /** The most urgent of what is stuck, as of now. */
  urgentStuck(): readonly Stuck[]
  /** How much was stuck the last time. */
  stuckCount(): number
  /** Changes with what is shown. */
  revision(): number
  /** When time alone changes something next, ms. */
  dueAt(): number
  /** Events came: they show after a pause. */
  news(): void
  /** Something other than an event changed, which shows at once. */
  changed(): void
}

/** What it is gathered from. */
export interface GatheredInput {
  readonly current: CurrentLists
  readonly conditions: Pick<Conditions, 'needs'>
  readonly stuck: Pick<StuckWatch, 'read'>
  readonly debts: Pick<DeskDebts, 'isPutOff' | 'reader'>
  readonly marks: ReadonlyMap<string, DebtMark>
  readonly clock: Pick<StoppedClock, 'lookAt' | 'spans'>
  readonly limits: () => DeskLimits
  readonly links: () => readonly Link[]
  readonly names: () => Iterable<NameRow>
  readonly idOf: (source: string, name: string) => string
  /** The operator's agent (id). */
  readonly operator: () => string
  /** It is to be looked at again at this moment, ms. */
  readonly lookAt: (moment: number) => void
  readonly now: () => number
  /** A clock that is never set, ms. */
  readonly steady: () => number
}

/** Opens it; nothing is gathered before it is asked for. */
export function openGathered(input: GatheredInput): Gathered {
  const { current, conditions, stuck, debts, marks, clock, operator, now, steady } = input
  let stuckNow: readonly Stuck[] = []
  let lastStuck: readonly Stuck[] = []
  let nextAt = Infinity
  let revision = 0
  let shown: { readonly key: string; readonly needs: readonly Need[]; readonly of?: Lists } = { key: '', needs: [] }
  let urgent: { readonly of: readonly Need[]; readonly needs: readonly Need[] } = { of: [], needs: [] }
  const gathering = openPace(restMost)
  /** Until then pushes show what was gathered last, unless something other than an event has changed since. */
  let shownUntil = Number.NEGATIVE_INFINITY
  /** Events came since. */
  let hasNews = false

  function dueAt(): number {
    return Math.min(nextAt, current.nextAt())
  }

  /** What is stuck. While messages pour in, it is as of before: nobody can say who waits for whom in that. */
  function stuckAt(at: number, canRest: boolean): ReturnType<StuckWatch['read']> {
    if (debts.isPutOff()) return { stuck: lastStuck, nextAt: undefined }
    const read = stuck.read({
      lists: current.read(canRest),
      limits: input.limits().stuck,
      links: input.links(),
      now: at,
      stoodStill: stoodStillIn(clock.spans()),
      actsOf: (key) => debts.reader().actsOf(key),
    })
    lastStuck = read.stuck
    return read
  }

  function all(canRest = false): readonly Need[] {
    const began = steady()
    const at = now()
    if (canRest && current.last() === shown.of && began < shownUntil && at < dueAt()) {
      if (hasNews) input.lookAt(at + shownUntil - began)
      return shown.needs
    }
    hasNews = false
    const { needs: needsOfDebts, openOn, waitingOn } = current.read(canRest)
    const ofConditions = conditions.needs({ openOn, waitingOn })
    const ofStuck = stuckAt(at, canRest)
    const left = unmarked([...ofStuck.stuck.map(needOfStuck), ...ofConditions.needs], marks, at)
    tellStuck(left.needs.flatMap((need) => need.stuck ?? []))
    nextAt = nextOf([
      restEnd(at),
      debts.isPutOff() ? at + putOffMs : undefined,
      ofConditions.nextAt,
      clock.lookAt(ofStuck.nextAt, at),
      left.nextAt,
    ])
    const covered = new Set(stuckNow.flatMap(({ debts: keys }) => keys))
    const needs = rankNeeds(withoutCovered([...needsOfDebts(covered), ...left.needs], covered), at)
    const key = needs.map(shownKey).join('\n')
    if (key !== shown.key) revision++
    shown = { key, needs, of: current.last() }
    const pauseMs = gathering(steady() - began)
    shownUntil = pauseMs < leastPauseMs ? Number.NEGATIVE_INFINITY : steady() + pauseMs
    return needs
  }

  function tellStuck(next: readonly Stuck[]): void {
    if (next.length !== stuckNow.length || next.some(({ id }, index) => id !== stuckNow[index]?.id)) revision++
    stuckNow = next
  }

  function restEnd(at: number): number | undefined {
    const restMs = current.restMs()
    return restMs === 0 ? undefined : at + restMs
  }

  /** Whether a need is between the operator and somebody, and not between others. */
  function isOwn({ row, stuck: one }: Need): boolean {
    const me = operator()
    const isIn = (found: DebtRow | undefined): boolean => found?.debtor === me || found?.creditor === me
    if (one !== undefined) return one.agents.includes(me) || one.debts.some((key) => isIn(current.last()?.rowOf(key)))
    return row === undefined || isIn(row)
  }

  /** How much was heard of the agent that a need is about. Found out only if it is asked for. */
  function heard(): (need: Need) => number {
    const byAgent = lazy(() => heardByAgent(input.names(), input.idOf))
    return ({ who }) => byAgent().get(who) ?? 0
  }

  return {
    all,
    count: () => shown.needs.length,
    urgent(needs) {
      if (urgent.of !== needs) urgent = { of: needs, needs: mostUrgent(needs, limits.needs, isOwn, heard()) }
      return urgent.needs
    },
    urgentStuck() {
      const needs = all().filter((need) => need.stuck !== undefined)
      return mostUrgent(needs, limits.stuck, isOwn, heard()).flatMap(({ stuck: one }) => one ?? [])
    },
    stuckCount: () => stuckNow.length,
    revision: () => revision + current.readings(),
    dueAt,
    news() {
      hasNews = true
    },
    changed() {
      shownUntil = Number.NEGATIVE_INFINITY
    },
  }
}

/** What of a need changes its place or its words on the screen. */
function shownKey(need: Need): string {
  return `${need.id} ${need.band} ${need.change} ${need.text} ${need.blocks.length} ${need.row?.elsewhere?.at ?? ''}`
}

function nextOf(moments: readonly (number | undefined)[]): number {
  return Math.min(...moments.map((each) => each ?? Infinity))
}
