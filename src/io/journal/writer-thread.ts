import path from 'node:path'
import { workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { monotonicFactory } from 'ulid'
import type { AppendBatch } from '../../engine/journal.ts'
import { openAppender, type Placed } from './append.ts'
import { checkpointPages } from './checkpoint.ts'
import { openContents } from './contents.ts'
import { openSources } from './sources.ts'
import { turns, type WriterSaid, type WriterTask } from './writer-port.ts'

/**
 * The thread of `openWriter`: writes the batches of a message in one transaction, says where their events are, and commits when the main thread says so, which
 * is when it takes them. Until then nobody can read them.
 */
const { file, port, shared } = workerData as WriterTask
const turn = new Int32Array(shared)
const db = new Database(file, { timeout: 5_000, fileMustExist: true })
db.pragma('synchronous = NORMAL')
db.pragma('foreign_keys = ON')
db.pragma('trusted_schema = OFF')
db.pragma('wal_autocheckpoint = 0') // moving the log into the file would hold up a commit, for which the main thread waits
let at = 0
const nextId = monotonicFactory(Math.random)
const contents = openContents(path.dirname(file))
const { place, forget } = openAppender({ db, file }, openSources(db), () => nextId(at), contents)

port.on('message', (given: readonly AppendBatch[] | 'close') => {
  if (given === 'close') close()
  else write(given)
})
pass(turns.idle)

function write(batches: readonly AppendBatch[]): void {
  const placed = attempt(() => {
    db.exec('BEGIN IMMEDIATE')
    return batches.map(store)
  })
  // Once for each message, before the turn is passed: the main thread may be waiting for the turn.
  say(placed ?? 'failed')
  pass(placed === undefined ? turns.failed : turns.written)
  if (placed === undefined) return
  Atomics.wait(turn, 0, turns.written)
  const done = attempt(() => db.exec('COMMIT'))
  pass(done === undefined ? turns.failed : turns.idle)
  attempt(shortenLog)
}

function close(): void {
  contents.close()
  db.close()
  pass(turns.idle)
}

function say(said: WriterSaid): void {
  port.postMessage(said, [])
}

function store(batch: AppendBatch): Placed[] {
  at = batch.at
  return place(batch)
}

/** Undefined: it failed, and nothing is stored. The main thread then tries the same and finds out why. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    if (db.inTransaction) db.exec('ROLLBACK')
    forget()
    return undefined
  }
}

function pass(to: number): void {
  Atomics.store(turn, 0, to)
  Atomics.notify(turn, 0)
}

function shortenLog(): void {
  const [state] = db.pragma('wal_checkpoint(NOOP)') as { readonly log: number; readonly checkpointed: number }[]
  if (state !== undefined && state.log - state.checkpointed >= checkpointPages) db.pragma('wal_checkpoint(PASSIVE)')
}
