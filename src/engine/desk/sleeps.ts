import { stoodStillIn, stoodStillSchema, type StoodStill } from '../../core/stood-still.ts'
import type { Services } from '../services.ts'
import { openKept } from '../kept.ts'

/** A clock is corrected by less than this all the time; a shorter sleep costs nobody a limit. */
const leastMs = 5 * 60_000
/** Sleeps that are kept; older ones matter to no limit any more. */
const most = 50

/** When this machine slept, so that limits stand still meanwhile. */
export interface Sleeps {
  /**
   * Compares the clocks. @returns whether this machine slept since the last call.
   * @param expected when a timer was to call this, ms: on some systems the steady clock runs on during sleep, and only the late timer shows it.
   */
  look(expected?: number): boolean
  /** When it slept, as far as that is kept. */
  all(): readonly StoodStill[]
  /** How long it slept since a time, ms. */
  since(at: number): number
}

/** Opens them with those of earlier runs. The clock of the wall runs on during sleep, and the steady one does not. */
export function openSleeps({ journal, now, steady: given }: Pick<Services, 'journal' | 'now' | 'steady'>, workspace: string): Sleeps {
  const steady = given ?? (() => performance.now())
  const kept = openKept({ journal }, workspace, 'desk sleeps', stoodStillSchema)
  let sleeps: readonly StoodStill[] = kept.values.get('all') ?? []
  let seen = now()
  let steadySeen = steady()
  return {
    look(expected) {
      const [at, steadyAt] = [now(), steady()]
      const late = given === undefined && expected !== undefined && seen <= expected ? at - expected : 0
      const slept = Math.max(late, at - seen - (steadyAt - steadySeen))
      const from = at - slept
      seen = at
      steadySeen = steadyAt
      if (slept < leastMs) return false
      sleeps = [...sleeps, { at: from, ms: slept }].slice(-most)
      kept.put('all', [...sleeps])
      return true
    },
    all: () => sleeps,
    since: (at) => stoodStillIn(sleeps)(at),
  }
}
