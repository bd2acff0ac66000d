import { ok, type Result } from '../core/fault.ts'
import { JournalError } from './journal.ts'

/**
 * Runs something that uses the journal. A full or broken disk becomes the journal's own fault, and the write is as if it had
 * never started. Anything else that is thrown is a bug and is rethrown.
 */
export function tryJournal<T>(use: () => T): Result<T> {
  try {
    return ok(use())
  } catch (thrown) {
    if (!(thrown instanceof JournalError)) throw thrown
    return { ok: false, fault: thrown.fault }
  }
}
