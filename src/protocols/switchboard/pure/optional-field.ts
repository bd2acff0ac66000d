import { z } from 'zod'

/** A value in a file that does not fit its field. It is never shown or used, and written back as it was. */
export class OddValue {
  readonly raw: unknown

  constructor(raw: unknown) {
    this.raw = raw
  }

  toJSON(): unknown {
    return this.raw
  }
}

/** An optional field of the specification. Programs write `null` where the specification omits the field. */
export const absent = <T extends z.ZodType>(schema: T) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional()

/**
 * An optional field that is not in the specification. Files with any value under its name were messages before we knew the field, and still are: a value that
 * does not fit is kept as an `OddValue`.
 */
export const lenient = <T extends z.ZodType>(schema: T) => absent(z.union([schema, z.unknown().transform((value) => new OddValue(value))]))
