import { Worker } from 'node:worker_threads'
import { fail, reasonOf } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { programFile } from '../program-file.ts'

/** Work on a whole journal that must not block anything else. */
export type JournalTask =
  /** Checks the journal of a data folder; a fault states the problem. */
  | { readonly kind: 'check'; readonly dataDir: string }
  /** Makes a daily backup and checks it. @see keepBackup */
  | { readonly kind: 'backup'; readonly dataDir: string; readonly now: number }
  /** Moves the log's contents into the file, without blocking those who write to the log. */
  | { readonly kind: 'checkpoint'; readonly dataDir: string }
  /** Writes a journal of an earlier release again in the newest schema, into a new file. @see startMigration */
  | { readonly kind: 'rewrite'; readonly dataDir: string }
  /** Finds the months of the journal. @see monthsOf */
  | { readonly kind: 'months'; readonly dataDir: string }
  /** Writes the archive of a month. @see writeArchive */
  | { readonly kind: 'archive'; readonly dataDir: string; readonly month: string }
  /** @see checkArchive */
  | { readonly kind: 'check-archive'; readonly dataDir: string; readonly file: string }
  /** Removes a workspace from the copies of the journal. @see forgetInCopies */
  | { readonly kind: 'forget'; readonly dataDir: string; readonly workspace: string; readonly how: 'clean' | 'delete' }

/**
 * Does it in a thread with a read-only connection of its own. Aborting ends a backup after the current step, a check when SQLite returns; an
 * unfinished backup is swept by the next one.
 */
export function runInBackground(task: JournalTask, signal: AbortSignal): Promise<Result<unknown>> {
  const worker = new Worker(programFile(import.meta.url, './background-thread.ts', 'journal-thread'), { workerData: task })
  worker.unref()
  return new Promise((resolve) => {
    const stop = (): void => {
      worker.postMessage('stop', [])
      resolve(fail('cancelled', 'Patchbay is shutting down.'))
    }
    signal.addEventListener('abort', stop, { once: true })
    const done = (result: Result<unknown>): void => {
      signal.removeEventListener('abort', stop)
      resolve(result)
    }
    worker.once('message', done)
    worker.once('error', (error) => done(fail('internal', 'The journal could not be examined.', { detail: reasonOf(error) })))
    worker.once('exit', () => done(fail('internal', 'The journal could not be examined: its thread ended.')))
  })
}
