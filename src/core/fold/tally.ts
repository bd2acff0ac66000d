/** Start of the local day that contains `at` (ms). Injected, because a pure fold knows no time zone. */
export type DayStart = (at: number) => number

/** Messages of one local day. */
export interface DayTally {
  readonly start: number
  readonly count: number
}

/** Adds `step` messages at `at`. Only the latest day is kept: earlier days are ignored, and a later one resets the count. */
export function tallyDay(tally: DayTally | undefined, at: number, step: 1 | -1, dayStart: DayStart): DayTally | undefined {
  const start = dayStart(at)
  if (tally === undefined || start > tally.start) return step === 1 ? { start, count: 1 } : tally
  return start === tally.start ? { start, count: Math.max(0, tally.count + step) } : tally
}

/** Messages of the day that contains `now`. */
export function tallyOf(tally: DayTally | undefined, now: number, dayStart: DayStart): number {
  return tally !== undefined && tally.start === dayStart(now) ? tally.count : 0
}

const hour = 3_600_000
const hoursKept = 24

/** Messages per clock hour: pairs of hour number and count, ascending, for the latest 24 hours. */
export type HourTally = readonly (readonly [number, number])[]

/** Adds `step` messages at `at` and drops hours more than a day older than the newest. */
export function tallyHour(tally: HourTally, at: number, step: 1 | -1): HourTally {
  const index = Math.floor(at / hour)
  const last = tally.at(-1)
  if (last !== undefined && last[0] === index) return [...tally.slice(0, -1), [index, Math.max(0, last[1] + step)]]
  const newest = Math.max(index, last?.[0] ?? index)
  if (index <= newest - hoursKept) return tally
  const counts = new Map(tally)
  counts.set(index, Math.max(0, (counts.get(index) ?? 0) + step))
  return [...counts].filter(([at]) => at > newest - hoursKept).toSorted((a, b) => a[0] - b[0])
}

/** Counts for the 24 hours that end with the one that contains `now`, oldest first. */
export function hoursUntil(tally: HourTally, now: number): number[] {
  const last = Math.floor(now / hour)
  const counts = new Map(tally)
  return Array.from({ length: hoursKept }, (_, at) => counts.get(last - hoursKept + 1 + at) ?? 0)
}
