import { existsSync, statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { version1 } from './version-1.ts'
import { version2 } from './version-2.ts'

/** The steps from an empty file to the present schema: entry n makes version n + 1 out of version n. */
export const migrations: readonly string[] = [version1, version2]

/** `PBJ1` in the file's header: tells a journal from any other SQLite file. */
export const applicationId = 0x50424a31

/**
 * Says whether this release can use the file, from a read-only connection, so that a file of a newer release stays as it is.
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
 * Brings the file to the newest schema. Each step is one transaction; before the first step an older journal is copied to
 * `journal.db.schema-N`, which is kept.
 */
export function migrate(db: Database, file: string, from: number, steps: readonly string[] = migrations): void {
  if (from >= steps.length) return
  if (from > 0) keepCopy(db, schemaCopy(file, from))
  for (const [index, step] of steps.entries()) {
    if (index < from) continue
    db.transaction(() => {
      db.exec(step)
      db.pragma(`application_id = ${applicationId}`)
      db.pragma(`user_version = ${index + 1}`)
    }).immediate()
  }
}

/** Where the journal is kept as it was with an earlier schema. */
export function schemaCopy(file: string, version: number): string {
  return `${file}.schema-${version}`
}

/** An earlier copy that is complete stays: it may be the only one from before a migration that went wrong. */
function keepCopy(db: Database, copy: string): void {
  if (existsSync(copy) && statSync(copy).size > 0) return
  db.prepare('VACUUM INTO ?').run(copy)
}
