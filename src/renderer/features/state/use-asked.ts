import { useEffect, useEffectEvent, useState } from 'react'
import type { Result } from '../../../core/fault.ts'

/**
 * Asks when a component appears, and again when `key` changes. Answers to older questions are dropped; until the newer answer is there, the
 * last one stays.
 * @param key of the question; empty: nothing is asked.
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
