import { isMessage, type Event } from '../event.ts'
import { tallyDay, tallyOf, type DayStart, type DayTally } from './tally.ts'

/** All of the fold as a JSON value. */
export interface CountsSnapshot {
  readonly messages: number
  readonly day?: DayTally
}

export interface CountsFold {
  /** Takes one event; `replaced` is the version that it supersedes and that this fold has counted. */
  apply(event: Event, replaced?: Event): void
  /** Messages stored. */
  messages(): number
  /** Messages of the local day that holds `now`. */
  today(now: number): number
  snapshot(): CountsSnapshot
}

/** Counts messages, all and today's. */
export function foldCounts(dayStart: DayStart, saved?: CountsSnapshot): CountsFold {
  let messages = saved?.messages ?? 0
  let day = saved?.day

  function count(at: number, step: 1 | -1): void {
    messages += step
    day = tallyDay(day, at, step, dayStart)
  }

  return {
    apply(event, replaced) {
      if (isMessage(event)) count(event.at, 1)
      if (replaced !== undefined && isMessage(replaced)) count(replaced.at, -1)
    },
    messages: () => messages,
    today: (now) => tallyOf(day, now, dayStart),
    snapshot: () => ({ messages, ...(day !== undefined && { day }) }),
  }
}
