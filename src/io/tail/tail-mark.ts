import { z } from 'zod'

/** Metadata of the file: if all of it is unchanged, the bytes are assumed unchanged. */
const fileStampSchema = z
  .object({ dev: z.number(), ino: z.number(), size: z.number(), mtimeMs: z.number(), ctimeMs: z.number() })
  .readonly()
export type FileStamp = z.infer<typeof fileStampSchema>

/** Describes bytes that were read, so that they can be recognised later. */
const prefixMarkSchema = z
  .object({
    base: z.number(),
    /** Number of bytes, starting at offset `base`. */
    bytes: z.number(),
    /** SHA-256 chain over the whole blocks, hex. */
    chain: z.string(),
    /** SHA-256 of the bytes after the last whole block, hex. */
    rest: z.string(),
  })
  .readonly()
export type PrefixMark = z.infer<typeof prefixMarkSchema>

/**
 * What a link saves of its tail (`FileTail.mark`) to continue after a restart: with every `emit`, and **also when the tail starts following** (the condition
 * `following`), even without an event. A link without a saved mark starts like a new one: with a `skip` rule it leaves out what was appended while Patchbay was
 * closed.
 */
export const tailMarkSchema = z
  .object({
    stamp: fileStampSchema,
    /** Runs of bytes that were read, ascending. There may be a gap between the last two. */
    runs: z.array(prefixMarkSchema).max(64).readonly(),
  })
  .readonly()
export type TailMark = z.infer<typeof tailMarkSchema>
