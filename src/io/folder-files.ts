import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault } from './errno-fault.ts'
import { checkPathPart } from '../core/names.ts'
import { platformFolders, withPlace } from './safe-path-walk.ts'
import type { FolderAccess, HeldFolder } from './safe-path-walk.ts'

/** One file of a folder, read completely. */
export interface FolderFile {
  readonly name: string
  /** Its text, or a fault when it is not a regular file, too large, no longer there… */
  readonly text: Result<string>
  /** ms; 0 when unknown. */
  readonly modifiedAt: number
  readonly size: number
}

/** Files open at the same time. */
const together = 16

/**
 * Reads many files of one folder below `root`, resolving the folder only once. Links are not followed, and a FIFO never blocks.
 * @param most bytes per file; a larger one is a fault `too-large` and not read.
 * @returns files in the order of the names; a fault when the folder cannot be reached.
 */
export function readFilesInside(
  root: string,
  folder: string,
  names: readonly string[],
  most: number,
  folders: FolderAccess = platformFolders,
): Promise<Result<FolderFile[]>> {
  return withPlace<FolderFile[]>(
    root,
    folder,
    { links: 'follow' },
    async (place, realRoot) => {
      let held: HeldFolder | undefined
      try {
        const inside = await folders.enter({ path: place.folder }, place.name)
        held = inside
        const isSafe = (name: string, handle: FileHandle): Promise<boolean> =>
          folders.verify(realRoot, { folder: inside.path, name, path: `${inside.path}/${name}` }, handle)
        const files: FolderFile[] = []
        for (let from = 0; from < names.length; from += together) {
          const part = names.slice(from, from + together).map((name) => readOne(inside, name, most, isSafe))
          files.push(...(await Promise.all(part)))
        }
        return ok(files)
      } catch (thrown) {
        return errnoFault(thrown, `read ${folder}`)
      } finally {
        await held?.close()
      }
    },
    folders,
  )
}

async function readOne(
  folder: HeldFolder,
  name: string,
  most: number,
  isSafe: (name: string, handle: FileHandle) => Promise<boolean>,
): Promise<FolderFile> {
  const checked = checkPathPart(name)
  if (!checked.ok) return { name, text: checked, modifiedAt: 0, size: 0 }
  let handle: FileHandle | undefined
  let found = { modifiedAt: 0, size: 0 }
  try {
    const path = `${folder.path}/${name}`
    handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0))
    const stats = await handle.stat()
    found = { modifiedAt: Math.trunc(stats.mtimeMs), size: stats.size }
    if (!stats.isFile() || !(await isSafe(name, handle)))
      return { name, text: fail('conflict', `${name} is not a regular file.`), ...found }
    if (stats.size > most) {
      const words = `${name} has ${stats.size.toLocaleString('en-US')} bytes; the limit is ${most.toLocaleString('en-US')}.`
      return { name, text: fail('too-large', words), ...found }
    }
    return { name, text: ok(await readText(handle, stats.size)), ...found }
  } catch (thrown) {
    return { name, text: errnoFault(thrown, `read ${name}`), ...found }
  } finally {
    await handle?.close().catch(() => undefined)
  }
}

/** At most as many bytes as the file had when it was examined, so that a growing file cannot fill the memory. */
async function readText(handle: FileHandle, size: number): Promise<string> {
  const buffer = Buffer.allocUnsafe(size)
  let at = 0
  while (at < size) {
    const { bytesRead } = await handle.read(buffer, at, size - at, at)
    if (bytesRead === 0) break
    at += bytesRead
  }
  return buffer.toString('utf8', 0, at)
}
