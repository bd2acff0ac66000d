import { z } from 'zod'

/** What is remembered of the file itself: with all of it unchanged, the bytes are taken for unchanged. */
const fileStampSchema = z
  .object({ dev: z.number(), ino: z.number(), size: z.number(), mtimeMs: z.number(), ctimeMs: z.number() })
  .readonly()
export type FileStamp = z.infer<typeof fileStampSchema>

/** What is remembered of bytes that were read, so that they can be recognised later. */
const prefixMarkSchema = z
  .object({
    base: z.number(),
    /** How many, from the offset `base` on. */
    bytes: z.number(),
    /** SHA-256 chain over the whole blocks, hex. */
    chain: z.string(),
    /** SHA-256 of what follows the last whole block, hex. */
    rest: z.string(),
  })
  .readonly()
export type PrefixMark = z.infer<typeof prefixMarkSchema>

/**
 * What a link saves of its tail (`FileTail.mark`) to go on after a restart: with every `emit`, and **also when the tail begins to follow** (the condition
 * `following`), although there may be no event then. A link without a saved mark starts like a new one: with a `skip` rule it leaves out what was appended
 * while Patchbay was closed.
 */
export const tailMarkSchema = z
  .object({
    stamp: fileStampSchema,
    /** Runs of bytes that were read, ascending. Between the last two there may be a gap. */
    runs: z.array(prefixMarkSchema).max(64).readonly(),
  })
  .readonly()
export type TailMark = z.infer<typeof tailMarkSchema>
