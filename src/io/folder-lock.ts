import { chmodSync } from 'node:fs'
import Database from 'better-sqlite3'
import { fail, ok, reasonOf } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { errnoOf } from './errno-fault.ts'
import { checkOrdinary } from './own-folder.ts'

/** An exclusive lock; the system releases it when the process dies, however it dies. */
export interface FolderLock {
  readonly isHeld: boolean
  release(): void
}

/**
 * Takes the lock that the file at `path` represents; the file is created if missing (mode 0600) and stays. SQLite's exclusive lock is a lock of the
 * operating system on every platform, and no process can leave it behind.
 * @returns the lock; `conflict` when another holder has it, including in this process; `unavailable` when the file cannot be used.
 */
export function takeFolderLock(path: string): Result<FolderLock> {
  const ordinary = checkOrdinary(path)
  if (!ordinary.ok) return fail('unavailable', `Could not use ${path}.`, { detail: ordinary.fault.message })
  let database: Database.Database | undefined
  try {
    const opened = new Database(path, { timeout: 0 })
    database = opened
    chmodSync(path, 0o600)
    opened.exec('BEGIN EXCLUSIVE')
    return ok({
      get isHeld() {
        return opened.open
      },
      release: () => {
        opened.close()
      },
    })
  } catch (thrown) {
    database?.close()
    if (errnoOf(thrown)?.startsWith('SQLITE_BUSY') === true) return fail('conflict', `${path} is locked by another process.`)
    return fail('unavailable', `Could not use ${path}.`, { detail: reasonOf(thrown) })
  }
}
