import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { checkArchive, monthsOf, writeArchive } from './archive-write.ts'
import { keepBackup } from './backups.ts'
import type { Result } from '../../core/fault.ts'
import type { JournalTask } from './background.ts'
import { rewriteJournal } from './connection.ts'
import { forgetInCopies } from './copies.ts'
import { checkpoint } from './checkpoint.ts'
import { checkFile } from './copy.ts'

/** The thread of `runInBackground`: does one task, posts its result and ends; any message aborts it. */
const stop = new AbortController()
parentPort?.on('message', () => stop.abort())
const task = workerData as JournalTask
const result = await run()

function run(): Result<unknown> | Promise<Result<unknown>> {
  if (task.kind === 'check') return checkFile(path.join(task.dataDir, 'journal.db'))
  if (task.kind === 'checkpoint') return checkpoint(path.join(task.dataDir, 'journal.db'))
  if (task.kind === 'rewrite') return rewriteJournal(task.dataDir)
  if (task.kind === 'backup') return keepBackup(task.dataDir, task.now, { signal: stop.signal })
  if (task.kind === 'months') return monthsOf(task.dataDir)
  if (task.kind === 'archive') return writeArchive(task.dataDir, task.month, stop.signal)
  if (task.kind === 'check-archive') return checkArchive(task.dataDir, task.file)
  return forgetInCopies(task.dataDir, task.workspace, task.how, stop.signal)
}
parentPort?.postMessage(result, [])
parentPort?.close()
