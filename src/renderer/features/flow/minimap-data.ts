import type { FlowMinutes } from '../../../core/flow.ts'
import { leastSpan, type TimeScale, xOf } from '../../../core/flow/scale.ts'
import type { FlowDay } from './state/flow-slice.ts'

const minute = 60_000
const halfHour = 30 * minute
const hour = 60 * minute
/** Width of a bar with the gap behind it, px: a minute, but not less than this. */
const leastPitch = 4
const pitchOf = (scale: TimeScale): number => Math.max(leastPitch, (minute / (scale.to - scale.from)) * scale.width)

/** What the minimap shows: from the first message of the day, half an hour at least before now. Pure. */
export function dayScale(day: FlowDay | undefined, midnight: number, now: number, width: number): TimeScale {
  const first = Math.min(...(day?.links.flatMap(({ messages }) => messages[0]?.[0] ?? []) ?? []))
  const begin = Number.isFinite(first) ? midnight + Math.floor((first * minute) / halfHour) * halfHour : now - hour
  return { from: Math.min(begin, now - hour), to: Math.max(now, begin + leastSpan), width: Math.max(1, width) }
}

export interface DayBar {
  readonly x: number
  readonly width: number
  readonly height: number
}

/** A link's day as bars. `most`: the largest count of any link in one bar. Pure. */
export function dayBars(
  minutes: FlowMinutes['messages'],
  start: number,
  scale: TimeScale,
  most: number,
  height: number,
): readonly DayBar[] {
  return [...binned(minutes, start, scale)].map(([bin, many]) => ({
    x: bin * pitchOf(scale),
    width: pitchOf(scale) - 1,
    height: Math.max(1, Math.round((Math.sqrt(many) / Math.sqrt(most)) * height)),
  }))
}

/** Counts by bar. */
export function binned(minutes: FlowMinutes['messages'], start: number, scale: TimeScale): ReadonlyMap<number, number> {
  const bins = new Map<number, number>()
  for (const [at, many] of minutes) {
    const x = xOf(scale, start + (at + 0.5) * minute)
    if (x < 0 || x > scale.width) continue
    const bin = Math.floor(x / pitchOf(scale))
    bins.set(bin, (bins.get(bin) ?? 0) + many)
  }
  return bins
}

/** Where something failed or was asked, at least 9 px apart. Pure. */
export function dayMarks(day: FlowDay, scale: TimeScale): readonly { readonly x: number; readonly what: 'failure' | 'ask' }[] {
  const marks = day.links
    .flatMap(({ failures, asks }) => [
      ...failures.map(([at]) => ({ x: xOf(scale, day.start + (at + 0.5) * minute), what: 'failure' as const })),
      ...asks.map(([at]) => ({ x: xOf(scale, day.start + (at + 0.5) * minute), what: 'ask' as const })),
    ])
    .filter(({ x }) => x >= 0 && x <= scale.width)
  // Failures take their place first.
  const taken: number[] = []
  return marks
    .toSorted((a, b) => Number(a.what === 'ask') - Number(b.what === 'ask') || a.x - b.x)
    .filter(({ x }) => {
      if (taken.some((one) => Math.abs(one - x) < 9)) return false
      taken.push(x)
      return true
    })
    .toSorted((a, b) => a.x - b.x)
}
