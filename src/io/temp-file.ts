import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

/** Beginning and end of the names of unfinished files; no other program uses them. */
const tempPrefix = '.patchbay-'
/** End of every temporary name. */
export const tempSuffix = '.tmp'
const isTemp = /^\.patchbay-[0-9a-f]{16}\.tmp$/

/** A name for a file that is not finished yet. */
export function newTempName(): string {
  // Node draws many of these at once; bytes of their own cost more than creating the file.
  return `${tempPrefix}${randomUUID().replaceAll('-', '').slice(-16)}${tempSuffix}`
}

/** True for names created by `newTempName`. */
export function isTempName(name: string): boolean {
  return isTemp.test(name)
}

/** Writes a file that must not exist yet, with exactly this mode, or with 0644 reduced by the process's umask. It is on disk on return. Throws. */
export async function writeTemp(path: string, bytes: Uint8Array | string, mode?: number): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), mode ?? 0o644)
    await handle.writeFile(bytes)
    if (mode !== undefined) await handle.chmod(mode) // the process's umask must not apply
    await handle.sync()
    // What is on disk is not lost by closing it, which nobody has to wait for; Windows renames no open file.
    if (process.platform !== 'win32') void handle.close().catch(() => undefined)
    else await handle.close()
  } catch (thrown) {
    await handle?.close().catch(() => undefined)
    throw thrown
  }
}

/** Makes the contents of a file durable. Throws. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes the names in a folder durable. Throws. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return // a folder cannot be opened there; NTFS journals the rename itself
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
