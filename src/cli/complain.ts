import type { Fault } from '../core/fault.ts'
import { say } from '../io/standard-streams.ts'

/** Prints a fault on stderr; returns the exit code. */
export function complain(fault: Fault): number {
  say(`patchbay: ${fault.message}`)
  if (fault.detail !== undefined) say(`  ${fault.detail}`)
  return 1
}
