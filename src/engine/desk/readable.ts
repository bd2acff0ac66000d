import { readMs } from '../../core/read-time.ts'
import type { Debt } from '../../core/debt.ts'

/**
 * Of debts of one row that are decided together, those that could be read: what joined the row a moment ago was not on the screen when the operator decided. All of
 * them if none is older. Pure.
 */
export function readable(
  keys: readonly string[],
  get: (key: string) => Pick<Debt, 'openedAt' | 'late'> | undefined,
  now: number,
): readonly string[] {
  const isNew = (key: string): boolean => {
    const debt = get(key)
    // One that opens later than now was stored before the clock was set back.
    return debt !== undefined && debt.late !== true && debt.openedAt <= now && now - debt.openedAt < readMs
  }
  const read = keys.filter((key) => !isNew(key))
  return read.length === 0 ? keys : read
}
