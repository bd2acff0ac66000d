import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path/posix'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import type { Permit } from '../core/protocol.ts'
import { errnoFault } from './errno-fault.ts'
import { withPlace } from './safe-path-walk.ts'
import { openInside } from './safe-path.ts'
import { syncFolder } from './temp-file.ts'

/** A file that only grows; each addition is on disk before the next step. */
export interface AppendLog {
  /** Adds a text; returns when it is on disk. After a fault, the file may end with part of it. */
  add(text: string): Promise<Result<void>>
  close(): Promise<void>
}

/** Opens the file `relative` below `root` as an empty log, discarding its contents; the folder must exist. Links are refused. The name is durable on return. */
export async function openLog(_permit: Permit, root: string, relative: string, mode = 0o644): Promise<Result<AppendLog>> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND
  const opened = await openInside(root, relative, flags, mode)
  if (!opened.ok) return opened
  const handle = opened.value
  const synced = await syncName(root, relative)
  if (synced.ok) return ok({ add: (text) => addTo(handle, relative, text), close: () => handle.close().catch(() => undefined) })
  await handle.close().catch(() => undefined)
  return synced
}

/** One addition, on an open handle. `name` is used in faults. */
export async function addTo(handle: Pick<FileHandle, 'write' | 'datasync'>, name: string, text: string): Promise<Result<void>> {
  const bytes = Buffer.from(text)
  try {
    const { bytesWritten } = await handle.write(bytes, 0, bytes.length, null)
    if (bytesWritten < bytes.length) return fail('unavailable', `Could not write all of ${name}: the disk is probably full.`)
    await handle.datasync()
    return ok(undefined)
  } catch (thrown) {
    return errnoFault(thrown, `write to ${name}`)
  }
}

function syncName(root: string, relative: string): Promise<Result<void>> {
  return withPlace<void>(root, relative, { links: 'refuse' }, async ({ folder }) => {
    try {
      await syncFolder(folder)
      return ok(undefined)
    } catch (thrown) {
      return errnoFault(thrown, `sync ${dirname(relative)} to disk`)
    }
  })
}
