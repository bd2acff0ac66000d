import { CommanderError } from 'commander'
import { reasonOf } from '../core/fault.ts'
import { complain } from '../io/standard-streams.ts'
import { usageError } from '../io/wrong-usage.ts'

/**
 * The exit code for what a command threw. Exit codes of every command: 0 success · 1 a fault, explained on stderr · 2 a wrong command line (`usageError`);
 * `owed` and `ask` have others, which their files explain.
 * Anything but commander's own is a bug, which is reported on stderr.
 */
export function exitCodeOf(thrown: unknown): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : usageError
  complain(`internal error (please report it): ${reasonOf(thrown)}`)
  return 1
}
