import type { Checkpoint, Journal } from '../../engine/journal.ts'
import type { Connection } from './connection.ts'
import { workspaceNumber } from './workspaces.ts'

type Part = Pick<Journal, 'putCheckpoint' | 'checkpointAt' | 'dropCheckpoints'>

/** SQL of reading, exported so that a test can check its query plan. */
export const checkpointSql = {
  at: `SELECT cursor, value FROM checkpoints WHERE workspace = ? AND fold = ? AND cursor <= ? AND key = ? ORDER BY cursor DESC LIMIT 1`,
} as const

const droppedAtOnce = 20

/** Folds as they were, to go on from when the past is looked at. They can always be made again from the events. */
export function openCheckpoints(connection: Connection): Part {
  const { db } = connection
  const numberOf = workspaceNumber(connection)
  const put = db.prepare<[number, string, number, string, Uint8Array]>(
    'INSERT OR REPLACE INTO checkpoints (workspace, fold, cursor, key, value) VALUES (?, ?, ?, ?, ?)',
  )
  const at = db.prepare<[number, string, number, string], Checkpoint>(checkpointSql.at)
  const drop = db.prepare<[number, string, string, number]>(
    `DELETE FROM checkpoints WHERE rowid IN (SELECT rowid FROM checkpoints WHERE workspace = ? AND fold = ? AND key <> ? LIMIT ?)`,
  )
  return {
    putCheckpoint: (workspace, fold, { cursor, key, value }) => void put.run(numberOf(workspace), fold, cursor, key, value),
    checkpointAt: (workspace, fold, key, cursor) => at.get(numberOf(workspace), fold, cursor, key),
    dropCheckpoints: (workspace, fold, key) => drop.run(numberOf(workspace), fold, key, droppedAtOnce).changes === droppedAtOnce,
  }
}
