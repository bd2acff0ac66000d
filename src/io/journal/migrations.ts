import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { version1 } from './version-1.ts'
import { version2 } from './version-2.ts'
import { version3 } from './version-3.ts'
import { version4 } from './version-4.ts'

/** The steps from an empty file to the current schema: entry n migrates version n to version n + 1. */
export const migrations: readonly string[] = [version1, version2, version3, version4]

/** Steps that only add tables, or move rows as they are; the journal is not copied before them, because no data is changed. */
const losesNothing: ReadonlySet<string> = new Set([version3, version4])

/** `PBJ1` in the file's header: distinguishes a journal from any other SQLite file. */
export const applicationId = 0x50424a31

/**
 * Whether this release can use the file, checked on a read-only connection, so that a newer release's file stays unchanged.
 * @returns the file's schema version (0: new and empty), or a fault `conflict`.
 */
export function checkVersion(db: Database, file: string, newest = migrations.length): Result<number> {
  const version = Number(db.pragma('user_version', { simple: true }))
  const isOurs = Number(db.pragma('application_id', { simple: true })) === applicationId
  const tables = Number(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get())
  if (!isOurs && (tables > 0 || version !== 0)) {
    return fail('conflict', `${file} is not a Patchbay journal. Move the file elsewhere, or choose another data folder with --data.`)
  }
  if (version > newest) {
    return fail(
      'conflict',
      `The journal ${file} was written by a newer Patchbay (schema ${version}; this version supports ${newest}). Update Patchbay, or choose another data folder with --data. The file was not changed.`,
    )
  }
  return ok(version)
}

/**
 * Migrates the file to the newest schema. Each step is one transaction; before the first, an older journal is copied to
 * `journal.db.schema-N`, which is kept.
 */
export function migrate(db: Database, file: string, from: number, steps: readonly string[] = migrations): void {
  if (from >= steps.length) return
  if (isCopied(from, steps)) keepCopy(db, schemaCopy(file, from))
  for (const [index, step] of steps.entries()) {
    if (index < from) continue
    db.transaction(() => {
      db.exec(step)
      db.pragma(`application_id = ${applicationId}`)
      db.pragma(`user_version = ${index + 1}`)
    }).immediate()
  }
}

/** Whether the journal is copied before it is migrated. */
export function isCopied(from: number, steps: readonly string[] = migrations): boolean {
  return from > 0 && !steps.slice(from).every((step) => losesNothing.has(step))
}

/** Path of the copy of the journal with an earlier schema. */
export function schemaCopy(file: string, version: number): string {
  return `${file}.schema-${version}`
}

/** A complete earlier copy is kept: it may be the only one from before a failed migration. */
function keepCopy(db: Database, copy: string): void {
  if (existsSync(copy) && statSync(copy).size > 0) return
  // Under another name until it is complete: a copy that a crash cut short must not pass for one.
  const unfinished = `${copy}.new`
  rmSync(unfinished, { force: true })
  db.prepare('VACUUM INTO ?').run(unfinished)
  renameSync(unfinished, copy)
}
