import { useEffect, useEffectEvent, useState } from 'react'
import type { Result } from '../../../core/fault.ts'

/** An answer, and the call that it answers. */
interface Asked<T> {
  readonly key: string
  readonly result: Result<T>
}

/**
 * Calls `ask` when a component mounts, and again when `key` changes. Answers to older calls are dropped; the last answer stays until the next
 * arrives.
 * @param key identifies the call; empty: no call is made.
 */
export function useAsked<T>(key: string, ask: () => Promise<Result<T>> | undefined): Result<T> | undefined {
  const answer = useNewest(key, ask)
  return key === '' ? undefined : answer?.result
}

/** The same, for what must not be taken for the answer to another call: undefined until exactly this call is answered. */
export function useAskedExactly<T>(key: string, ask: () => Promise<Result<T>> | undefined): Result<T> | undefined {
  const answer = useNewest(key, ask)
  return answer?.key === key ? answer.result : undefined
}

function useNewest<T>(key: string, ask: () => Promise<Result<T>> | undefined): Asked<T> | undefined {
  const [answer, setAnswer] = useState<Asked<T>>()
  const asked = useEffectEvent(ask)
  useEffect(() => {
    let isWanted = true
    if (key !== '') {
      void asked()?.then((result) => {
        if (isWanted) setAnswer({ key, result })
      })
    }
    return () => {
      isWanted = false
    }
  }, [key])
  return answer
}
