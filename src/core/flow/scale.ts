/** A span of time on the screen: `from` at the left edge, `to` at x = `width`. Times in ms, lengths in CSS px. */
export interface TimeScale {
  readonly from: number
  readonly to: number
  readonly width: number
}

/** Where a moment is, CSS px; outside 0 to `width` if it is not in the span. */
export function xOf({ from, to, width }: TimeScale, at: number): number {
  return ((at - from) / (to - from)) * width
}

/** The moment at a place, ms. */
export function timeAt({ from, to, width }: TimeScale, x: number): number {
  return from + (x / width) * (to - from)
}

/** The shortest and the longest span that can be shown, ms. */
export const leastSpan = 60_000
export const mostSpan = 86_400_000

/** The span times `factor`, with the moment under `x` staying where it is; nothing later than `latest` is shown. */
export function zoomAround(scale: TimeScale, factor: number, x: number, latest: number): { readonly from: number; readonly to: number } {
  const span = clampSpan((scale.to - scale.from) * factor)
  const at = timeAt(scale, x)
  const to = Math.min(latest, at + span * (1 - x / scale.width))
  return { from: to - span, to }
}

/** The nearest span that can be shown, ms. */
export function clampSpan(span: number): number {
  return Math.min(Math.max(span, leastSpan), mostSpan)
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const steps = [
  10 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
] as const

export interface Tick {
  readonly at: number
  readonly x: number
  /** Every fifth step of the clock (or the hour) is darker. */
  readonly isMajor: boolean
}

/**
 * Round times of the local clock, at least `gap` px apart. `midnight`: a local midnight, ms, from which steps are counted, so that ticks are round also where
 * the zone is not a whole hour from UTC.
 */
export function ticksOf(scale: TimeScale, midnight: number, gap = 64): { readonly step: number; readonly ticks: readonly Tick[] } {
  const step = steps.find((each) => (each / (scale.to - scale.from)) * scale.width >= gap) ?? 6 * hour
  const major = step < minute ? minute : step === 2 * minute ? 10 * minute : step < hour ? step * 5 : 6 * hour
  const ticks: Tick[] = []
  const first = midnight + Math.ceil((scale.from - midnight) / step) * step
  for (let at = first; at <= scale.to; at += step) ticks.push({ at, x: xOf(scale, at), isMajor: (at - midnight) % major === 0 })
  return { step, ticks }
}
