import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../../core/fault.ts'
import { openSlices } from '../slices.ts'
import { openArchiveSteps } from './archive-steps.ts'
import { runInBackground } from './background.ts'
import { checkpointPages } from './checkpoint.ts'
import type { Connection } from './connection.ts'
import type { Contents } from './contents.ts'
import { isSqliteError, sqliteFault } from './sqlite-fault.ts'
import { openRests } from './sweep-rests.ts'
import { openSweep } from './sweep.ts'

/** Steps that write about as many pages as the log may have. */
const stepsPerCheckpoint = 50

/**
 * Prepares deleting what removed workspaces left behind, in between other work, so that nobody waits for it. Half of its time would be spent moving the log
 * into the file, 15 ms and more at a time: that is done in a thread, and the sweep waits.
 * @returns a function that starts it if there is something to do. A full disk stops it, and `onStop` is told; it continues after the next start.
 */
export function sweepBetween(connection: Connection, contents: Contents, onStop?: (fault: Fault) => void): () => void {
  const { db, file } = connection
  const sweep = openSweep(connection, contents)
  const archives = openArchiveSteps(connection, contents)
  let isRunning = false
  let isAsked = false
  let rest = new AbortController()

  async function checkpoint(): Promise<void> {
    const moved = await runInBackground({ kind: 'checkpoint', dataDir: path.dirname(file) }, new AbortController().signal)
    if (!moved.ok && db.open) db.pragma('wal_checkpoint(PASSIVE)')
  }

  /** Moves the log, and rests. Ends before its time when something else is asked for. What others write meanwhile is moved into the file as usual. */
  async function restFor(ms: number): Promise<void> {
    rest = new AbortController()
    await checkpoint()
    if (!db.open) return
    db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
    await pause(ms, undefined, { ref: false, signal: rest.signal }).catch(() => undefined)
    if (db.open) db.pragma('wal_autocheckpoint = 0')
  }

  async function run(): Promise<void> {
    const slices = openSlices()
    await slices.next()
    if (!db.open) return
    db.pragma('wal_autocheckpoint = 0')
    const restAfter = openRests()
    for (let steps = 1; db.open; steps++) {
      const began = performance.now()
      if (!archives.step() && !sweep.step()) break
      const restMs = restAfter(performance.now() - began)
      if (restMs > 0) await restFor(restMs)
      else if (steps % stepsPerCheckpoint === 0) await checkpoint()
      if (slices.isOver()) await slices.next()
    }
  }

  async function runAll(): Promise<void> {
    isRunning = true
    try {
      while (isAsked) {
        isAsked = false
        await run()
      }
    } catch (thrown) {
      if (!isSqliteError(thrown)) throw thrown
      const { fault } = sqliteFault(thrown, 'write to', file)
      if (db.open)
        onStop?.({ ...fault, message: `${fault.message} What is being moved, brought back or forgotten continues at the next start.` })
    } finally {
      isRunning = false
      if (db.open) db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
    }
  }

  return () => {
    isAsked = true
    rest.abort()
    if (!isRunning) void runAll()
  }
}
