import type { Database } from 'better-sqlite3'

/** What of a link the events refer to. It outlives the link, as its events do. */
export interface Source {
  readonly pk: number
  readonly id: string
  readonly workspacePk: number
  readonly workspace: string
}

export interface Sources {
  /** The source of a link, made on its first batch; undefined when the workspace does not exist or is not the source's. */
  open(id: string, workspace: string, protocol: string): Source | undefined
  find(id: string): Source | undefined
  ofWorkspace(workspace: string): readonly Source[]
  seq(pk: number): number
  saveSeq(pk: number, seq: number): void
  saveState(pk: number, state: unknown): void
  readonly state: (id: string) => unknown
}

const columns = 's.pk, s.id, s.workspace AS workspacePk, w.id AS workspace'

/** The `sources` table. */
export function openSources(db: Database): Sources {
  const byId = db.prepare<[string], Source>(
    `SELECT ${columns} FROM sources s JOIN workspaces w ON w.pk = s.workspace WHERE s.id = ? AND w.id IS NOT NULL`,
  )
  const byWorkspace = db.prepare<[string], Source>(
    `SELECT ${columns} FROM workspaces w JOIN sources s ON s.workspace = w.pk WHERE w.id = ? AND s.id IS NOT NULL ORDER BY s.pk`,
  )
  const insert = db.prepare<[string, string, string]>(
    'INSERT INTO sources (id, workspace, protocol) SELECT ?, pk, ? FROM workspaces WHERE id = ?',
  )
  const seq = db.prepare<[number], number>('SELECT seq FROM sources WHERE pk = ?').pluck()
  const saveSeq = db.prepare<[number, number]>('UPDATE sources SET seq = ? WHERE pk = ?')
  const saveState = db.prepare<[string, number]>('UPDATE sources SET state = ? WHERE pk = ?')
  const state = db.prepare<[string], string | null>('SELECT state FROM sources WHERE id = ?').pluck()

  return {
    open(id, workspace, protocol) {
      let source = byId.get(id)
      if (source === undefined) {
        insert.run(id, protocol, workspace)
        source = byId.get(id)
      }
      return source?.workspace === workspace ? source : undefined
    },
    find: (id) => byId.get(id),
    ofWorkspace: (workspace) => byWorkspace.all(workspace),
    seq: (pk) => seq.get(pk) ?? 0,
    saveSeq: (pk, value) => void saveSeq.run(value, pk),
    saveState: (pk, value) => void saveState.run(JSON.stringify(value), pk),
    state(id) {
      const text = state.get(id)
      return text === undefined || text === null ? undefined : (JSON.parse(text) as unknown)
    },
  }
}
