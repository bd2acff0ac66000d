import { z } from 'zod'

const spanSchema = z.object({ at: z.number(), ms: z.number() })
/** A span in which limits stood still: it began at a time, ms, and lasted so many ms. */
export type StoodStill = Readonly<z.infer<typeof spanSchema>>
export const stoodStillSchema = z.array(spanSchema)

/** When a clock has run for so long since a time, ms, if it stood still for `stoodStill(since)` ms from a time until now. What comes later changes no moment that is over. */
export function afterRunning(since: number, ms: number, stoodStill: (since: number) => number = never): number {
  const stood = stoodStill(since)
  let at = since + ms
  if (stood === 0) return at
  /** When it has run for so long, if it runs from this time on. */
  const after = (until: number): number => since + ms + stood - stoodStill(until)
  // Each time it may have stood still in what was added.
  for (let step = 0; step < mostSteps; step++) {
    const next = after(at)
    if (next <= at) return at
    at = next
  }
  // It stood still for long, from just before the time would have been over: each step is only as long as what was left then.
  let latest = since + ms + stood
  while (latest - at > 1) {
    const middle = at + Math.ceil((latest - at) / 2)
    if (after(middle) > middle) at = middle
    else latest = middle
  }
  return after(at) <= at ? at : latest
}

const mostSteps = 100

function never(): number {
  return 0
}

/** How long limits stood still since a time, ms, by these spans: the machine slept, or the operator had halted. Pure. */
export function stoodStillIn(spans: Iterable<StoodStill>): (since: number) => number {
  const apart = withoutOverlaps(spans)
  return (since) => apart.reduce((sum, { at, ms }) => sum + Math.max(0, at + ms - Math.max(at, since)), 0)
}

/** The same time in spans that do not overlap: a machine that sleeps during a halt stands still once. */
function withoutOverlaps(spans: Iterable<StoodStill>): StoodStill[] {
  const apart: StoodStill[] = []
  let until = Number.NEGATIVE_INFINITY
  for (const { at, ms } of [...spans].toSorted((a, b) => a.at - b.at)) {
    const from = Math.max(at, until)
    if (at + ms <= from) continue
    until = at + ms
    apart.push({ at: from, ms: until - from })
  }
  return apart
}
