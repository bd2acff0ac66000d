import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { readFilesInside } from '../../../io/folder-files.ts'
import type { FolderFile } from '../../../io/folder-files.ts'
import { isMessageFile, messageFileName, parseMessageFile } from '../pure/message.ts'
import { isInMonth } from '../pure/month-archive.ts'
import type { KnownMail } from './known-mail.ts'
import { cursorOf, namesAfter } from './mail-folders.ts'
import type { MailFolders, MailName } from './mail-folders.ts'
import type { MailBox, MailList, MailPage, StoredMessage } from './mailbox-types.ts'
import { agentOf, inSwitchboard, numbered } from './paths.ts'

/** Number of names that a message can have: its own, and those it gets if that is taken. */
const mostNames = 9

/** A page of a mailbox. Only the page's files are opened; dead letters are left out. */
export async function listMail(root: string, folders: MailFolders, agent: string, box: MailBox, page: MailPage): Promise<Result<MailList>> {
  const twins = await folders.of(box, agent)
  if (!twins.ok) return twins
  const months = box === 'archive' ? await folders.ofMonths(agent) : ok([])
  if (!months.ok) return months
  const names = await folders.files.list(box, [...twins.value, ...months.value], isMessageFile)
  if (!names.ok) return names
  let rest = namesAfter(names.value, page.before)
  const messages: StoredMessage[] = []
  let last: MailName | undefined
  while (messages.length < page.limit && rest.length > 0) {
    const part = rest.slice(0, page.limit - messages.length)
    const read = await readPart(root, box, part)
    if (!read.ok) return read
    messages.push(...read.value)
    last = part.at(-1)
    rest = rest.slice(part.length)
  }
  return ok({ messages, total: names.value.length, ...(last !== undefined && rest.length > 0 ? { before: cursorOf(last) } : {}) })
}

/** Messages in the order of the names. */
async function readPart(root: string, box: MailBox, names: readonly MailName[]): Promise<Result<StoredMessage[]>> {
  const found = new Map<string, StoredMessage>()
  for (const folder of new Set(names.map((name) => name.folder))) {
    const own = names.filter((name) => name.folder === folder).map((name) => name.name)
    const read = await readMail(root, box, folder, own)
    if (!read.ok) return read
    for (const { file, message } of read.value) if (message.ok) found.set(`${folder}/${file.name}`, message.value)
  }
  return ok(names.flatMap(({ folder, name }) => found.get(`${folder}/${name}`) ?? []))
}

/** A message of one mailbox by its id. The inbox is read before the archive: a message that is being moved is in both for a moment, never in neither. */
export async function readMailById(
  root: string,
  folders: MailFolders,
  known: KnownMail,
  agent: string,
  id: string,
): Promise<Result<StoredMessage>> {
  const path = known.pathOf(agent, id)
  const odd = path?.split('/').at(-1)
  const month = path !== undefined && isInMonth(path) ? path.split('/').slice(2, -1).join('/') : undefined
  const names = Array.from({ length: mostNames }, (_, index) => numbered(messageFileName(id), index + 1))
  const places = [
    ['inbox', () => folders.of('inbox', agent)],
    ['archive', () => folders.of('archive', agent)],
    ['archive', () => (month === undefined ? folders.ofMonths(agent) : Promise.resolve(ok([month])))],
  ] as const
  for (const [box, list] of places) {
    const twins = await list()
    if (!twins.ok) return twins
    for (const folder of twins.value) {
      const read = await readMail(root, box, folder, odd === undefined ? names : [odd, ...names])
      if (!read.ok) return read
      const found = read.value.find(({ message }) => message.ok && message.value.message.id === id)
      if (found?.message.ok === true) return found.message
    }
  }
  return fail('not-found', `${agent} has no message with the id ${id.slice(0, 128)}.`)
}

/** A message by its id, in any mailbox. */
export async function findMail(root: string, folders: MailFolders, known: KnownMail, id: string): Promise<Result<StoredMessage>> {
  const agents = new Set<string>()
  for (const box of ['inbox', 'archive'] as const) {
    const names = await folders.names(box)
    if (!names.ok) return names
    for (const name of names.value) agents.add(name.toLowerCase())
  }
  const months = await folders.allMonths()
  if (!months.ok) return months
  for (const folder of months.value) agents.add(agentOf(folder).toLowerCase())
  for (const agent of agents) {
    const found = await readMailById(root, folders, known, agent, id)
    if (found.ok || found.fault.code !== 'not-found') return found
  }
  return fail('not-found', `There is no message with the id ${id.slice(0, 128)}.`)
}

/** A file of a mailbox: the message, or why it is not one. */
export interface MailFile {
  readonly file: FolderFile
  readonly message: Result<StoredMessage>
}

/** Reads message files of one folder, each separately; missing ones are left out. */
export async function readMail(root: string, box: MailBox, folder: string, names: readonly string[]): Promise<Result<MailFile[]>> {
  if (names.length === 0) return ok([])
  const files = await readFilesInside(root, inSwitchboard(box, folder), names, limits.message)
  if (!files.ok) return files.fault.code === 'not-found' ? ok([]) : files
  return ok(files.value.filter(isThere).map((file) => ({ file, message: toMessage(box, folder, file) })))
}

/** False for a file that disappeared between listing and reading. */
export function isThere(file: FolderFile): boolean {
  return file.text.ok || file.text.fault.code !== 'not-found'
}

/** The message in a file that was read. */
export function toMessage(box: MailBox, folder: string, file: FolderFile): Result<StoredMessage> {
  if (!file.text.ok) return file.text
  const parsed = parseMessageFile(file.name, file.text.value)
  if (!parsed.ok) return { ok: false, fault: emptyFault(file) ?? parsed.fault }
  return ok({
    box,
    agent: agentOf(folder),
    file: inSwitchboard(box, folder, file.name),
    message: parsed.value,
    text: file.text.value,
    modifiedAt: file.modifiedAt,
  })
}

function emptyFault(file: FolderFile): Fault | undefined {
  return file.size === 0 ? { code: 'invalid', message: `${file.name} is empty.` } : undefined
}
