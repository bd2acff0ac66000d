import { setImmediate as turn } from 'node:timers/promises'
import type { Fault } from '../core/fault.ts'
import { JournalError } from '../core/journal.ts'

/** After a fault of the journal, what needed it is done again after this long, ms. */
export const retryMs = 60_000

/**
 * Does work that reads the journal in the background. After a fault of the journal it is done again later, so it has to go on where it failed.
 * @param failed told of each fault @param isWanted whether it is done again
 */
export function inBackground(work: () => Promise<void>, failed: (fault: Fault) => void, isWanted: () => boolean): void {
  void turn()
    .then(work)
    .catch((thrown: unknown) => {
      if (!(thrown instanceof JournalError)) throw thrown
      failed(thrown.fault)
      setTimeout(() => {
        if (isWanted()) inBackground(work, failed, isWanted)
      }, retryMs).unref()
    })
}
