import { isMessage, type Event } from '../event.ts'
import { tallyDay, tallyOf, type DayStart, type DayTally } from './tally.ts'

/** The whole fold as a JSON value. */
export interface CountsSnapshot {
  readonly messages: number
  readonly day?: DayTally
}

export interface CountsFold {
  /** Adds an event; `replaced` is the version it supersedes, which this fold has already counted. */
  apply(event: Event, replaced?: Event): void
  /** Messages stored. */
  messages(): number
  /** Messages of the local day that contains `now`. */
  today(now: number): number
  snapshot(): CountsSnapshot
}

/** Counts messages, in total and today. */
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
