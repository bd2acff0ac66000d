import Database from 'better-sqlite3'
import { migrate, migrations } from './migrations.ts'

/** What a file consists of: the statement behind each table, index, trigger and view. Comments and blanks do not count: releases differ in them. */
function partsOf(db: Database.Database): ReadonlyMap<string, string> {
  // What SQLite adds itself: the last number of a table, statistics, and indexes without a statement.
  const rows = db
    .prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE sql IS NOT NULL AND NOT (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'))`,
    )
    .all()
  return new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')]))
}

/**
 * What a file that somebody else may have made has besides what we make, lacks, or has made otherwise: `trigger again`. A check, a computed value or a trigger of
 * such a file would run here with every row. @param make makes ours in an empty file. @returns undefined: it is as we make it.
 */
export function foreignPart(db: Database.Database, make: (db: Database.Database) => unknown): string | undefined {
  const ours = new Database(':memory:')
  try {
    make(ours)
    const [wanted, found] = [partsOf(ours), partsOf(db)]
    return [...new Set([...found.keys(), ...wanted.keys()])].find((part) => found.get(part) !== wanted.get(part))
  } finally {
    ours.close()
  }
}

/** The same for a journal. @param version of its schema. */
export function foreignToJournal(db: Database.Database, version: number): string | undefined {
  return foreignPart(db, (ours) => migrate(ours, 0, migrations.slice(0, version)))
}
