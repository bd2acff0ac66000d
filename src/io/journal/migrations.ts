import type { Database } from 'better-sqlite3'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { version1 } from './version-1.ts'
import { version2 } from './version-2.ts'
import { version3 } from './version-3.ts'
import { version4 } from './version-4.ts'

/** The steps from an empty file to the current schema: entry n migrates version n to version n + 1. */
export const migrations: readonly string[] = [version1, version2, version3, version4]

/** Steps that only add tables, or move rows as they are. The journal takes them in its place, because no data is changed. */
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
  if (version < 0 || (!isOurs && (tables > 0 || version !== 0))) {
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

/** Migrates a file to the newest schema. Each step is one transaction. */
export function migrate(db: Database, from: number, steps: readonly string[] = migrations): void {
  for (const [index, step] of steps.entries()) {
    if (index < from) continue
    db.transaction(() => {
      db.exec(step)
      db.pragma(`application_id = ${applicationId}`)
      db.pragma(`user_version = ${index + 1}`)
    }).immediate()
  }
}

/** Whether the journal is written again into a new file, and kept as it was, rather than changed in its place. */
export function isRewritten(from: number, steps: readonly string[] = migrations): boolean {
  return from > 0 && !steps.slice(from).every((step) => losesNothing.has(step))
}
