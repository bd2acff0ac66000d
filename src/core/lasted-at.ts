/**
 * When what began at a time has lasted for `ms`. What began later than now began before the clock was set back: it has lasted, since the clock may need days to
 * get there again.
 */
export function lastedAt(since: number, ms: number, now: number): number {
  return since > now ? now : since + ms
}
