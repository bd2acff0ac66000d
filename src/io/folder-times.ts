import { lstat } from 'node:fs/promises'
import { ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault } from './errno-fault.ts'
import { platformFolders, withPlace } from './safe-path-walk.ts'
import type { FolderAccess, HeldFolder } from './safe-path-walk.ts'

/** Files examined at the same time. */
const together = 64

/**
 * Which files of one folder below `root` were added or changed since a time. Opens nothing, resolves the folder once, and examines no file if
 * the folder itself has not changed since.
 * @param since ms.
 * @returns the new ones among `names`, in their order; missing files are left out.
 */
export function newerFilesInside(
  root: string,
  folder: string,
  names: readonly string[],
  since: number,
  folders: FolderAccess = platformFolders,
): Promise<Result<string[]>> {
  return withPlace<string[]>(
    root,
    folder,
    { links: 'follow' },
    async (place) => {
      let held: HeldFolder | undefined
      try {
        const inside = await folders.enter({ path: place.folder }, place.name)
        held = inside
        if (!(await isNewer(`${inside.path}/.`, since))) return ok([])
        const newer: string[] = []
        for (let from = 0; from < names.length; from += together) {
          const part = names.slice(from, from + together)
          const answers = await Promise.all(part.map((name) => isNewer(`${inside.path}/${name}`, since)))
          newer.push(...part.filter((_, index) => answers[index] === true))
        }
        return ok(newer)
      } catch (thrown) {
        return errnoFault(thrown, `check ${folder}`)
      } finally {
        await held?.close()
      }
    },
    folders,
  )
}

/** A rename changes only the inode's change time. */
async function isNewer(path: string, since: number): Promise<boolean> {
  try {
    const { mtimeMs, ctimeMs } = await lstat(path)
    return Math.max(mtimeMs, ctimeMs) >= since
  } catch {
    return false
  }
}
