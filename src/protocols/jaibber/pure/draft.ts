import type { Draft, WirePreview } from '../../../core/command.ts'
import { fail, ok, type Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { checkName } from '../../../core/names.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import { messageIdOf, uuidOfUlid } from './ids.ts'
import { mentionedOf, mentionsIn } from './mention.ts'
import type { JaibberMessage } from './message.ts'
import { eventName, maxWireBytes, utf8Length } from './size.ts'

/** Of more agents that a message runs, the preview names the first; its text has all. */
const mostWarned = 8

/** The sender, and what is known about the destination. */
export interface Sender {
  readonly from: { readonly userId: string; readonly username: string }
  /** ULID of the command: the same one gives the same message. */
  readonly id: string
  /** Identity of the event that the draft answers. */
  readonly answers?: string
  /** The id of a project from its id or name; undefined: not joined. Absent: the given value is the id. */
  readonly projectOf?: (where: string) => string | undefined
  /** Names of people and agents there, for `mentions`. */
  readonly names?: (project: string) => readonly string[]
  /** The name on the wire for a name of the workspace. */
  readonly nameThere?: (name: string) => string
}

/**
 * The message that says a draft, as JSON. Recipients whom the text does not mention are put before it as `@name `; `mentions` are those of the
 * text. To ask again is to run every agent that it mentions again, which are warnings. Faults name the field: `invalid`, `not-found` for an unknown project, `too-large` with both sizes.
 */
export function formatDraft(draft: Draft, sender: Sender): Result<WirePreview> {
  const { nameThere = (name) => name, names = () => [], projectOf = (where) => where } = sender
  const author = checkName(sender.from.username, 'Your name')
  if (!author.ok) return { ok: false, fault: { ...author.fault, field: 'from' } }
  if (draft.observers.length > 0)
    return fail('invalid', 'A project has no observers: everybody in it reads the message.', { field: 'observers' })
  if (draft.label !== undefined && draft.label !== '') return fail('invalid', 'A project supports only text messages.', { field: 'label' })
  if (draft.text.trim() === '') return fail('invalid', 'Write something first.', { field: 'text' })
  if (draft.text.length > limits.draftChars) return tooLarge(utf8Length(draft.text))
  const to = [...new Set(draft.to.map((name) => nameThere(name).replace(/^@/, '')))]
  const wrong = to.find((name) => !checkName(name).ok)
  if (wrong !== undefined) return fail('invalid', `“${wrong.slice(0, 64).toWellFormed()}” cannot be mentioned.`, { field: 'to' })
  const text = [...to.filter((name) => !mentionsIn(draft.text, name)).map((name) => `@${name}`), draft.text.toWellFormed()].join(' ')
  const rest = utf8Length(text)
  if (rest > maxWireBytes) return tooLarge(rest)
  const { where = '' } = draft
  if (where === '') return fail('invalid', 'Choose a project.', { field: 'where' })
  const project = projectOf(where)
  if (project === undefined) return fail('not-found', `You are not in a project “${where.slice(0, 64)}”.`, { field: 'where' })
  const messageId = uuidOfUlid(sender.id)
  if (messageId === undefined) return fail('internal', 'This message has no id; write it again.')
  const mentions = [...new Set([...mentionedOf(text, names(project)), ...to])]
  const message: JaibberMessage = {
    from: sender.from.userId,
    fromUsername: sender.from.username,
    projectId: project,
    text,
    messageId,
    type: 'message',
    ...(mentions.length > 0 && { mentions }),
    ...(sender.answers !== undefined && { parentMessageId: messageIdOf(sender.answers) }),
  }
  const wire = JSON.stringify(message)
  const limit = maxWireBytes - eventName.length
  const bytes = utf8Length(wire)
  if (bytes > limit) return tooLarge(bytes, limit)
  const warnings =
    draft.about?.intent === 'nudge'
      ? mentions.slice(0, mostWarned).map((name) => `If ${quotedName(name)} is an agent, this runs it once more.`)
      : []
  return ok({ wire, bytes, limit, ...(warnings.length > 0 && { warnings }) })
}

function tooLarge(bytes: number, limit = maxWireBytes): Result<never> {
  const sizes = `${bytes.toLocaleString('en-US')} bytes; the limit is ${limit.toLocaleString('en-US')}`
  return fail('too-large', `This message has ${sizes}. Split it into several messages.`, { field: 'text' })
}
