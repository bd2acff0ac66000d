import type { Database } from 'better-sqlite3'

/**
 * What *forget* empties. A table's columns show whose rows it has: rows with `workspace INTEGER` (`workspaces.pk`) or `workspace TEXT` (its id) are deleted with the
 * workspace, rows with `source INTEGER` (`sources.pk`) are swept with the events. A table without such a column must be listed in `otherTables`; a test enforces
 * this.
 */
export interface ForgetPlan {
  readonly byWorkspaceNumber: readonly string[]
  readonly byWorkspaceId: readonly string[]
  readonly bySource: readonly string[]
  /** Unclassified tables. Empty unless a migration has a mistake. */
  readonly undeclared: readonly string[]
}

/** Tables whose rows are deleted in a special way, or stay. */
const otherTables: Readonly<Record<string, string>> = {
  workspaces: 'retired at once, deleted when their sources are gone',
  sources: 'retired at once, deleted when their events are gone',
  events: 'in steps, each with its entries in mentions and search',
  mentions: 'with their events',
  search: 'with their events',
  times: 'are bounds, which stay true when events go',
  checkpoints: 'in steps, because they are large',
  archives: 'are files, out of which *forget* takes the workspace; see `copies.ts`',
  counters: 'count for all workspaces',
  settings: 'are the operator’s, not of one workspace',
}

interface ColumnRow {
  readonly tableName: string
  readonly columnName: string
  readonly type: string
}

/** Reads from the schema which tables are emptied, and how. */
export function forgetPlan(db: Database): ForgetPlan {
  const rows = db
    .prepare<[], ColumnRow>(
      `SELECT t.name AS tableName, c.name AS columnName, c.type AS type FROM pragma_table_list t JOIN pragma_table_info(t.name) c
       WHERE t.schema = 'main' AND t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all()
    .filter(({ tableName }) => !Object.hasOwn(otherTables, tableName))
  const having = (name: string, type: string): string[] =>
    rows.filter(({ columnName, type: declared }) => columnName === name && declared === type).map(({ tableName }) => tableName)
  const byWorkspaceNumber = having('workspace', 'INTEGER')
  const byWorkspaceId = having('workspace', 'TEXT')
  const byWorkspace = new Set([...byWorkspaceNumber, ...byWorkspaceId])
  const bySource = having('source', 'INTEGER').filter((table) => !byWorkspace.has(table))
  const known = new Set([...byWorkspace, ...bySource])
  const undeclared = [...new Set(rows.map(({ tableName }) => tableName))].filter((table) => !known.has(table))
  return { byWorkspaceNumber, byWorkspaceId, bySource, undeclared }
}
