import path from 'node:path'
import type { Database } from 'better-sqlite3'
import { isJsonObject } from '../../core/json-text.ts'
import { defaultOperator } from '../../core/workspace.ts'
import type { Workspace } from '../../core/workspace.ts'
import { isWorkspaceText } from './check-content.ts'
import { withdrawEditor } from './no-authority.ts'
import { jsonOf, recoveredState } from './recover-state.ts'
import type { RecoverState } from './recover-state.ts'
import { salvageByKey, salvageTable } from './salvage.ts'
import type { Row, Salvaged } from './salvage.ts'

/** The ids of sources by their numbers in each of the two journals. */
export interface SourceIds {
  readonly damaged: ReadonlyMap<unknown, string>
  readonly saved: ReadonlyMap<unknown, string>
}

const table = (name: string, columns: string) => (from: Database | undefined) => salvageTable(from, name, columns)
const keyed = (name: string, columns: string, key: string) => (from: Database | undefined) => salvageByKey(from, name, columns, key)
const id = (row: Row): string => String(row['id'])
const hasObject = (column: string) => (row: Row) => isJsonObject(jsonOf(row[column]))

/** A row and the workspace that it belongs to. */
type Placed = Row & { readonly place?: string | undefined }

/**
 * Copies everything but events to a new journal: workspaces, links, sources, sent messages, read marks, names, acts and settings. If the damaged journal has a
 * complete table, the backup adds nothing to it, so what was removed since stays removed, except rows that are there and cannot be read.
 */
export function salvageRecords(
  db: Database,
  damaged: Database | undefined,
  saved: Database | undefined,
  recover: RecoverState,
): { readonly sourceIds: SourceIds; readonly links: number; readonly approvals: number } {
  const places = { damaged: placesOf(damaged), saved: placesOf(saved) }

  /** @param isUsable whether its text is as it was written. @returns rows of the damaged journal that are nowhere as they were */
  function each(
    read: (from: Database | undefined) => Salvaged,
    keyOf: (row: Placed) => string,
    use: (row: Placed, isSaved: boolean) => void,
    isUsable: (row: Row) => boolean = () => true,
  ): Row[] {
    const known = new Set<string>()
    /** Rows whose text a flipped bit broke: the backup may have them as they were. */
    const broken = new Map<string, Row>()
    const first = read(damaged)
    const take = (row: Row, isSaved: boolean): void => {
      const placed = { ...row, place: places[isSaved ? 'saved' : 'damaged'].get(row['workspace']) }
      const key = keyOf(placed)
      if (known.has(key) || (isSaved && first.isComplete && !broken.has(key))) return
      if (isUsable(row)) {
        known.add(key)
        use(placed, isSaved)
      } else if (!isSaved) broken.set(key, row)
    }
    for (const row of first.rows) take(row, false)
    if (!first.isComplete || broken.size > 0) for (const row of read(saved).rows) take(row, true)
    return [...broken].filter(([key]) => !known.has(key)).map(([, row]) => row)
  }

  const putWorkspace = db.prepare('INSERT OR IGNORE INTO workspaces (id, value) VALUES (?, ?)')
  const putOne = ({ id: workspace, value }: Row): void => void (workspace !== null && putWorkspace.run(workspace, value))
  const left = each(table('workspaces', 'id, value'), id, putOne, (row) => isWorkspaceText(row['value']))
  // Without it, its messages would belong to nothing.
  for (const row of left) putOne({ ...row, value: JSON.stringify(workspaceOf(id(row), String(row['value']))) })
  const inPlace = 'SELECT pk FROM workspaces WHERE id = ?'
  const putLink = db.prepare(
    `INSERT OR IGNORE INTO links (id, workspace, protocol, name, config, enabled) SELECT ?, pk, ?, ?, ?, ? FROM workspaces WHERE id = ?`,
  )
  const putOneLink = (row: Placed): void =>
    void putLink.run(row['id'], row['protocol'], row['name'], row['config'], row['enabled'], row.place ?? null)
  each(table('links', 'id, workspace, protocol, name, config, enabled'), id, putOneLink, hasObject('config'))
  const putSource = db.prepare(
    'INSERT OR IGNORE INTO sources (id, workspace, protocol, seq, state) SELECT ?, pk, ?, ?, ? FROM workspaces WHERE id = ?',
  )
  each(table('sources', 'id, workspace, protocol, seq, state'), id, (row) => {
    if (row['id'] === null) return
    const state = recoveredState(recover, String(row['protocol']), row['state'], { isWhole: false })
    putSource.run(row['id'], row['protocol'], row['seq'], state, row.place ?? null)
  })
  const putCommand = db.prepare(
    `INSERT OR IGNORE INTO commands (id, workspace, state, value) SELECT ?, pk, ?, ? FROM workspaces WHERE id = ?`,
  )
  const putOneCommand = (row: Placed): void => void putCommand.run(row['id'], row['state'], row['value'], row.place ?? null)
  each(table('commands', 'id, workspace, state, value'), id, putOneCommand, hasObject('value'))
  const putAct = db.prepare('INSERT INTO acts (workspace, value) VALUES (?, ?)')
  each(
    table('acts', 'workspace, value'),
    (row) => String(row['value']),
    (row) => {
      if (hasObject('value')(row)) putAct.run(row['workspace'], row['value'])
    },
  )
  const putMark = db.prepare(`INSERT OR IGNORE INTO read_marks (workspace, conversation, ord) VALUES ((${inPlace}), ?, ?)`)
  each(
    keyed('read_marks', 'workspace, conversation, ord', 'workspace, conversation'),
    (row) => `${row.place} ${String(row['conversation'])}`,
    (row) => {
      if (row.place !== undefined) putMark.run(row.place, row['conversation'], row['ord'])
    },
  )
  const putKept = db.prepare(`INSERT OR IGNORE INTO kept (workspace, kind, key, value) VALUES ((${inPlace}), ?, ?, ?)`)
  each(
    readKept,
    (row) => `${row.place} ${String(row['kind'])} ${String(row['key'])}`,
    (row) => {
      if (row.place !== undefined) putKept.run(row.place, row['kind'], row['key'], row['value'])
    },
    (row) => jsonOf(row['value']) !== undefined,
  )
  const putSetting = db.prepare('INSERT OR IGNORE INTO settings (key, value) VALUES (?, ?)')
  each(
    keyed('settings', 'key, value', 'key'),
    (row) => String(row['key']),
    (row, isSaved) => {
      putSetting.run(row['key'], row['value'])
      if (isSaved && row['key'] === 'settings') withdrawEditor(db, undefined)
    },
    (row) => jsonOf(row['value']) !== undefined,
  )
  let approvals = 0
  for (const name of ['grants', 'approvals']) each(table(name, 'id'), id, () => void approvals++)
  const links = Number(db.prepare('SELECT count(*) FROM links').pluck().get())
  const kept = new Set(db.prepare<[], string>('SELECT id FROM sources').pluck().all())
  return { sourceIds: sourceIds(damaged, saved, kept), links, approvals }
}

