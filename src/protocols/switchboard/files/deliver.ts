import type { Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { Permit } from '../../../core/protocol.ts'
import { isIn } from '../../../io/kept-folders.ts'
import { withNewFile } from '../../../io/new-file.ts'
import { nameKey } from '../pure/agent-name.ts'
import { formatMessageFile, messageFileName, parseMessageFile } from '../pure/message.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import { readMail } from './read-mail.ts'
import { syncInside } from './mail-folders.ts'
import type { MailFolders } from './mail-folders.ts'
import type { Delivered, MailBox, MailboxChange, MailboxesOptions } from './mailbox-types.ts'
import { folderOf, inSwitchboard, numbered } from './paths.ts'
import type { OwnFiles } from './paths.ts'
import { writeReceipt } from './receipts.ts'

/** How many names are tried if other files have them (a corrected dead letter keeps its file). */
const mostNames = 9

/**
 * Delivers one message: it is synced → renamed → its folder is synced → the receipt is renamed. The message always exists whole or not at all, and no
 * existing name is ever replaced. An existing message with this id, in the inbox or the archive, is the same message: only a
 * missing receipt is written.
 * @returns `conflict` if a message of another sender has this id; `invalid`, `too-large`; `unavailable` if the folder cannot be written.
 */
export async function deliverMessage(
  options: MailboxesOptions,
  folders: MailFolders,
  message: SwitchboardMessage,
  actor: Actor,
  own: OwnFiles<MailboxChange>,
): Promise<Result<Delivered>> {
  // A payload that is far too large is not even copied.
  if (message.payload.length > limits.message) return tooLarge(message.payload.length)
  const text = formatMessageFile(message)
  const bytes = Buffer.byteLength(text)
  if (bytes > limits.message) return tooLarge(bytes)
  const readBack = parseMessageFile(messageFileName(message.id), text)
  if (!readBack.ok) return readBack
  const place = await folders.place('inbox', message.recipient)
  if (!place.ok) return place
  const target = inSwitchboard('inbox', place.value, messageFileName(message.id))
  return options.gate.perform(
    { actor, effect: { kind: 'write', target, exact: text }, question: `${actor.name} asks to send a message to ${message.recipient}` },
    async (permit) => {
      const copies = new Copies(options.root, folders, message)
      const mail = writeMessage(permit, options, folders, message, text, copies, own)
      const receipt = await writeReceipt(permit, folders, message, options.now(), own, async () => (await mail).ok)
      const written = await mail
      if (!written.ok) return written
      if (!receipt.ok) options.log('a receipt could not be written', { message: message.id, fault: receipt.fault, level: 'warn' })
      const path = receipt.ok ? receipt.value : undefined
      return ok({ ...written.value, recipient: folderOf(written.value.file), ...(path === undefined ? {} : { receipt: path }) })
    },
  )
}

function tooLarge(bytes: number): Result<never> {
  const [own, allowed] = [bytes, limits.message].map((size) => size.toLocaleString('en-US'))
  return fail('too-large', `The message would have ${own} bytes; the limit is ${allowed}. Put the text in a file and send its path.`, {
    field: 'payload',
  })
}

type Written = Omit<Delivered, 'recipient' | 'receipt'>

function writeMessage(
  permit: Permit,
  { root, now }: MailboxesOptions,
  folders: MailFolders,
  message: SwitchboardMessage,
  text: string,
  copies: Copies,
  own: OwnFiles<MailboxChange>,
): Promise<Result<Written>> {
  return folders.writeIn(permit, 'inbox', message.recipient, async (folder) => {
    for (let number = 1; number <= mostNames; number++) {
      const name = numbered(messageFileName(message.id), number)
      const file = inSwitchboard('inbox', folder, name)
      const archived = copies.find('archive', name)
      const written = await folders.kept.use(inSwitchboard('inbox', folder), (inbox) =>
        withNewFile<Written>(permit, inbox, name, text, async (fresh) => {
          const earlier = await archived
          if (!earlier.ok || earlier.value !== undefined) return earlier.ok ? same(earlier.value ?? file) : earlier
          own.writing({ kind: 'inbox', folder, name })
          const published = await fresh.publish()
          const stored = { box: 'inbox', agent: folder, file, message, text, modifiedAt: now() } as const
          own.wrote({ kind: 'inbox', folder, name }, published.ok ? { kind: 'message', stored, earlier: false } : undefined)
          return published.ok ? ok({ file, isNew: true }) : published
        }),
      )
      if (written.ok || written.fault.code !== 'conflict') return written
      const there = await copies.find('inbox', name)
      if (!there.ok) return there
      // A run that was killed may have renamed it before the name was on disk.
      if (there.value !== undefined) {
        const synced = await syncInside(root, inSwitchboard('inbox', folder))
        return synced.ok ? same(there.value) : synced
      }
    }
    return fail(
      'conflict',
      `The mailbox of ${message.recipient} already contains ${mostNames} other files named like the message ${message.id}.`,
    )
  })
}

function same(file: string): Result<Written> {
  return ok({ file, isNew: false })
}

/** Finds the same message in any folder of its recipient. */
class Copies {
  readonly #root: string
  readonly #folders: MailFolders
  readonly #message: SwitchboardMessage

  constructor(root: string, folders: MailFolders, message: SwitchboardMessage) {
    this.#root = root
    this.#folders = folders
    this.#message = message
  }

  /** Its path; undefined if the file with this name is a different message or not a message. A fault if another sender's message has this id. */
  async find(box: MailBox, name: string): Promise<Result<string | undefined>> {
    const twins = await this.#folders.known(box, this.#message.recipient)
    if (!twins.ok) return twins
    for (const folder of twins.value) {
      // Usually there is none, which is quick to see.
      const there = await this.#folders.kept.use(inSwitchboard(box, folder), async (open) => ok(await isIn(open, name)))
      if (there.ok && !there.value) continue
      const read = await readMail(this.#root, box, folder, [name])
      if (!read.ok) return read
      const [found] = read.value
      if (found?.message.ok !== true || found.message.value.message.id !== this.#message.id) continue
      const { sender } = found.message.value.message
      if (nameKey(sender) !== nameKey(this.#message.sender)) {
        return fail('conflict', `${sender} has already sent a message with the id ${this.#message.id}. Use another id.`, { field: 'id' })
      }
      return ok(found.message.value.file)
    }
    return ok(undefined)
  }
}
