import { z } from 'zod'

/** A value in a file that does not fit its field. It is never shown or used, and is written back as it was read. */
export class OddValue {
  readonly raw: unknown

  constructor(raw: unknown) {
    this.raw = raw
  }

  toJSON(): unknown {
    return this.raw
  }
}

/** An optional field of the specification. Programs write `null` for what the specification leaves out. */
export const absent = <T extends z.ZodType>(schema: T) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional()

/**
 * An optional field that the specification does not have. Files with anything under its name were messages before we knew the field, so they still are:
 * a value that does not fit is kept as an `OddValue`.
 */
export const lenient = <T extends z.ZodType>(schema: T) => absent(z.union([schema, z.unknown().transform((value) => new OddValue(value))]))
