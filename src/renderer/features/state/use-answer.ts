import { useEffect, useEffectEvent, useState } from 'react'
import type { Input, MethodName, Output } from '../../../api/contract.ts'
import type { Result } from '../../../core/fault.ts'
import { useApp } from './store.ts'

/**
 * Asks the core when a component appears, and again when the input or `again` changes. Answers to older questions are dropped;
 * until the newer answer is there, the last one stays.
 * @param input undefined: nothing is asked.
 * @param again any text; a new one asks again.
 */
export function useAnswer<M extends MethodName>(method: M, input: Input<M> | undefined, again = ''): Result<Output<M>> | undefined {
  const client = useApp((state) => state.client)
  const [answer, setAnswer] = useState<{ readonly key: string; readonly result: Result<Output<M>> }>()
  const ask = useEffectEvent((): Promise<Result<Output<M>>> | undefined => (input === undefined ? undefined : client.call(method, input)))
  const key = input === undefined ? '' : JSON.stringify([method, input, again])
  useEffect(() => {
    let isWanted = true
    if (key !== '') {
      void ask()?.then((result) => {
        if (isWanted) setAnswer({ key, result })
      })
    }
    return () => {
      isWanted = false
    }
  }, [key])
  return key === '' ? undefined : answer?.result
}
