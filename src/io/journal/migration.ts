import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fail } from '../../core/fault.ts'
import type { Fault, Result } from '../../core/fault.ts'
import { runInBackground } from './background.ts'
import { journalToRewrite } from './connection.ts'
import { replaceJournal } from './replace.ts'
import { rewrittenName } from './rewrite.ts'

/** A journal of an earlier release that is being written again in the newest format. */
export interface Migration {
  /** Size of the journal. */
  readonly bytes: number
  /** Size of the new file so far; it may end smaller or a little larger than the journal. */
  written(): number
  /** Makes sure that the new file is not used: the journal stays as it was. Returns what `done` will be, or undefined when the journal is already replaced. */
  cancel(): Fault | undefined
  /** Settles when the journal is replaced, or when it failed or was cancelled and the new file is gone. */
  readonly done: Promise<Result<unknown>>
}

/**
 * Starts to migrate the journal, in a thread. Nothing else may open it until `done`. The journal does not change: it is replaced in one step at the end, and kept under
 * another name.
 * @returns undefined when there is nothing to rewrite, or the journal cannot be opened, which opening it explains.
 */
export function startMigration(dataDir: string): Migration | undefined {
  const bytes = journalToRewrite(dataDir)
  if (bytes === undefined) return undefined
  const made = path.join(dataDir, rewrittenName)
  let isCancelled = false
  let isOver = false

  async function run(): Promise<Result<unknown>> {
    const written = await runInBackground({ kind: 'rewrite', dataDir }, new AbortController().signal)
    // Decided here and not in the thread, so that a cancelled migration never replaces the journal afterwards.
    const replaced = written.ok && !isCancelled ? replaceJournal(dataDir, made, Date.now()) : written
    rmSync(made, { force: true })
    isOver = true
    return isCancelled ? cancelled : replaced
  }

  return {
    bytes,
    written: () => statSync(made, { throwIfNoEntry: false })?.size ?? 0,
    cancel() {
      isCancelled ||= !isOver
      return isCancelled ? cancelled.fault : undefined
    },
    done: run(),
  }
}

const cancelled = fail('cancelled', 'Cancelled. The journal was not changed. To continue, start Patchbay again.')
