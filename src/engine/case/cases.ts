import { fail, ok, type Result } from '../../core/fault.ts'
import type { Services } from '../services.ts'
import { runCase, type CaseRun, type CaseTask, type MadeCase } from './run-case.ts'

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
  const running = new Map<string, CaseRun & { done: number; total: number }>()
  /** The last used one is last. */
  const kept = new Map<string, MadeCase>()

  function cancel(page: string): void {
    running.get(page)?.end()
  }

  return {
    async make(page, task) {
      cancel(page)
      const far = { done: 0, total: 0 }
      const given: CaseTask = { ...task, dataDir, patchbay: version, now: now(), secrets: secrets.values() }
      const run = runCase(given, (done, total) => void Object.assign(far, { done, total }))
      run.unref()
      const own = Object.assign(far, run)
      running.set(page, own)
      const made = await run.made
      if (running.get(page) === own) running.delete(page)
      if (made.ok) {
        kept.delete(page)
        kept.set(page, made.value)
        for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest)
      }
      return made
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