/** A workspace whose text a flipped bit broke, with its folder if that can still be read. */
function workspaceOf(workspace: string, text: string): Workspace {
  const found = jsonOf(/"path":("(?:[^"\\]|\\.)*")/.exec(text)?.[1])
  const folder = typeof found === 'string' ? found : `/recovered/${workspace}`
  return {
    id: workspace,
    path: folder,
    name: path.basename(folder),
    operator: defaultOperator,
    operatorAsked: false,
    openedAt: 0,
    demo: false,
  }
}

/** Before version 3, a journal kept only the operator's names, in a table of their own. */
function readKept(from: Database | undefined): Salvaged {
  const kept = salvageByKey(from, 'kept', 'workspace, kind, key, value', 'workspace, kind, key')
  const isEarlier = kept.rows.length === 0 && !kept.isComplete
  const columns = `workspace, 'alias' AS kind, name AS key, json_quote(agent) AS value`
  return isEarlier ? salvageByKey(from, 'aliases', columns, 'workspace, name') : kept
}

/** Ids of workspaces by their numbers. */
function placesOf(from: Database | undefined): ReadonlyMap<unknown, string> {
  const rows = salvageTable(from, 'workspaces', 'pk, id').rows.filter((row) => row['id'] !== null)
  return new Map(rows.map((row) => [row['pk'], String(row['id'])]))
}

function sourceIds(damaged: Database | undefined, saved: Database | undefined, kept: ReadonlySet<string>): SourceIds {
  const of = table('sources', 'pk, id')
  const idsOf = ({ rows }: Salvaged): [unknown, string][] =>
    rows.flatMap((row) => (kept.has(String(row['id'])) ? [[row['pk'], String(row['id'])] as [unknown, string]] : []))
  const [first, second] = [of(damaged), of(saved)]
  // Both are versions of one journal: the backup has the numbers that cannot be read in the other.
  const ofDamaged = first.isComplete ? idsOf(first) : [...idsOf(second), ...idsOf(first)]
  return { damaged: new Map(ofDamaged), saved: new Map(idsOf(second)) }
}
