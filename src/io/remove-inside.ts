import { lstat, rmdir, unlink } from 'node:fs/promises'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import type { Permit } from '../core/protocol.ts'
import { errnoFault } from './errno-fault.ts'
import { withPlace } from './safe-path-walk.ts'

/** Removes the ordinary file `relative` below `root`. A missing file is `not-found`; links and folders are refused. */
export function removeInside(_permit: Permit, root: string, relative: string): Promise<Result<void>> {
  return withPlace<void>(root, relative, { links: 'refuse' }, async (place) => {
    try {
      if (!(await lstat(place.path)).isFile()) return fail('conflict', `${relative} is not a regular file; it was not removed.`)
      await unlink(place.path)
      return ok(undefined)
    } catch (thrown) {
      return errnoFault(thrown, `remove ${relative}`)
    }
  })
}

/** Removes the folder `relative` below `root` if it is empty, otherwise `conflict`. */
export function removeFolderInside(_permit: Permit, root: string, relative: string): Promise<Result<void>> {
  return withPlace<void>(root, relative, { links: 'refuse' }, async (place) => {
    try {
      await rmdir(place.path)
      return ok(undefined)
    } catch (thrown) {
      return errnoFault(thrown, `remove ${relative}`)
    }
  })
}
