import type { Draft, WirePreview } from '../../../core/command.ts'
import type { MessageEvent } from '../../../core/event.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { MessageStamp } from '../../../core/protocol.ts'
import { checkAgentName, nameKey } from './agent-name.ts'
import { checkMessageId, formatMessageFile } from './message.ts'
import type { Action } from './message.ts'

/**
 * Identity of a message in the journal: its mailbox and its id. It stays the same when the message is archived; another text under the same id is a separate
 * version.
 */
export function mailWireId(mailbox: string, id: string, version?: string): string {
  return `${nameKey(mailbox)}/${id}${version === undefined ? '' : `@${version}`}`
}

/** The identity of a message without its version: `coder/msg_1` for `coder/msg_1@0a1b!failed`. */
export function baseWireId(wireId: string): string {
  return wireId.replace(/(?:@[0-9a-f]{1,64})?(?:!failed)?$/u, '')
}

/** The id of the message with this wire identity; undefined if it is not a message's. */
export function idOfWireId(wireId: string): string | undefined {
  const id = /^[^/]+\/([^/@]+)$/.exec(baseWireId(wireId))?.[1]
  return id !== undefined && checkMessageId(id).ok ? id : undefined
}

/**
 * The file of a message of the operator (specification: Message Schema): work for one agent or, with `replyTo`, a message about it. Several recipients, teams
 * and roles are handled by the Inboxes' own dialog, which writes one file for each.
 */
export function formatDraft(draft: Draft, stamp: MessageStamp): Result<WirePreview> {
  const { from, to, observers, text } = draft
  const sender = checkAgentName(from, 'Your name')
  if (!sender.ok) return inField('from', sender.fault)
  const [recipient, second] = to
  if (recipient === undefined) return fail('invalid', 'Choose a recipient.', { field: 'to' })
  if (second !== undefined)
    return fail('invalid', 'Choose one agent; use Inboxes to write to teams and roles.', { field: 'to', fix: recipient })
  const named = checkAgentName(recipient, 'The recipient')
  if (!named.ok) return inField('to', named.fault)
  if (observers.length > 0) return fail('unsupported', 'A Switchboard message has no observers. Remove them.', { field: 'observers' })
  if (text.trim() === '') return fail('invalid', 'The message is empty.', { field: 'text' })
  if (!text.isWellFormed()) return fail('invalid', 'The message is not valid Unicode.', { field: 'text' })
  const answers = stamp.answers === undefined ? undefined : idOfWireId(stamp.answers)
  const wire = formatMessageFile({
    id: `msg_${Math.trunc(stamp.at)}_${stamp.id.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`,
    action: actionOf(draft),
    sender: from,
    recipient,
    payload: text,
    ...(answers === undefined ? {} : { replyTo: answers }),
    ...(draft.data === undefined ? {} : { metadata: draft.data }),
    createdAt: new Date(stamp.at).toISOString(),
  })
  const bytes = new TextEncoder().encode(wire).length
  if (bytes > limits.message)
    return fail(
      'too-large',
      `The message has ${bytes.toLocaleString('en-US')} bytes; the limit is ${limits.message.toLocaleString('en-US')}.`,
      {
        field: 'text',
      },
    )
  return ok({ wire, bytes, limit: limits.message })
}

/** The draft's own action, otherwise work or, for a reply, an update. Command lines are only written by the Inboxes' own dialog. */
export function actionOf({ label, replyTo }: Draft): Exclude<Action, 'execute' | 'submit_result'> {
  if (label === 'delegate_task' || label === 'request_review' || label === 'status_update') return label
  return replyTo === undefined ? 'delegate_task' : 'status_update'
}

/** A reply: to the sender or, for one's own message, to its recipients. */
export function replyDraft({ id, body: { from, to } }: MessageEvent, me: string, text = ''): Draft {
  const other = nameKey(from) === nameKey(me) ? (to[0] ?? from) : from
  return { from: me, to: [other], observers: [], text, replyTo: id }
}

function inField(field: string, fault: Fault): Result<never> {
  return { ok: false, fault: { ...fault, field } }
}
