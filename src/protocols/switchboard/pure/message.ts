import { z } from 'zod'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { fieldOf, parseJsonObject } from '../../../core/json-text.ts'
import { limits } from '../../../core/limits.ts'
import { checkPathPart } from '../../../core/names.ts'
import { clampTime } from '../../../core/text.ts'
import { checkAgentName } from './agent-name.ts'

/** Specification: Action Types. A message with another word is kept and shown with a doubt. */
export const actions = ['delegate_task', 'request_review', 'submit_result', 'status_update', 'execute'] as const
export type Action = (typeof actions)[number]

/** What we refuse to write in one message, and what we read of one field. */
export const messageLimits = { action: 64, id: 128, metadataKeys: 64, persona: 64 * 1024 } as const

const id = z
  .string()
  .max(messageLimits.id)
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/, 'may hold only letters a–z, digits, “_”, “-” and “.”')
const name = (what: string): z.ZodString =>
  z.string().superRefine((value, context) => {
    const checked = checkAgentName(value, what)
    if (!checked.ok) context.addIssue({ code: 'custom', message: checked.fault.message })
  })
/** Programs write `null` for what the specification leaves out. */
const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)

/** Specification: Message Schema. What a file must hold; fields that we do not know are carried along beside it. */
export const messageSchema = z.object({
  id,
  action: z.string().min(1).max(messageLimits.action),
  sender: name('The sender'),
  recipient: name('The recipient'),
  payload: z.string(),
  replyTo: absent(id),
  metadata: absent(z.record(z.string(), z.unknown())),
  team: absent(z.string().max(limits.nameChars)),
  persona: absent(z.string()),
  /** As written; a claim. Empty where a program left it out. */
  createdAt: z.string().max(64).default(''),
})

type Known = Readonly<z.infer<typeof messageSchema>>
type MayMiss = 'replyTo' | 'metadata' | 'team' | 'persona'

/** One message, with the fields of its file that we do not know. */
export interface SwitchboardMessage extends Omit<Known, MayMiss>, Partial<Pick<Known, MayMiss>> {
  readonly [unknown: string]: unknown
}

/** True for `.receipt.json` and `.result.json`: marks that a message was processed, never messages. Hidden and temporary files are none either. */
export function isMarkerFile(file: string): boolean {
  return /\.(?:receipt|result)\.json$/i.test(file)
}

/** True when a file of a mailbox is meant to be a message: what else lies there is left alone. */
export function isMessageFile(file: string): boolean {
  return file.endsWith('.json') && !file.startsWith('.') && !isMarkerFile(file)
}

/** The file of a message in its mailbox. */
export function messageFileName(messageId: string): string {
  return `${messageId}.json`
}

/** Checks a message id, which becomes the name of its file and of its receipt. */
export function checkMessageId(value: string): Result<string> {
  const checked = id.safeParse(value)
  if (!checked.success) return fail('invalid', `The message id ${checked.error.issues[0]?.message ?? 'is not valid'}.`, { field: 'id' })
  const part = checkPathPart(`receipt_${messageFileName(value)}`)
  if (!part.ok) return part
  return isMarkerFile(messageFileName(value)) ? fail('invalid', 'The message id ends like a mark (“.receipt” or “.result”).') : ok(value)
}

/**
 * Reads one file of a mailbox. Never throws.
 * @param file its name without the folder, for the words of a fault.
 * @returns the message with its unknown fields, or why it is a dead letter.
 */
export function parseMessageFile(file: string, text: string): Result<SwitchboardMessage> {
  if (text.length > limits.message) return fail('too-large', `${file} is larger than ${limits.message.toLocaleString('en-US')} characters.`)
  const object = parseJsonObject(text, file)
  if (!object.ok) return object
  const parsed = messageSchema.safeParse(object.value)
  if (!parsed.success) return schemaFault(file, object.value, parsed.error)
  const checkedId = checkMessageId(parsed.data.id)
  if (!checkedId.ok) return checkedId
  const { replyTo: _reply, metadata: _metadata, team: _team, persona: _persona, ...unknown } = object.value
  return ok({ ...unknown, ...withoutUndefined(parsed.data) })
}

/** The bytes of a message's file: two blanks of indentation and a newline, fields in the order of the specification, unknown ones after them. */
export function formatMessageFile(message: SwitchboardMessage): string {
  const { id: messageId, action, sender, recipient, payload, replyTo, metadata, team, persona, createdAt, ...unknown } = message
  return `${JSON.stringify(
    { id: messageId, action, sender, recipient, payload, replyTo, metadata, team, persona, createdAt, ...unknown },
    undefined,
    2,
  )}\n`
}

/** When the sender says that it wrote the message, clamped to sane years; undefined when it does not say. */
export function claimedAt(message: SwitchboardMessage, now: number): number | undefined {
  return clampTime(Date.parse(message.createdAt), now)
}

function withoutUndefined(known: z.infer<typeof messageSchema>): z.infer<typeof messageSchema> {
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as z.infer<typeof messageSchema>
}

function schemaFault(file: string, object: object, error: z.ZodError): { readonly ok: false; readonly fault: Fault } {
  const issue = error.issues[0]
  const field = String(issue?.path[0] ?? '')
  if (field === '') return fail('invalid', `${file} is no message.`)
  const isMissing = fieldOf(object, field) === undefined
  const words = isMissing
    ? `The field “${field}” is missing.`
    : issue?.code === 'custom'
      ? issue.message
      : `The field “${field}” is not valid: ${issue?.message ?? ''}.`
  return fail('invalid', words, { field })
}
