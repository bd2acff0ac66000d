import { reasonOf } from '../core/fault.ts'
import { redactText } from './log-redact.ts'

/** Longest stack that is shown and logged, characters. */
const mostStack = 4_000

/** Writes one line of the log, see `createLog`. */
type WriteLine = (message: string, fields: Record<string, unknown>) => void

/** Where an exception was thrown, without secrets. */
function stackOf(thrown: unknown): string {
  return redactText(((thrown instanceof Error ? thrown.stack : undefined) ?? reasonOf(thrown)).slice(0, mostStack))
}

/** Logs an exception that nobody caught, before the process ends by it. A promise that nobody caught counts, too. @returns a function that stops this. */
export function logCrashes(log: WriteLine): () => void {
  const write = (thrown: unknown): void =>
    log('Patchbay ended by an exception that nobody caught', { stack: stackOf(thrown), level: 'error' })
  process.on('uncaughtExceptionMonitor', write)
  return () => void process.off('uncaughtExceptionMonitor', write)
}

/**
 * Ends the process after an exception that nobody caught: what it would do next is unknown, and everything that was stored is in the journal.
 * @param tell says so to the operator; a stack says where
 * @param exit ends the process with code 1
 */
export function endOnCrash(tell: (words: string, stack: string) => void, exit: () => void): void {
  process.on('uncaughtException', (thrown) => {
    try {
      tell(
        `Patchbay ended because of an internal error: ${redactText(reasonOf(thrown))}. What was stored is kept. Start it again.`,
        stackOf(thrown),
      )
    } finally {
      exit()
    }
  })
  // Electron would only warn.
  process.on('unhandledRejection', (reason) => {
    throw reason
  })
}
