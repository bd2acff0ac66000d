import { z } from 'zod'
import { counted } from './count.ts'
import { haltRowSchema, haltSchema, type HaltPlan, type HaltRow, type HaltStep, type HaltText } from './halt.ts'
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

/** A place where a halt is said. */
export interface HaltPlace {
  readonly texts: readonly HaltText[]
  /** Whether somebody reads what is said there. */
  reads(name: string): boolean
}

/** What is said in as many places as a row has room for, who of these names hears it, and how many places are told nothing. */
export function saidWithin(
  places: readonly HaltPlace[],
  names: readonly string[],
): Pick<HaltPlan, 'says' | 'hears'> & { readonly more: number } {
  const all = places.flatMap(({ texts }) => texts)
  if (all.length <= limits.haltParts) return { says: all, hears: [...names], more: 0 }
  // RESUME goes to the same places as HALT, in whatever order they were joined since.
  const sorted = places.toSorted((a, b) => ((a.texts[0]?.key ?? '') < (b.texts[0]?.key ?? '') ? -1 : 1))
  const says: HaltText[] = []
  const told: HaltPlace[] = []
  for (const place of sorted) {
    if (says.length + place.texts.length > limits.haltParts) continue
    says.push(...place.texts)
    told.push(place)
  }
  return { says, hears: names.filter((name) => told.some(({ reads }) => reads(name))), more: places.length - told.length }
}

/** `2 channels are told nothing, …`; empty: all are told. */
export function untoldWords(more: number, noun: string): readonly string[] {
  return more === 0
    ? []
    : [`${counted(more, noun)} ${more === 1 ? 'is' : 'are'} told nothing, since there is room for ${limits.haltParts} texts`]
}

/** Whom a halt cannot force, and why. */
export function cannotForce(names: readonly string[], reasons: readonly string[]): HaltPlan['cannot'] {
  return { names: [...names], ...(reasons.length > 0 && { why: reasons.join('; ') }) }
}

/** A halt as it is read: a row that cannot be read is left out, and nothing else with it. */
export const storedHaltSchema = haltSchema.extend({
  rows: z
    .array(z.unknown())
    .catch([])
    .transform((rows) => rows.flatMap((row) => haltRowSchema.safeParse(row).data ?? []).slice(0, limits.haltRows)),
  beyond: haltSchema.shape.beyond.catch(undefined),
})
