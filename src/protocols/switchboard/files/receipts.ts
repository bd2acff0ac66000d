import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { Permit } from '../../../core/protocol.ts'
import { readFilesInside } from '../../../io/folder-files.ts'
import type { OpenFolder } from '../../../io/kept-folders.ts'
import { removeEmpty, wholeOrEmpty, withNewFile } from '../../../io/new-file.ts'
import { formatReceipt, parseReceipt, receiptFileName, receiptFor } from '../pure/receipt.ts'
import type { Received } from '../pure/receipt.ts'
import type { MailFolders } from './mail-folders.ts'
import { cursorOf, namesAfter } from './mail-folders.ts'
import type { MailboxChange, MailPage, StoredReceipt } from './mailbox-types.ts'
import { inSwitchboard } from './paths.ts'
import type { OwnFiles } from './paths.ts'

/**
 * Writes the receipt of a message to `outbox/<sender>/` if `isDelivered` resolves to true (specification: Delivery Receipt Schema). An existing one stays. The
 * disk is not waited for: the keeper of the mailboxes writes again a receipt that is missing, or that a power failure left empty.
 * @returns its path; undefined if the message was not delivered.
 */
export function writeReceipt(
  permit: Permit,
  folders: MailFolders,
  message: Received,
  now: number,
  own: OwnFiles<MailboxChange>,
  isDelivered: () => Promise<boolean>,
): Promise<Result<string | undefined>> {
  return folders.writeIn(permit, 'outbox', message.sender, async (folder) => {
    const name = receiptFileName(message.id)
    const receipt = receiptFor(message, now)
    const path = inSwitchboard('outbox', folder, name)
    const write = (outbox: OpenFolder): Promise<Result<string | undefined>> =>
      withNewFile(
        permit,
        outbox,
        name,
        formatReceipt(receipt),
        async (file) => {
          if (!(await isDelivered())) return ok(undefined)
          own.writing({ kind: 'outbox', folder, name })
          const published = await file.publish()
          own.wrote({ kind: 'outbox', folder, name }, published.ok ? { kind: 'receipt', agent: folder, file: path, receipt } : undefined)
          return published.ok ? ok(path) : published
        },
        false,
      )
    return folders.kept.use(inSwitchboard('outbox', folder), async (outbox) => {
      const written = await write(outbox)
      if (written.ok || written.fault.code !== 'conflict') return written
      return (await removeEmpty(permit, outbox, name)) ? write(outbox) : ok(path)
    })
  })
}

/** Path of a message's receipt; undefined if there is none, or only an empty file. */
export async function findReceipt(folders: MailFolders, message: Received): Promise<Result<string | undefined>> {
  // Asked for every message of a mailbox, so the folders are not listed each time.
  const twins = await folders.known('outbox', message.sender)
  if (!twins.ok) return twins
  const name = receiptFileName(message.id)
  for (const folder of twins.value) {
    const path = inSwitchboard('outbox', folder)
    const found = await folders.kept.use(path, async (outbox) => ok(await wholeOrEmpty(outbox, name)))
    if (found.ok && found.value === 'whole') return ok(`${path}/${name}`)
  }
  return ok(undefined)
}

/** True for file names in an outbox that are receipts. */
export function isReceiptFile(name: string): boolean {
  return !name.startsWith('.') && name.endsWith('.json') && (name.startsWith('receipt_') || name.endsWith('.receipt.json'))
}

/** Receipts for an agent's messages, newest first; unreadable ones are left out. */
export async function listReceipts(
  root: string,
  folders: MailFolders,
  agent: string,
  page: MailPage,
): Promise<Result<{ readonly receipts: readonly StoredReceipt[]; readonly before?: string }>> {
  const twins = await folders.of('outbox', agent)
  if (!twins.ok) return twins
  const names = await folders.files.list('outbox', twins.value, isReceiptFile)
  if (!names.ok) return names
  const rest = namesAfter(names.value, page.before)
  const part = rest.slice(0, page.limit)
  const receipts: StoredReceipt[] = []
  for (const { folder, name } of part) {
    const read = await readFilesInside(root, inSwitchboard('outbox', folder), [name], limits.line)
    const file = read.ok ? read.value[0] : undefined
    const receipt = file?.text.ok === true ? parseReceipt(file.text.value) : undefined
    if (receipt?.ok === true) receipts.push({ file: inSwitchboard('outbox', folder, name), receipt: receipt.value })
  }
  const last = part.at(-1)
  return ok({ receipts, ...(last !== undefined && rest.length > part.length ? { before: cursorOf(last) } : {}) })
}
