import { Worker } from 'node:worker_threads'
import type { CaseHeader, CaseLeftOut } from '../../core/case/lines.ts'
import type { CaseRow } from '../../core/case/row.ts'
import { fail, reasonOf, type Result } from '../../core/fault.ts'
import type { UnreadTexts } from '../../core/unread-texts.ts'
import type { CaseOptions } from '../../io/case.ts'
import { programFile } from '../../io/program-file.ts'

/** What the thread is told. */
export interface CaseTask extends Omit<CaseOptions, 'linkOf' | 'recover' | 'progress'> {
  readonly dataDir: string
  /** Only this form is made, and nothing that a preview shows: each of them takes as much memory as the case. */
  readonly only?: 'lines' | 'page'
}

/** A case with what its preview shows; what was not asked for (`CaseTask.only`) is empty. */
export interface MadeCase {
  /** Its lines. */
  readonly text: string
  readonly page: string
  readonly hash: string
  /** What it is called, after the redaction. */
  readonly title: string
  readonly events: number
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

/** A case that is being made. */
export interface CaseRun {
  readonly made: Promise<Result<MadeCase>>
  /** Stops it, and `made` is a fault `cancelled`. */
  end(): void
  /** The process does not stay for it. */
  unref(): void
}

/** Makes a case in a thread: a pattern of the operator may never end, and only the end of the thread stops it. */
export function runCase(workerData: CaseTask, progress: (done: number, total: number) => void): CaseRun {
  const worker = new Worker(programFile(import.meta.url, './case-thread.ts', 'case-thread'), { workerData })
  const { promise: made, resolve } = Promise.withResolvers<Result<MadeCase>>()
  worker.on('message', (message: CaseMessage) => {
    if (message.kind === 'made') resolve(message.made)
    else progress(message.done, message.total)
  })
  worker.once('error', (error) => resolve(fail('internal', 'The case could not be made.', { detail: reasonOf(error) })))
  worker.once('exit', () => resolve(fail('internal', 'The case could not be made: its thread ended.')))
  return {
    made,
    end() {
      resolve(fail('cancelled', 'Cancelled.'))
      void worker.terminate()
    },
    unref: () => worker.unref(),
  }
}
