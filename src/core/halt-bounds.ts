import { z } from 'zod'
import { haltRowSchema, haltSchema, type HaltRow, type HaltStep } from './halt.ts'
import { limits } from './limits.ts'

/** A row that can be read back, on a screen and from a file. */
export function rowWithin(row: HaltRow): HaltRow {
  return {
    ...row,
    ends: newest(row.ends),
    says: newest(row.says),
    ...(row.offers !== undefined && { offers: newest(row.offers) }),
    ...(row.unsaid !== undefined && { unsaid: row.unsaid.slice(-limits.haltParts) }),
    lost: row.lost.slice(0, limits.agentsListed),
  }
}

/** What is done goes first, and of that the oldest: it comes before what a later look at the table has added. */
function newest<T extends { readonly step: HaltStep }>(parts: T[]): T[] {
  const extra = parts.length - limits.haltParts
  if (extra <= 0) return parts
  const dropped = new Set(parts.filter(({ step }) => step === 'done').slice(0, extra))
  return parts.filter((part) => !dropped.has(part)).slice(-limits.haltParts)
}

/** A halt as it is read: a row that cannot be read is left out, and nothing else with it. */
export const storedHaltSchema = haltSchema.extend({
  rows: z
    .array(z.unknown())
    .catch([])
    .transform((rows) => rows.flatMap((row) => haltRowSchema.safeParse(row).data ?? []).slice(0, limits.haltRows)),
  beyond: haltSchema.shape.beyond.catch(undefined),
})
