import { useState } from 'react'
import type { Fault, Result } from '../../../core/fault.ts'

export interface Act<I, O> {
  readonly isBusy: boolean
  /** Why the last run failed. */
  readonly fault: Fault | undefined
  run(input: I): Promise<Result<O>>
  /** Removes the fault. */
  clear(): void
}

/** An action that the operator starts, with what its button and the place next to it need. */
export function useAct<I, O>(call: (input: I) => Promise<Result<O>>): Act<I, O> {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()
  return {
    isBusy,
    fault,
    clear: () => setFault(undefined),
    async run(input) {
      setBusy(true)
      setFault(undefined)
      const done = await call(input)
      setBusy(false)
      if (!done.ok) setFault(done.fault)
      return done
    },
  }
}
