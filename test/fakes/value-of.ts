import type { Result } from '../../src/core/fault.ts'

/** The value of a result that must be a success. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.fault.code}: ${result.fault.message} ${result.fault.detail ?? ''}`)
  return result.value
}
