import type { Database } from 'better-sqlite3'
import { isSqliteError } from './sqlite-fault.ts'

/** A row as SQLite returns it. */
export type Row = Readonly<Record<string, unknown>>

/** What could be read of a table. */
export interface Salvaged {
  readonly rows: readonly Row[]
  /** False: a part of it could not be read. */
  readonly isComplete: boolean
}

/** How far to search beyond the last readable row if the end of a table is unknown. */
const blind = 10_000

/** Whether a read of a damaged file failed because of the damage; anything else is thrown. */
function failed(thrown: unknown): true {
  if (!isSqliteError(thrown)) throw thrown
  return true
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (thrown) {
    failed(thrown)
    return undefined
  }
}

/**
 * Reads every readable row, by number: in one sweep where the file is intact, and number by number where it is not.
 * @param columns to select; `n`, the row's number, is added. @param last highest possible number, if known.
 * @param missed called with every number that could not be read. @param fewer what to select of a row that cannot be read with `columns`.
 */
export function* salvageRows(
  db: Database,
  table: string,
  columns: string,
  missed: (number: number) => void,
  last = 0,
  fewer = columns,
): Generator<Row & { readonly n: number }> {
  type Numbered = Row & { readonly n: number }
  const from = attempt(() => db.prepare<[number], Numbered>(`SELECT rowid AS n, ${columns} FROM "${table}" WHERE rowid > ? ORDER BY rowid`))
  const one = attempt(() => db.prepare<[number], Numbered>(`SELECT rowid AS n, ${columns} FROM "${table}" WHERE rowid = ?`))
  const parts =
    fewer === columns
      ? undefined
      : attempt(() => db.prepare<[number], Numbered>(`SELECT rowid AS n, ${fewer} FROM "${table}" WHERE rowid = ?`))
  if (from === undefined || one === undefined) {
    missed(0)
    return
  }
  const known = Math.max(last, attempt(() => Number(db.prepare(`SELECT max(rowid) FROM "${table}"`).pluck().get())) ?? 0)
  let at = 0
  for (;;) {
    let isBroken = false
    const rows = from.iterate(at)
    try {
      for (;;) {
        let next: IteratorResult<Numbered>
        try {
          next = rows.next()
        } catch (thrown) {
          isBroken = failed(thrown)
          break
        }
        if (next.done === true) break
        at = next.value.n
        yield next.value
      }
    } finally {
      rows.return?.()
    }
    if (!isBroken) return
    const end = Math.max(known, at + (known === 0 ? blind : 0))
    let found: Numbered | undefined
    while (found === undefined && at < end) {
      at++
      try {
        found = one.get(at)
      } catch (thrown) {
        failed(thrown)
        const number = at
        found = attempt(() => parts?.get(number))
        if (found === undefined) missed(at)
      }
    }
    if (found === undefined) return
    yield found
  }
}

/** All of a small table. */
export function salvageTable(db: Database | undefined, table: string, columns: string): Salvaged {
  if (db === undefined) return { rows: [], isComplete: false }
  let isComplete = true
  const rows = [...salvageRows(db, table, columns, () => (isComplete = false))]
  return { rows, isComplete }
}

/** All of a small table without row numbers: from its beginning and, if that fails, from its end. */
export function salvageByKey(db: Database | undefined, table: string, columns: string, key: string): Salvaged {
  if (db === undefined) return { rows: [], isComplete: false }
  const rows: Row[] = []
  for (const order of ['ASC', 'DESC']) {
    const sql = `SELECT ${columns} FROM "${table}" ORDER BY ${key
      .split(', ')
      .map((column) => `${column} ${order}`)
      .join(', ')}`
    try {
      for (const row of db.prepare<[], Row>(sql).iterate()) rows.push(row)
      return { rows, isComplete: order === 'ASC' }
    } catch (thrown) {
      failed(thrown)
    }
  }
  return { rows, isComplete: false }
}
