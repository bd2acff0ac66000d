import type { Checkpoint, Journal } from '../../engine/journal.ts'
import type { Connection } from './connection.ts'
import { workspaceNumber } from './workspaces.ts'

type Part = Pick<Journal, 'putCheckpoint' | 'checkpointsAt' | 'dropCheckpoints'>

/** SQL of reading, exported so that a test can check its query plan. */
export const checkpointSql = {
  newest: `SELECT chain, step FROM checkpoints WHERE workspace = ? AND fold = ? AND cursor <= ? AND key = ? ORDER BY cursor DESC LIMIT 1`,
  at: `SELECT cursor, chain, step, value FROM checkpoints WHERE workspace = ? AND fold = ? AND cursor <= ? AND chain = ? ORDER BY cursor DESC LIMIT ?`,
} as const

const droppedAtOnce = 20

/** Folds as they were, to go on from when the past is looked at. They can always be made again from the events. */
export function openCheckpoints(connection: Connection): Part {
  const { db } = connection
  const numberOf = workspaceNumber(connection)
  const put = db.prepare<[number, string, number, string, string, number, Uint8Array]>(
    'INSERT OR REPLACE INTO checkpoints (workspace, fold, cursor, key, chain, step, value) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const newest = db.prepare<[number, string, number, string], Pick<Checkpoint, 'chain' | 'step'>>(checkpointSql.newest)
  const at = db.prepare<[number, string, number, string, number], Checkpoint>(checkpointSql.at)
  const drop = db.prepare<[number, string, string, number]>(
    `DELETE FROM checkpoints WHERE rowid IN (SELECT rowid FROM checkpoints WHERE workspace = ? AND fold = ? AND key <> ? LIMIT ?)`,
  )
  return {
    putCheckpoint: (workspace, fold, { cursor, key, chain, step, value }) =>
      void put.run(numberOf(workspace), fold, cursor, key, chain, step, value),
    checkpointsAt(workspace, fold, key, cursor) {
      const found = newest.get(numberOf(workspace), fold, cursor, key)
      return found === undefined ? [] : at.all(numberOf(workspace), fold, cursor, found.chain, found.step + 1).toReversed()
    },
    dropCheckpoints: (workspace, fold, key) => drop.run(numberOf(workspace), fold, key, droppedAtOnce).changes === droppedAtOnce,
  }
}
