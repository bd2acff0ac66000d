import { createHash } from 'node:crypto'
import type { Journal, NewSnapshot, Snapshot } from '../../core/journal.ts'
import type { Connection } from './connection.ts'
import { jsonOf } from './recover-state.ts'
import { workspaceNumber } from './workspaces.ts'

export type SnapshotsPart = Pick<Journal, 'snapshot' | 'snapshotParts' | 'snapshotPart' | 'putSnapshot'>

/** Bytes are read and hashed in a tenth of the time that texts take. */
interface Row extends Place {
  readonly value: Buffer
}

/** What a text belongs to. */
interface Place {
  readonly fold: string
  readonly cursor: number
  readonly version: number
}

const broken: Snapshot = { cursor: 0, version: 0, value: undefined, isBroken: true }

/** The folds as they were saved. They can always be made again from the events. */
export function openSnapshots(connection: Connection): SnapshotsPart {
  const { db } = connection
  const numberOf = workspaceNumber(connection)
  const from = 'FROM workspaces w JOIN snapshots n ON n.workspace = w.pk WHERE w.id = ?'
  const bytes = `SELECT n.fold, n.cursor, n.version, CAST(n.value AS BLOB) AS value ${from}`
  const main = db.prepare<[string, string], Row>(`${bytes} AND n.fold = ?`)
  const parts = db.prepare<[string, string, string], Row>(`${bytes} AND n.fold >= ? AND n.fold < ?`)
  const names = db.prepare<[string, string, string], string>(`SELECT n.fold ${from} AND n.fold >= ? AND n.fold < ?`).pluck()
  const part = db.prepare<[string, string], string>(`SELECT n.value ${from} AND n.fold = ?`).pluck()
  const put = db.prepare<[number, string, number, number, string]>(
    `INSERT INTO snapshots (workspace, fold, cursor, version, value) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET cursor = excluded.cursor, version = excluded.version, value = excluded.value`,
  )
  const removePart = db.prepare<[number, string]>('DELETE FROM snapshots WHERE workspace = ? AND fold = ?')
  const removeParts = db.prepare<[number, string, string]>('DELETE FROM snapshots WHERE workspace = ? AND fold >= ? AND fold < ?')
  const putAll = db.transaction((pk: number, fold: string, snapshot: NewSnapshot) => {
    const { cursor, version, value, parts: given = new Map(), isWhole = false } = snapshot
    let chars = 0
    const store = (name: string, text: string): void => {
      chars += text.length
      put.run(pk, name, cursor, version, `${headOf({ fold: name, cursor, version }, text)}${text}]`)
    }
    if (isWhole) removeParts.run(pk, ...partsOf(fold))
    store(fold, JSON.stringify(value ?? null))
    for (const [name, part] of given) {
      if (part === undefined) removePart.run(pk, `${fold}/${name}`)
      else store(`${fold}/${name}`, part)
    }
    return chars
  })

  return {
    snapshot(workspace, fold) {
      const row = main.get(workspace, fold)
      if (row === undefined) return undefined
      const { cursor, version, value } = row
      if (!isAsWritten(row)) return broken
      for (const each of parts.iterate(workspace, ...partsOf(fold))) if (!isAsWritten(each)) return broken
      return { cursor, version, value: valueOf(value.toString()) }
    },
    snapshotParts: (workspace, fold) => names.all(workspace, ...partsOf(fold)).map((key) => key.slice(fold.length + 1)),
    snapshotPart(workspace, fold, name) {
      const text = part.get(workspace, `${fold}/${name}`)
      return text === undefined ? undefined : valueOf(text)
    },
    putSnapshot: (workspace, fold, snapshot) => putAll.immediate(numberOf(workspace), fold, snapshot),
  }
}

/** Parts of a snapshot are stored under its name, a slash, and theirs. The result is the range of keys: from, and up to but not including. */
function partsOf(fold: string): readonly [from: string, end: string] {
  return [`${fold}/`, `${fold}0`]
}

const begin = '["'
const hashChars = 16
/** Before the value stands its hash: a changed bit in the name of a field leaves valid JSON, of which a fold would be opened with something missing. */
const headChars = `${begin}",`.length + hashChars

function headOf({ fold, cursor, version }: Place, text: string | Buffer): string {
  const hash = createHash('sha256').update(`${fold} ${cursor} ${version} `).update(text).digest('hex')
  return `${begin}${hash.slice(0, hashChars)}",`
}

/** What an earlier release wrote has no hash, and none of its values begins with a text. */
function isAsWritten({ value, ...place }: Row): boolean {
  if (value.toString('latin1', 0, begin.length) !== begin) return jsonOf(value.toString()) !== undefined
  const head = headOf(place, value.subarray(headChars, -1))
  return value.toString('latin1', 0, headChars) === head && value.toString('latin1', value.length - 1) === ']'
}

function valueOf(text: string): unknown {
  return JSON.parse(text.startsWith(begin) ? text.slice(headChars, -1) : text) as unknown
}
