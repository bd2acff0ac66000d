import { failureIn } from './failure.ts'
import type { ResultFile } from './receipt.ts'

/** The status of a program that has to know more before it does what was asked. */
export const asksBack = 'needs_clarification'

/** What became of a message. asked: nothing so far, its recipient asks back. */
export type Outcome = 'delivered' | 'failed' | 'asked' | 'answered'

/** What a result file says became of its message. */
export function outcomeOf(result: Pick<ResultFile, 'status' | 'error'>): Outcome {
  const status = result.status.toLowerCase()
  if (failureIn(result) !== undefined) return 'failed'
  return status === 'delivered' ? 'delivered' : status === asksBack ? 'asked' : 'answered'
}

/** How far a message got by what a result file says. */
export const stageOfOutcome = { delivered: 'delivered', failed: 'failed', asked: 'acked', answered: 'answered' } as const
