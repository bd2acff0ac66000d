import { closeSync, constants, openSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { errnoFault } from '../errno-fault.ts'
import { noLink } from '../own-file.ts'
import { migrate } from './migrations.ts'
import { openReadOnly } from './open-read-only.ts'
import { isSqliteError, sqliteFault } from './sqlite-fault.ts'

/** The new file until it is complete. Only a process that was killed leaves it behind; the next rewrite removes it. */
export const rewrittenName = 'journal.db.rewritten'

/**
 * Writes a journal of an earlier release into a new file beside it (0600) and migrates that. The journal itself is only read. The new file can return free space to the
 * file system, which a journal made by 0.1.0 cannot.
 * @returns the new file, closed; a fault, and no file, when the journal is damaged or the disk is full.
 */
export function writeAgain(dataDir: string, version: number, steps: readonly string[]): Result<string> {
  const made = path.join(dataDir, rewrittenName)
  const remove = (): void => ['', '-journal'].forEach((side) => rmSync(`${made}${side}`, { force: true }))
  const file = path.join(dataDir, 'journal.db')
  try {
    remove()
    closeSync(openSync(made, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noLink, 0o600))
    copyInto(file, made)
    const db = new Database(made)
    try {
      db.pragma('synchronous = OFF') // a file that is not complete is thrown away, and a complete one synced before it is used
      migrate(db, version, steps)
    } finally {
      db.close()
    }
    return ok(made)
  } catch (thrown) {
    remove()
    return isSqliteError(thrown) ? sqliteFault(thrown, 'migrate', file) : errnoFault(thrown, `write ${made}`)
  }
}

function copyInto(file: string, made: string): void {
  const db = openReadOnly(file)
  try {
    // Of the new file: it takes over what is set here.
    if (Number(db.pragma('auto_vacuum', { simple: true })) !== 2) db.pragma('auto_vacuum = INCREMENTAL')
    db.prepare('VACUUM INTO ?').run(made)
  } finally {
    db.close()
  }
}
