import { backoff } from '../../../core/backoff.ts'
import type { Timings } from '../irc/connection.ts'

/** Servers allow about one line per second on average, with short bursts. */
export const usualTimings: Timings = {
  timing: { loginMs: 30_000, quietMs: 30_000, goneMs: 75_000, pace: { burst: 10, intervalMs: 500 } },
  wait: (attempt) => backoff(attempt, Math.random),
  stableMs: 20_000,
  regainMs: 60_000,
}
