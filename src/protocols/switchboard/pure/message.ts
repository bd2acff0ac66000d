import { z } from 'zod'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { fieldOf, parseJsonObject } from '../../../core/json-text.ts'
import { limits } from '../../../core/limits.ts'
import { checkPathPart } from '../../../core/names.ts'
import { clampTime } from '../../../core/text.ts'
import { checkAgentName } from './agent-name.ts'
import { defined } from './defined.ts'
import { absent } from './optional-field.ts'

/** Specification: Action Types. A message with any other action is kept and shown with a doubt. */
export const actions = ['delegate_task', 'request_review', 'submit_result', 'status_update', 'execute'] as const
export type Action = (typeof actions)[number]

/** Maximum sizes: what we refuse to write in one message, and what we read of one field. */
export const messageLimits = { action: 64, id: 128, metadataKeys: 64, persona: 64 * 1024 } as const

const id = z
  .string()
  .max(messageLimits.id)
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/, 'can contain only letters a–z, digits, “_”, “-” and “.”')
const name = (what: string): z.ZodString =>
  z.string().superRefine((value, context) => {
    const checked = checkAgentName(value, what)
    if (!checked.ok) context.addIssue({ code: 'custom', message: checked.fault.message })
  })

/**
 * Specification: Message Schema. The required fields, in the order in which they are written; unknown fields are kept next to them. The sender chooses those in
 * `messageContent`; lists show those in `listedFields`. A field that is not in the specification is `lenient(…)`.
 */
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
  /** As written; a claim. Empty if a program left it out. */
  createdAt: z.string().max(64).default(''),
})

type Known = Readonly<z.infer<typeof messageSchema>>

/** One message, with the unknown fields of its file. */
export interface SwitchboardMessage extends Known {
  readonly [unknown: string]: unknown
}

/** Id of a message in calls of a tool or the screen. */
export const messageId = z.string().min(1).max(messageLimits.id).describe('Id of a message, as returned by check_inbox or send_message.')

/** Set by the program that writes the file, not chosen by the sender. */
type Stamped = 'id' | 'sender' | 'recipient' | 'team' | 'persona' | 'createdAt'

/**
 * What the sender of a message chooses: the fields of the tools that send and of the form on screen, with descriptions for a language model. All of them are
 * passed on together, so a field added here is in the file without further code.
 */
export const messageContent = {
  action: z
    .enum(actions)
    .describe(
      'delegate_task: give work to an agent. request_review: ask a reviewer. submit_result: return finished work, with replyTo. status_update: report progress. execute: a command line for a registered terminal; only from the role lead, and subject to the operator’s approval.',
    ),
  payload: z
    .string()
    .min(1)
    .max(limits.message)
    .describe('The text: the task, what to review, the result, the status, or the command line.'),
  replyTo: messageId.optional().describe('Id of the message that this one answers.'),
  metadata: z
    .record(z.string().max(128), z.unknown())
    .describe('Key-value pairs sent with the message. A time in due sets when you expect an answer.')
    .optional(),
} as const satisfies { readonly [field in Exclude<keyof Known, Stamped>]: z.ZodType }

/** What every list shows of a message besides its sender, action and text, for tools and screen. */
export const listedFields = { replyTo: z.string().optional(), team: z.string().optional() } as const satisfies {
  readonly [field in keyof Known]?: z.ZodType
}
type Listed = z.infer<z.ZodObject<typeof listedFields>>

/** The values of `listedFields` that fit their schema. */
export function listedOf(message: SwitchboardMessage): Listed {
  return defined(Object.fromEntries(Object.entries(listedFields).map(([field, schema]) => [field, schema.safeParse(message[field]).data])))
}

/** True for `.receipt.json` and `.result.json`: they show that a message was processed and are never messages; neither are hidden and temporary files. */
export function isMarkerFile(file: string): boolean {
  return /\.(?:receipt|result)\.json$/i.test(file)
}

/** True if a file in a mailbox should be a message; other files are left alone. */
export function isMessageFile(file: string): boolean {
  return file.endsWith('.json') && !file.startsWith('.') && !isMarkerFile(file)
}

/** The file name of a message. */
export function messageFileName(messageId: string): string {
  return `${messageId}.json`
}

/** Checks a message id, which becomes the name of its file and its receipt. */
export function checkMessageId(value: string): Result<string> {
  const checked = id.safeParse(value)
  if (!checked.success) return fail('invalid', `The message id ${checked.error.issues[0]?.message ?? 'is not valid'}.`, { field: 'id' })
  const part = checkPathPart(`receipt_${messageFileName(value)}`)
  if (!part.ok) return part
  return isMarkerFile(messageFileName(value)) ? fail('invalid', 'The message id ends like a mark (“.receipt” or “.result”).') : ok(value)
}

/**
 * Reads one file of a mailbox. Never throws.
 * @param file its name without the folder, for faults.
 * @returns the message with its unknown fields, or why it is a dead letter.
 */
export function parseMessageFile(file: string, text: string): Result<SwitchboardMessage> {
  if (text.length > limits.message)
    return fail('too-large', `${file} is larger than the limit of ${limits.message.toLocaleString('en-US')} characters.`)
  const object = parseJsonObject(text, file)
  if (!object.ok) return object
  const parsed = messageSchema.safeParse(object.value)
  if (!parsed.success) return schemaFault(file, object.value, parsed.error)
  const checkedId = checkMessageId(parsed.data.id)
  if (!checkedId.ok) return checkedId
  return ok(defined<SwitchboardMessage>({ ...object.value, ...parsed.data }))
}

/** The bytes of a message's file: indented by two spaces, ending in a newline, fields in the order of the specification, then the unknown ones. */
export function formatMessageFile(message: SwitchboardMessage): string {
  const inOrder = Object.fromEntries(Object.keys(messageSchema.shape).map((field) => [field, message[field]]))
  return `${JSON.stringify({ ...inOrder, ...message }, undefined, 2)}\n`
}

/** When the sender claims to have written the message, clamped to sane years; undefined if it does not say. */
export function claimedAt(message: SwitchboardMessage, now: number): number | undefined {
  return clampTime(Date.parse(message.createdAt), now)
}

function schemaFault(file: string, object: object, error: z.ZodError): { readonly ok: false; readonly fault: Fault } {
  const issue = error.issues[0]
  const field = String(issue?.path[0] ?? '')
  if (field === '') return fail('invalid', `${file} is not a message.`)
  const isMissing = fieldOf(object, field) === undefined
  const words = isMissing
    ? `The field “${field}” is missing.`
    : issue?.code === 'custom'
      ? issue.message
      : `The field “${field}” is not valid: ${issue?.message ?? ''}.`
  return fail('invalid', words, { field })
}
