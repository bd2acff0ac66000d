import { z } from 'zod'
import { parseJsonObject } from '../../../core/json-text.ts'
import { clampTime } from '../../../core/text.ts'
import { checkMessageId, messageId } from './message.ts'

/** A program's note on a message that it archived because its sender replaced it. */
export const supersededSchema = z.object({
  /** Id of the new message. */
  by: messageId.optional(),
  /** ms. */
  at: z.number().optional(),
})
export type Superseded = Readonly<z.infer<typeof supersededSchema>>

/** Appended to the name of the message's file. */
export const supersededEnding = '.superseded.meta'
/** Maximum characters read from such a file. */
export const mostSuperseded = 8 * 1024

const metaSchema = z.object({
  inReplyTo: z.string(),
  status: z.literal('superseded'),
  supersededBy: z.string().optional().catch(undefined),
  supersededAt: z.string().max(64).optional().catch(undefined),
})

/** Reads a `.superseded.meta` file. Never throws; undefined if it does not say this about the message `id`. */
export function parseSuperseded(text: string, id: string, now: number): Superseded | undefined {
  const object = parseJsonObject(text, supersededEnding)
  const meta = object.ok ? metaSchema.safeParse(object.value) : undefined
  if (meta?.success !== true || meta.data.inReplyTo !== id) return undefined
  const { supersededBy: by, supersededAt } = meta.data
  const at = clampTime(Date.parse(supersededAt ?? ''), now)
  return { ...(by === undefined || !checkMessageId(by).ok ? {} : { by }), ...(at === undefined ? {} : { at }) }
}
