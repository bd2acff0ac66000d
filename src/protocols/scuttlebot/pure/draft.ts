import type { Draft, WirePreview } from '../../../core/command.ts'
import { fail, ok, type Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { ircCompose } from './compose.ts'
import { isChannel, isNick } from './config.ts'
import { encodeEnvelope, newEnvelope, type Envelope } from './envelope.ts'
import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import { isDeeperThan } from '../../../core/json-depth.ts'
import { globPrefix, isGroup } from './match.ts'
import { addressed, type AddressForm } from './mention.ts'
import { startsLikeEnvelope } from './reassemble.ts'
import { bytesOf, largestBody, unitsIn, type Prefix } from './size.ts'
import { isUsable } from './task-change.ts'
import { ulidTime } from '../../../core/ulid.ts'

/** The sender as receivers see it, and the id of the message. */
export interface Sender {
  readonly prefix: Prefix
  /** A ULID for an envelope; its time is the envelope's. */
  readonly id: string
  /** The nick for a name of the workspace. */
  nickOf(name: string): string
  /** How nicks are addressed in a channel; absent: by `@nick`. */
  formIn?(channel: string): AddressForm | undefined
}

/**
 * The line for a draft, `PRIVMSG target :…`. Without `label` its text is sent as plain text, in a channel prefixed by the addressees. With `label` it is an
 * envelope whose payload is `data`; any text becomes the main field of that type (`Compose.labels.text`), or `text` for other types. Faults: `invalid` for line
 * breaks and NUL anywhere and for text that would be misread, `too-large` with both sizes; each names its field.
 */
export function formatDraft(draft: Draft, sender: Sender): Result<WirePreview> {
  const { nick } = sender.prefix
  if (sender.nickOf(draft.from) !== nick) return fail('invalid', `On this network you write as ${nick}.`, { field: 'from' })
  const to = [...new Set(draft.to.map((name) => sender.nickOf(name)))]
  if (draft.observers.length > 0)
    return fail('invalid', 'IRC has no observers: everybody in the channel reads the message.', { field: 'observers' })
  const place = placeOf(draft.where, to)
  if (!place.ok) return place
  const { target, names } = place.value
  if (draft.label !== undefined && draft.label !== '') {
    const payload = payloadOf(draft.label, draft)
    return payload.ok
      ? formatEnvelope(
          newEnvelope(draft.label, nick, names, payload.value, {
            now: () => ulidTime(sender.id) ?? 0,
            newId: () => sender.id,
          }),
          target,
          sender.prefix,
        )
      : payload
  }
  const text = checkText(draft.text)
  if (!text.ok) return text
  const others = names.filter((name) => name !== target)
  const body = addressed(text.value, others, sender.formIn?.(target) ?? 'at')
  const line = lineOf(body, target, sender.prefix, 'This line')
  if (line.ok || !body.endsWith(draft.text)) return line
  const room = largestBody(sender.prefix, 'PRIVMSG', target) - bytesOf(body.slice(0, -draft.text.length))
  return { ok: false, fault: { ...line.fault, at: unitsIn(draft.text, room) } }
}

/** The line of an envelope, or a fault: it must fit on one line, because receivers do not reassemble pieces. */
export function formatEnvelope(envelope: Envelope, target: string, prefix: Prefix): Result<WirePreview> {
  if (!isChannel(target) && !isNick(target))
    return fail('invalid', `“${target.slice(0, 64)}” is not a valid channel or nick.`, { field: 'where' })
  const wrong = (envelope.to ?? []).find((token) => !isToken(token))
  if (wrong !== undefined) return fail('invalid', `“${wrong.slice(0, 64)}” is not a valid nick or group.`, { field: 'to' })
  const owner = envelope.type.startsWith('task.') && isJsonObject(envelope.payload) ? fieldOf(envelope.payload, 'assignee') : undefined
  if (typeof owner === 'string' && owner !== '' && !isNick(owner))
    return fail('invalid', `“${owner.slice(0, 64)}” is not a valid nick: a task belongs to one agent.`, { field: 'assignee' })
  return lineOf(encodeEnvelope(envelope), target, prefix, 'This envelope')
}

function lineOf(body: string, target: string, prefix: Prefix, what: string): Result<WirePreview> {
  const most = largestBody(prefix, 'PRIVMSG', target)
  const size = bytesOf(body)
  if (size > most)
    return fail('too-large', `${what} has ${size} bytes; a line to ${target} has room for ${most}. Shorten it.`, { field: 'text' })
  const wire = `PRIVMSG ${target} :${body}`
  const head = bytesOf(wire) - size
  return ok({ wire, bytes: size + head, limit: most + head })
}

/** The target of the line, and the addressees named in it. A single nick gets a private message. */
function placeOf(where: string | undefined, to: readonly string[]): Result<{ readonly target: string; readonly names: readonly string[] }> {
  const [first = '', ...more] = to
  if (where === undefined || where === '') {
    if (more.length === 0 && isChannel(first)) return ok({ target: first, names: [] })
    if (more.length === 0 && isNick(first)) return ok({ target: first, names: [first] })
    if (first === '') return fail('invalid', 'Choose a channel or a recipient.', { field: 'to' })
    if (more.length === 0 && !first.startsWith('@'))
      return fail('invalid', `“${first.slice(0, 64)}” is not a valid channel or nick.`, { field: 'to' })
    return fail('invalid', 'To write to several recipients or a group, choose a channel.', { field: 'where' })
  }
  if (!isChannel(where) && !isNick(where))
    return fail('invalid', `“${where.slice(0, 64)}” is not a valid channel name.`, { field: 'where' })
  const names = to.filter((name) => name !== where)
  const wrong = names.find((name) => !isToken(name))
  return wrong === undefined
    ? ok({ target: where, names })
    : fail('invalid', `“${wrong.slice(0, 64)}” is not a valid nick or group.`, { field: 'to' })
}

/** Whether an entry of `to` can match somebody: a nick, or a group with the letters of a nick. */
export function isToken(name: string): boolean {
  return isNick(isGroup(name) ? (globPrefix(name) ?? name.slice(1)) : name)
}

function checkText(text: string): Result<string> {
  if (text.length > limits.draftChars)
    return fail('too-large', `The text has ${text.length} characters; the limit is ${limits.draftChars}.`, { field: 'text' })
  if (text.trim() === '') return fail('invalid', 'Write something first.', { field: 'text' })
  if (/[\r\n]/.test(text)) {
    const fix = text
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' ')
    return fail('invalid', 'An IRC message is a single line, but the text contains a line break.', {
      field: 'text',
      ...(fix.length <= 2_000 && { fix }),
    })
  }
  // oxlint-disable-next-line no-control-regex -- this searches for control characters
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)) return fail('invalid', 'The text contains a control character.', { field: 'text' })
  if (startsLikeEnvelope(text))
    return fail('invalid', 'This text starts like an envelope. Choose an envelope type and enter the payload instead.', { field: 'text' })
  return ok(text.toWellFormed())
}

/** The payload of an envelope: the filled-in fields of the form, and the text if its field is not used. */
function payloadOf(label: string, { data = {}, text }: Draft): Result<Record<string, unknown>> {
  if (isDeeperThan(data, limits.jsonDepth)) return fail('invalid', 'The payload is nested too deeply.', { field: 'data' })
  const form = ircCompose.labels?.find((each) => each.id === label)
  const entries = Object.entries(data).filter(([, value]) => form === undefined || (value !== '' && value !== undefined))
  const field = form === undefined ? 'text' : form.text
  if (field !== undefined && text.trim() !== '' && !entries.some(([name]) => name === field)) entries.push([field, text])
  const missing = form?.fields.find((each) => each.required === true && !entries.some(([name]) => name === each.name))
  if (missing !== undefined) return fail('invalid', `${missing.label} is missing.`, { field: missing.name })
  const payload = Object.fromEntries(entries)
  return isUsable(label, payload) ? ok(payload) : fail('invalid', `The fields of ${label} must be strings.`, { field: 'data' })
}
