import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { keepBackup } from './backups.ts'
import type { JournalTask } from './background.ts'
import { checkFile } from './copy.ts'

/** The thread of `runInBackground`: does one task, posts its result and ends; any message aborts it. */
const stop = new AbortController()
parentPort?.on('message', () => stop.abort())
const task = workerData as JournalTask
const result =
  task.kind === 'check'
    ? checkFile(path.join(task.dataDir, 'journal.db'))
    : await keepBackup(task.dataDir, task.now, { signal: stop.signal })
parentPort?.postMessage(result, [])
parentPort?.close()
