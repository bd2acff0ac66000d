import type { DebtMark } from '../../core/debt.ts'
import type { Need } from '../../core/need.ts'

/** A clock is put back by less than this all the time; a decision that is still to come was made on a wrong clock. */
const wrongClockMs = 60 * 60_000

/** Conditions without those that the operator snoozed or is done with, and when the next one comes back, ms. What happens again after the decision counts. Pure. */
export function unmarked(
  conditions: readonly Need[],
  marks: ReadonlyMap<string, DebtMark>,
  now: number,
): { readonly needs: Need[]; readonly nextAt: number | undefined } {
  let nextAt: number | undefined
  const needs = conditions.flatMap((need): Need[] => {
    const { id, since, again = since } = need
    const mark = marks.get(id)
    if (mark === undefined || mark.at > now + wrongClockMs || mark.verb === 'reopen' || mark.verb === 'pin') return [need]
    const isMuted = isMute(need, mark)
    if (mark.at < since && !isMuted) return [need]
    // It began again after it was closed.
    if (mark.at < again && !isMuted) return [{ ...need, since: again }]
    if (mark.verb !== 'snooze') return []
    const until = mark.until ?? 0
    if (until <= now) return [need]
    nextAt = Math.min(nextAt ?? Infinity, until)
    return []
  })
  return { needs, nextAt }
}

/** Agents who talk in circles are muted for a time, however often they begin again. */
function isMute({ source }: Need, { verb }: DebtMark): boolean {
  return verb === 'snooze' && (source === 'loop' || source === 'storm')
}
