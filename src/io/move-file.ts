import { lstat } from 'node:fs/promises'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoFault } from './errno-fault.ts'
import { withPlace } from './safe-path-walk.ts'
import type { FolderAccess, Place } from './safe-path-walk.ts'

/**
 * The checks shared by all file moves: both names stay below the root, no link is followed, and only an ordinary file is moved. `move` performs the move and
 * throws the system's error.
 * @returns `conflict` when it is not a regular file or the name is taken, `not-found`, `not-allowed`, `unavailable`…
 */
export function moveFile(
  root: string,
  from: string,
  to: string,
  move: (source: Place, destination: Place) => Promise<void>,
  folders: FolderAccess,
): Promise<Result<void>> {
  const doing = `move ${from} to ${to}`
  const checked = async (source: Place, destination: Place): Promise<Result<void>> => {
    try {
      if (!(await lstat(source.path)).isFile()) return fail('conflict', `Could not ${doing}: it is not a regular file.`)
      await move(source, destination)
      return ok(undefined)
    } catch (thrown) {
      return errnoFault(thrown, doing)
    }
  }
  return withPlace(
    root,
    from,
    { links: 'refuse' },
    (source) => withPlace(root, to, { links: 'refuse' }, (destination) => checked(source, destination), folders),
    folders,
  )
}
