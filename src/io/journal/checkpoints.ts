import type { Checkpoint, Journal } from '../../core/journal.ts'
import type { Connection } from './connection.ts'
import type { Contents } from './contents.ts'
import { workspaceNumber } from './workspaces.ts'

type Part = Pick<Journal, 'putCheckpoint' | 'checkpointsAt' | 'dropCheckpoints'>

/** SQL of reading, exported so that a test can check its query plan. */
export const checkpointSql = {
  newest: `SELECT chain, step FROM checkpoints WHERE workspace = ? AND fold = ? AND cursor <= ? AND key = ? ORDER BY cursor DESC LIMIT 1`,
  at: `SELECT cursor, chain, step, value FROM checkpoints WHERE workspace = ? AND fold = ? AND cursor <= ? AND chain = ? ORDER BY cursor DESC LIMIT ?`,
} as const

/** A checkpoint whose value is here: where its month was archived, `value` names the archive. */
export const hasValue = "typeof(value) = 'blob'"

const droppedAtOnce = 20
const nothing = new Uint8Array()

/** A row of the journal. */
interface Row extends Omit<Checkpoint, 'value'> {
  readonly value: Uint8Array | string
}

/** Folds as they were, to go on from when the past is looked at. They can always be made again from the events. One whose archive cannot be read is empty. */
export function openCheckpoints(connection: Connection, contents: Pick<Contents, 'checkpoint'>): Part {
  const { db } = connection
  const numberOf = workspaceNumber(connection)
  const put = db.prepare<[number, string, number, string, string, number, Uint8Array]>(
    'INSERT OR REPLACE INTO checkpoints (workspace, fold, cursor, key, chain, step, value) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const newest = db.prepare<[number, string, number, string], Pick<Checkpoint, 'chain' | 'step'>>(checkpointSql.newest)
  const at = db.prepare<[number, string, number, string, number], Row>(checkpointSql.at)
  const drop = db.prepare<[number, string, string, number]>(
    `DELETE FROM checkpoints WHERE rowid IN (SELECT rowid FROM checkpoints WHERE workspace = ? AND fold = ? AND key <> ? LIMIT ?)`,
  )
  return {
    putCheckpoint: (workspace, fold, { cursor, key, chain, step, value }) =>
      void put.run(numberOf(workspace), fold, cursor, key, chain, step, value),
    checkpointsAt(workspace, fold, key, cursor) {
      const number = numberOf(workspace)
      const found = newest.get(number, fold, cursor, key)
      if (found === undefined) return []
      const valueOf = ({ value, ...row }: Row): Uint8Array =>
        typeof value === 'string' ? (contents.checkpoint(value, { workspace: number, fold, ...row }) ?? nothing) : value
      return at
        .all(number, fold, cursor, found.chain, found.step + 1)
        .map((row) => ({ ...row, value: valueOf(row) }))
        .toReversed()
    },
    dropCheckpoints: (workspace, fold, key) => drop.run(numberOf(workspace), fold, key, droppedAtOnce).changes === droppedAtOnce,
  }
}
