import Database from 'better-sqlite3'
import { migrate, migrations } from './migrations.ts'

/** The statement behind each table, index, trigger and view, by type and name. */
type Parts = ReadonlyMap<string, string>

/** What SQLite adds itself, as it writes it: the last number of a table, and statistics. */
const ofSqlite = [
  'CREATE TABLE sqlite_sequence(name,seq)',
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]

/** What a file consists of. Comments and blanks, as SQLite knows them, do not count: releases differ in them. */
function partsOf(db: Database.Database): Parts {
  // SQLite reads a statement that is bytes as text. An index of its own has none.
  const rows = db
    .prepare<string[], { type: string; name: string; sql: string }>(
      `SELECT type, name, CAST(sql AS TEXT) AS sql FROM sqlite_schema WHERE sql IS NOT NULL AND sql NOT IN (${ofSqlite.map(() => '?').join()})`,
    )
    .all(...ofSqlite)
  return new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, sql.replaceAll(/--[^\n]*/g, '').replaceAll(/[ \t\n\f\r]+/g, ' ')]))
}

/**
 * What a file that somebody else may have made has besides what we make, lacks, or has made otherwise: `trigger again`. A check, a computed value or a trigger of
 * such a file would run here with every row. @param wanted of a file that we make. @returns undefined: it is as we make it.
 */
export function foreignPart(db: Database.Database, wanted: Parts): string | undefined {
  const found = partsOf(db)
  return [...new Set([...found.keys(), ...wanted.keys()])].find((part) => found.get(part) !== wanted.get(part))
}

/** The parts of a file that we make. @param make makes it of an empty one */
export function partsMade(make: (db: Database.Database) => unknown): Parts {
  const ours = new Database(':memory:')
  try {
    make(ours)
    return partsOf(ours)
  } finally {
    ours.close()
  }
}

/** By version. */
const journals = new Map<number, Parts>()

/** The same for a journal, of the version that it says. */
export function foreignToJournal(db: Database.Database): string | undefined {
  const version = Number(db.pragma('user_version', { simple: true }))
  const wanted = journals.get(version) ?? partsMade((ours) => migrate(ours, 0, migrations.slice(0, version)))
  journals.set(version, wanted)
  return foreignPart(db, wanted)
}
