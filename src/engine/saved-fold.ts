import type { Snapshot } from '../core/journal.ts'
import type { Services } from './services.ts'

/** What was saved of a fold. One that is not as it was written has no version that anybody knows, so that it is made again. */
export function savedFold({ journal, log }: Pick<Services, 'journal' | 'log'>, workspace: string, fold: string): Snapshot | undefined {
  const stored = journal.snapshot(workspace, fold)
  if (stored?.isBroken === true)
    log('a saved list is damaged; it is made again from the journal, and the disk may be failing', { workspace, fold, level: 'warn' })
  return stored
}
