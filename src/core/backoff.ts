const firstMs = 500
const longestMs = 60_000

/** Waiting time before try number `attempt` (from 1), in ms: doubled each time up to a minute, half of it by chance, so that links do not try in step. */
export function backoff(attempt: number, random: () => number): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(20, attempt - 1))
  return Math.round(full / 2 + (full / 2) * random())
}
