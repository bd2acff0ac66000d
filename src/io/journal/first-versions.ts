import type { Database } from 'better-sqlite3'
import { messageKind } from './codec.ts'

/** SQL of the first versions, exported so that a test can check its plans. */
export const firstSql = {
  newest: 'SELECT at, late, supersedes FROM events WHERE ord = ? AND replaced_by IS NULL',
  before: `SELECT at, late, supersedes FROM events WHERE id = ? AND kind = ${messageKind}`,
} as const

interface VersionRow {
  readonly at: number
  readonly late: number
  readonly supersedes: string | null
}

/** When a message was first stored, ms, and whether it was seen as it was said, as the minutes count it (`minutes.ts`). */
export interface FirstVersion {
  readonly at: number
  readonly isLive: boolean
}

/** Prepares finding the first version of the message at a display position. */
export function openFirstVersions(db: Database): (ord: number) => FirstVersion | undefined {
  const newest = db.prepare<[number], VersionRow>(firstSql.newest)
  const before = db.prepare<[string], VersionRow>(firstSql.before)
  return (ord) => {
    let first = newest.get(ord)
    for (let row = first; row !== undefined; row = row.supersedes === null ? undefined : before.get(row.supersedes)) first = row
    return first && { at: first.at, isLive: first.late === 0 }
  }
}
