import { z } from 'zod'
import { fail, ok, type Result } from '../../../core/fault.ts'
import { isDeeperThan } from '../../../core/json-depth.ts'
import { isJsonObject, parseJsonObject } from '../../../core/json-text.ts'
import { limits } from '../../../core/limits.ts'
import { maxWireBytes, utf8Length, wireSize } from './size.ts'

/** Types of the specification ("Message Types") and those that are met in the wild. */
export const messageTypes = ['message', 'typing', 'chunk', 'response', 'error'] as const
export const extraTypes = ['done', 'task-created', 'task-updated', 'task-deleted', 'deregister'] as const

/** A link to a file. Nothing is fetched automatically. */
export const attachmentSchema = z.looseObject({
  id: z.string().max(512),
  filename: z.string().max(1_024),
  mimeType: z.string().max(256).optional(),
  /** Bytes, as claimed. */
  fileSize: z.number().nonnegative().optional(),
  blobUrl: z.string().max(4_096),
})
export type Attachment = z.infer<typeof attachmentSchema>

/** A message of a project's channel ("Message Types"): unknown fields are kept, unknown types are accepted. */
export const jaibberMessageSchema = z.looseObject({
  from: z.string().min(1).max(512),
  fromUsername: z.string().max(512),
  projectId: z.string().min(1).max(512),
  text: z.string(),
  messageId: z.string().min(1).max(512),
  type: z.string().min(1).max(64),
  responseId: z.string().min(1).max(512).optional(),
  agentName: z.string().max(512).optional(),
  mentions: z.array(z.string().max(512)).max(256).optional(),
  isAgentMessage: z.boolean().optional(),
  responseDepth: z.number().optional(),
  respondingChain: z.array(z.string().max(512)).max(256).optional(),
  isTaskNotification: z.boolean().optional(),
  attachments: z.array(attachmentSchema).max(64).optional(),
  parentMessageId: z.string().max(512).optional(),
  executionMode: z.string().max(64).optional(),
})
export type JaibberMessage = z.infer<typeof jaibberMessageSchema>

/**
 * Reads what was published to a project: an object, or the JSON text of one. Fields that may be left out may be null too.
 * Faults: `invalid` names the field, `too-large` both sizes. Never throws; linear.
 */
export function parseMessage(data: unknown): Result<JaibberMessage> {
  if (typeof data === 'string') {
    const bytes = utf8Length(data)
    if (bytes > maxWireBytes) return tooLarge(bytes)
    const parsed = parseJsonObject(data, 'The message')
    return parsed.ok ? parseMessage(parsed.value) : parsed
  }
  if (!isJsonObject(data)) return fail('invalid', 'A message must be a JSON object.')
  if (isDeeperThan(data, limits.jsonDepth)) return fail('too-large', `The message is nested more than ${limits.jsonDepth} levels deep.`)
  const given = Object.entries(data).filter(([name, value]) => name !== '__proto__' && value !== null && value !== undefined)
  const bytes = sizeOf(data)
  if (bytes === undefined) return fail('invalid', 'A message must consist of JSON values.')
  if (bytes > maxWireBytes) return tooLarge(bytes)
  const parsed = jaibberMessageSchema.safeParse(Object.fromEntries(given))
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.').slice(0, 128) ?? ''
  const what = issue?.code === 'invalid_type' && !given.some(([name]) => name === field) ? 'is missing' : 'is not valid'
  return fail('invalid', `A message cannot be read: ${field} ${what}.`, { field, ...(issue !== undefined && { detail: issue.message }) })
}

function tooLarge(bytes: number): Result<never> {
  return fail('too-large', `The message has ${bytes.toLocaleString('en-US')} bytes; the limit is ${maxWireBytes.toLocaleString('en-US')}.`)
}

/** Undefined for values that JSON cannot represent. */
function sizeOf(data: object): number | undefined {
  try {
    return wireSize(data)
  } catch {
    return undefined
  }
}
