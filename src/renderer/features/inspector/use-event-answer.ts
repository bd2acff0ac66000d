import type { Fault, Result } from '../../../core/fault.ts'
import { useAskedExactly } from '../state/use-asked.ts'

/** An answer of the engine: pending, received, or a fault. */
export interface Answer<T> {
  readonly value?: T
  readonly fault?: Fault
}

/**
 * Asks about an event, and again whenever `about` or the moment that is looked at changes; until then, nothing is known. See `useAskedExactly`.
 * @param about undefined: nothing is asked
 */
export function useEventAnswer<T>(about: string | undefined, ask: () => Promise<Result<T>>): Answer<T> {
  const answer = useAskedExactly(about ?? '', ask)
  if (answer === undefined) return {}
  return answer.ok ? { value: answer.value } : { fault: answer.fault }
}
