import { Worker } from 'node:worker_threads'
import type { CaseHeader, CaseLeftOut } from '../../core/case/lines.ts'
import type { CaseRow } from '../../core/case/row.ts'
import { fail, ok, reasonOf, type Result } from '../../core/fault.ts'
import type { UnreadTexts } from '../../core/unread-texts.ts'
import type { CaseOptions } from '../../io/case.ts'
import { programFile } from '../../io/program-file.ts'
import type { Services } from '../services.ts'

/** What the thread is told. */
export type CaseTask = Omit<CaseOptions, 'linkOf' | 'recover' | 'progress' | 'signal'> & { readonly dataDir: string }

/** A case with what its preview shows. */
export interface MadeCase {
  readonly text: string
  readonly page: string
  readonly hash: string
  /** What it is called, after the redaction. */
  readonly title: string
  readonly rows: readonly CaseRow[]
  readonly replaced: CaseHeader['replaced']
  readonly leftOut: readonly CaseLeftOut[]
  readonly conversations: ReadonlyMap<string, number>
  readonly agents: ReadonlyMap<string, number>
  readonly tools: number
  readonly unread: UnreadTexts
}

/** What the thread says. */
export type CaseMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'made'; readonly made: Result<MadeCase> }

/** Makes cases in threads and keeps the last one of each page. */
export interface Cases {
  make(page: string, task: Pick<CaseTask, 'workspace' | 'choice' | 'replace'>): Promise<Result<MadeCase>>
  progress(page: string): { readonly done: number; readonly total: number } | undefined
  cancel(page: string): void
  /** The last case of a page, if it has this hash. */
  kept(page: string, hash: string): Result<MadeCase>
  close(): void
}

/** Pages whose last case is kept. */
const mostKept = 4

/** Opens the cases of a data folder. */
export function openCases({ dataDir, secrets, version, now }: Pick<Services, 'dataDir' | 'secrets' | 'version' | 'now'>): Cases {
  const running = new Map<string, { readonly worker: Worker; end(): void; done: number; total: number }>()
  /** The last used one is last. */
  const kept = new Map<string, MadeCase>()

  function cancel(page: string): void {
    running.get(page)?.end()
  }

  return {
    make(page, task) {
      cancel(page)
      const workerData: CaseTask = { ...task, dataDir, patchbay: version, now: now(), secrets: secrets.values() }
      return new Promise((resolve) => {
        const worker = new Worker(programFile(import.meta.url, './case-thread.ts', 'case-thread'), { workerData })
        worker.unref()
        const finish = (result: Result<MadeCase>): void => {
          if (running.get(page)?.worker === worker) running.delete(page)
          if (result.ok) {
            kept.delete(page)
            kept.set(page, result.value)
            for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest)
          }
          resolve(result)
        }
        const run = {
          worker,
          done: 0,
          total: 0,
          end() {
            // A pattern of the operator may never end: only the end of the thread stops it.
            void worker.terminate()
            finish(fail('cancelled', 'Cancelled.'))
          },
        }
        running.set(page, run)
        worker.on('message', (message: CaseMessage) => {
          if (message.kind === 'made') finish(message.made)
          else Object.assign(run, { done: message.done, total: message.total })
        })
        worker.once('error', (error) => finish(fail('internal', 'The case could not be made.', { detail: reasonOf(error) })))
        worker.once('exit', () => finish(fail('internal', 'The case could not be made: its thread ended.')))
      })
    },
    progress: (page) => running.get(page),
    cancel,
    kept(page, hash) {
      const made = kept.get(page)
      return made?.hash === hash ? ok(made) : fail('not-found', 'This case is no longer kept. Make it again.')
    },
    close() {
      for (const page of running.keys()) cancel(page)
      kept.clear()
    },
  }
}
