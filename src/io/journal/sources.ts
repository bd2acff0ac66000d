import type { Database } from 'better-sqlite3'

/** The part of a link that events refer to. It outlives the link, as its events do. */
export interface Source {
  readonly pk: number
  readonly id: string
  readonly protocol: string
  readonly workspacePk: number
  readonly workspace: string
}

export interface Sources {
  /** The source of a link, created with its first batch; undefined if the workspace does not exist or is not the source's. */
  open(id: string, workspace: string, protocol: string): Source | undefined
  /** The source of an event; undefined if its workspace was removed. */
  find(pk: number): Source | undefined
  /** The source of a link that has stored something. */
  get(id: string): Source | undefined
  ofWorkspace(workspace: string): readonly Source[]
  /** Must be called after the ids of sources were removed. */
  forget(): void
  seq(pk: number): number
  saveSeq(pk: number, seq: number): void
  saveState(pk: number, state: unknown): void
  readonly state: (id: string) => unknown
}

/** The `sources` table. There are few rows, so they are cached: a join per event read would cost more than the event. */
export function openSources(db: Database): Sources {
  const columns = 's.pk, s.id, s.protocol, s.workspace AS workspacePk, w.id AS workspace'
  const tables = 'sources s JOIN workspaces w ON w.pk = s.workspace'
  const all = db.prepare<[], Source>(`SELECT ${columns} FROM ${tables} WHERE s.id IS NOT NULL AND w.id IS NOT NULL ORDER BY s.pk`)
  const one = db.prepare<[string], Source>(`SELECT ${columns} FROM ${tables} WHERE s.id = ? AND w.id IS NOT NULL`)
  const insert = db.prepare<[string, string, string]>(
    'INSERT INTO sources (id, workspace, protocol) SELECT ?, pk, ? FROM workspaces WHERE id = ? ON CONFLICT DO NOTHING',
  )
  const seq = db
    .prepare<[number], number>(
      'SELECT max(s.seq, coalesce(q.seq, 0)) FROM sources s LEFT JOIN sequences q ON q.source = s.pk WHERE s.pk = ?',
    )
    .pluck()
  const saveSeq = db.prepare<[number, number]>('INSERT OR REPLACE INTO sequences (source, seq) VALUES (?, ?)')
  const saveState = db.prepare<[string, number]>('UPDATE sources SET state = ? WHERE pk = ?')
  const state = db.prepare<[string], string | null>('SELECT state FROM sources WHERE id = ?').pluck()

  const byPk = new Map<number, Source>()
  const byId = new Map<string, Source>()
  function remember(source: Source): void {
    byPk.set(source.pk, source)
    byId.set(source.id, source)
  }
  function load(): void {
    byPk.clear()
    byId.clear()
    for (const source of all.all()) remember(source)
  }
  load()

  return {
    open(id, workspace, protocol) {
      if (!byId.has(id)) {
        insert.run(id, protocol, workspace)
        const made = one.get(id)
        if (made !== undefined) remember(made)
      }
      const source = byId.get(id)
      return source?.workspace === workspace ? source : undefined
    },
    find: (pk) => byPk.get(pk),
    get: (id) => byId.get(id),
    ofWorkspace: (workspace) => [...byPk.values()].filter((source) => source.workspace === workspace),
    forget: load,
    seq: (pk) => seq.get(pk) ?? 0,
    saveSeq: (pk, value) => void saveSeq.run(pk, value),
    saveState: (pk, value) => void saveState.run(JSON.stringify(value), pk),
    state(id) {
      const text = state.get(id)
      return text === undefined || text === null ? undefined : (JSON.parse(text) as unknown)
    },
  }
}
