import { setTimeout as wait } from 'node:timers/promises'
import type { FaultCode, Result } from '../../../core/fault.ts'
import type { Timings } from './timings.ts'

/** Faults that may go away on another try. */
const passing: ReadonlySet<FaultCode> = new Set(['unavailable', 'timeout'])

/** Publishes, and retries while there is no connection. Returns the last fault if the signal aborts or it takes too long. */
export async function publishWithRetry(
  publish: () => Promise<Result<void>>,
  { retryMs, longestRetryMs, publishForMs }: Pick<Timings, 'retryMs' | 'longestRetryMs' | 'publishForMs'>,
  signal: AbortSignal,
  waiting: (result: Result<void>) => void,
): Promise<Result<void>> {
  for (let [waited, next] = [0, retryMs]; ; next = Math.min(next * 2, longestRetryMs)) {
    const done = await publish()
    if (done.ok || !passing.has(done.fault.code) || signal.aborted || waited >= publishForMs) return done
    if (waited === 0) waiting(done)
    await wait(next, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return done
    waited += next
  }
}
