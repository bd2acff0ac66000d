import type { Result } from '../core/fault.ts'
import type { Migration } from '../io/journal/migration.ts'
import { say } from '../io/standard-streams.ts'
import { sizeText } from '../core/size-text.ts'

const everyMs = 5_000

/**
 * Says in the terminal how far the migration of the journal is. Call it before signals are handled: ending the process at any moment cancels it.
 * @param done its result.
 */
export async function showMigration(migration: Migration, done: Promise<Result<unknown>>): Promise<Result<unknown>> {
  say(
    `Converting the journal (${sizeText(migration.bytes)}) to this version’s format. Ctrl+C cancels this, and the journal stays as it was.`,
  )
  const began = performance.now()
  const seconds = (): number => Math.round((performance.now() - began) / 1_000)
  const percent = (): number => Math.min(99, Math.floor((100 * migration.written()) / migration.bytes))
  const timer = setInterval(() => say(`${percent()} % after ${seconds()} s.`), everyMs)
  try {
    const ended = await done
    if (ended.ok) say(`The journal is up to date after ${seconds()} s.`)
    return ended
  } finally {
    clearInterval(timer)
  }
}
