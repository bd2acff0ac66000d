import { ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { runInBackground } from '../io/journal/background.ts'
import { journalToMigrate } from '../io/journal/connection.ts'
import { say } from '../io/standard-streams.ts'
import { megabytes } from './megabytes.ts'

const everyMs = 5_000

/**
 * Brings a journal of an earlier release to the schema of this one, in a thread, and says so in the terminal. Call it before signals are handled: each step is
 * one transaction, so ending the process at any moment cancels it and leaves the journal as it was before that step.
 */
export async function migrateFirst(dataDir: string): Promise<Result<unknown>> {
  const bytes = journalToMigrate(dataDir)
  if (bytes === undefined) return ok(undefined)
  say(`Bringing the journal (${megabytes(bytes)}) to the format of this version. Ctrl+C cancels this; the next start begins again.`)
  const began = performance.now()
  const seconds = (): number => Math.round((performance.now() - began) / 1_000)
  const timer = setInterval(() => say(`Still working, ${seconds()} s so far.`), everyMs)
  try {
    const done = await runInBackground({ kind: 'migrate', dataDir }, new AbortController().signal)
    if (done.ok) say(`The journal is up to date after ${seconds()} s.`)
    return done
  } finally {
    clearInterval(timer)
  }
}
