import { useEffect, useEffectEvent, useState } from 'react'
import type { Result } from '../../../core/fault.ts'

/**
 * Calls `ask` when a component mounts, and again when `key` changes. Answers to older calls are dropped; the last answer stays until the next
 * arrives.
 * @param key identifies the call; empty: no call is made.
 */
export function useAsked<T>(key: string, ask: () => Promise<Result<T>> | undefined): Result<T> | undefined {
  const [answer, setAnswer] = useState<Result<T>>()
  const asked = useEffectEvent(ask)
  useEffect(() => {
    let isWanted = true
    if (key !== '') {
      void asked()?.then((result) => {
        if (isWanted) setAnswer(result)
      })
    }
    return () => {
      isWanted = false
    }
  }, [key])
  return key === '' ? undefined : answer
}
