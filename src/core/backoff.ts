const firstMs = 500
const longestMs = 60_000

/** Delay before attempt `attempt` (from 1), in ms: doubles up to a minute, half of it random, so that links do not retry in step. */
export function backoff(attempt: number, random: () => number): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(20, attempt - 1))
  return Math.round(full / 2 + (full / 2) * random())
}
