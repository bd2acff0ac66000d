import { ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { readFilesInside } from '../../../io/folder-files.ts'
import type { FolderFile } from '../../../io/folder-files.ts'
import { parseMessageFile } from '../pure/message.ts'
import type { MailBox, StoredMessage } from './mailbox-types.ts'
import { agentOf, inSwitchboard } from './paths.ts'

/** A file of a mailbox: the message, or why it is none. */
export interface MailFile {
  readonly file: FolderFile
  readonly message: Result<StoredMessage>
}

/** Reads message files of one folder, each by itself; one that is not there any more is left out. */
export async function readMail(root: string, box: MailBox, folder: string, names: readonly string[]): Promise<Result<MailFile[]>> {
  if (names.length === 0) return ok([])
  const files = await readFilesInside(root, inSwitchboard(box, folder), names, limits.message)
  if (!files.ok) return files.fault.code === 'not-found' ? ok([]) : files
  return ok(files.value.filter(isThere).map((file) => ({ file, message: toMessage(box, folder, file) })))
}

/** False for a file that went away between the listing and the reading. */
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
