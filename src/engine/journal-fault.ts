import { ok, type Result } from '../core/fault.ts'
import { JournalError } from './journal.ts'

/**
 * Runs something that uses the journal. A disk that is full or broken becomes the journal's own fault; what was to be written is then
 * as if it had not begun. Anything else that is thrown is a bug and goes on.
 */
export function tryJournal<T>(use: () => T): Result<T> {
  try {
    return ok(use())
  } catch (thrown) {
    if (!(thrown instanceof JournalError)) throw thrown
    return { ok: false, fault: thrown.fault }
  }
}
