import { z } from 'zod'

const spanSchema = z.object({ at: z.number(), ms: z.number() })
/** A span in which limits stood still: it began at a time, ms, and lasted so many ms. */
export type StoodStill = Readonly<z.infer<typeof spanSchema>>
export const stoodStillSchema = z.array(spanSchema)

/** How long limits stood still since a time, ms: the machine slept, or the operator had halted. Spans are added up. Pure. */
export function stoodStillSince(spans: Iterable<StoodStill>, since: number): number {
  let sum = 0
  for (const { at, ms } of spans) sum += Math.max(0, at + ms - Math.max(at, since))
  return sum
}
