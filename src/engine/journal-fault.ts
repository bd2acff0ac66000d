import { ok, type Result } from '../core/fault.ts'
import { JournalError } from '../core/journal.ts'

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

/**
 * Reads something of the journal for code that nobody called and that has to go on, such as a timer that tells pages what the fault of the journal is: while it
 * cannot be read, the value is that of the last reading. Damage has already been reported by the journal itself.
 * @param first the value before the first reading. @returns what to call instead of `read`; it throws no `JournalError`.
 */
export function orLast<T>(read: () => T, first: T): () => T {
  let last = first
  return () => {
    const done = tryJournal(read)
    if (done.ok) last = done.value
    return last
  }
}
