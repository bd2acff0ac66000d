import type { Lists, ListsInput, ListsKeeper } from './lists.ts'
import type { StoppedClock } from './stopped-clock.ts'

/**
 * In a burst, reading the debts again may take long enough to hold up what is being stored. Pushes then do without, for this many times what the last
 * reading took; a list that is asked for is always as of now.
 */
const restTimes = 120
/** No rest is longer, ms. */
export const restMost = 10_000
/** After a reading that took less than this there is no rest, ms. */
const quickMs = 4

/** The debts of a workspace as lists, read again when something has changed. */
export interface CurrentLists {
  /** @param canRest they may be some seconds old, while reading them takes long. */
  read(canRest?: boolean): Lists
  /** As they were read last. */
  last(): Lists | undefined
  /** Everything is to be read again: names, limits, the operator or the clock changed. */
  stale(): void
  /** They are to be read again, though no debt changed. */
  again(): void
  /** The operator decided about debts, which shows at once. */
  marked(keys: Iterable<string>): void
  /** When time alone changes them next, ms. */
  nextAt(): number
  /** How long they rest from now on, ms. */
  restMs(): number
  /** How often they were read. */
  readings(): number
}

/** What they are made of. */
export interface CurrentListsInput {
  readonly keeper: ListsKeeper
  readonly clock: Pick<StoppedClock, 'look' | 'takeMoved' | 'isHalted' | 'lookAt'>
  /** Keys of debts that changed since the last call. */
  readonly changed: () => Iterable<string>
  /** What a reading is made of, at a time, ms. */
  readonly input: (at: number) => ListsInput
  /** When a new day starts after a time, ms. */
  readonly nextDay: (at: number) => number
  readonly now: () => number
  /** A clock that is never set, ms. */
  readonly steady: () => number
}

/** Opens them; nothing is read before it is asked for. */
export function openCurrentLists({ keeper, clock, changed, input, nextDay, now, steady }: CurrentListsInput): CurrentLists {
  let made: Lists | undefined
  let isWhole = true
  /** Keys whose debts or marks changed since the last reading. */
  let changedKeys = new Set<string>()
  let nextAt = Infinity
  let restUntil = Number.NEGATIVE_INFINITY
  let readings = 0

  function collectChanges(): void {
    for (const key of changed()) changedKeys.add(key)
    for (const key of keeper.spokenOf()) changedKeys.add(key)
  }

  return {
    read(canRest = false) {
      const began = steady()
      const at = now()
      const isResting = canRest && made !== undefined && began < restUntil
      // A limit that is over shows at once: the clock alone costs little.
      if (made !== undefined && isResting && (isWhole || at < nextAt)) return made
      clock.look()
      const haveMoved = clock.takeMoved()
      if (!isResting) collectChanges()
      if (made !== undefined && !isWhole && changedKeys.size === 0 && !haveMoved && at < nextAt) return made
      // Only open rows show limits.
      const moved = haveMoved || clock.isHalted() ? (made?.open ?? []).map(({ debt }) => debt.key) : []
      made = keeper.read(input(at), isWhole ? undefined : new Set([...moved, ...(isResting ? [] : changedKeys)]))
      nextAt = Math.min(clock.lookAt(made.nextAt, at) ?? Infinity, nextDay(at))
      readings++
      if (isResting && !isWhole) return made
      isWhole = false
      changedKeys = new Set()
      const took = steady() - began
      restUntil = took < quickMs ? Number.NEGATIVE_INFINITY : began + took + Math.min(took * restTimes, restMost)
      return made
    },
    last: () => made,
    stale() {
      isWhole = true
    },
    again() {
      nextAt = Number.NEGATIVE_INFINITY
    },
    marked(keys) {
      for (const key of keys) changedKeys.add(key)
      restUntil = Number.NEGATIVE_INFINITY
    },
    nextAt: () => nextAt,
    restMs: () => Math.max(0, restUntil - steady()),
    readings: () => readings,
  }
}
