import { useEffect, useEffectEvent, useState } from 'react'
import type { Result } from '../../../core/fault.ts'
import { momentOf } from '../replay/state/replay.ts'
import { useApp } from './store.ts'

/** An answer, and the call that it answers. */
interface Asked<T> {
  readonly key: string
  /** The moment in the past that was looked at, ms; undefined: now. */
  readonly moment: number | undefined
  readonly result: Result<T>
}

/**
 * Calls `ask` when a component mounts, and again when `key` or the moment that is looked at changes. Answers to older calls are dropped; the last answer stays
 * until the next arrives, but an answer of now is not shown in the past, nor one of the past now.
 * @param key identifies the call; empty: no call is made.
 */
export function useAsked<T>(key: string, ask: () => Promise<Result<T>> | undefined): Result<T> | undefined {
  const { moment, answer } = useNewest(key, ask)
  const isOfThis = answer !== undefined && (answer.moment === undefined) === (moment === undefined)
  return key === '' || !isOfThis ? undefined : answer.result
}

/** The same, for what must not be taken for the answer to another call: undefined until exactly this call is answered. */
export function useAskedExactly<T>(key: string, ask: () => Promise<Result<T>> | undefined): Result<T> | undefined {
  const { moment, answer } = useNewest(key, ask)
  return answer?.key === key && answer.moment === moment ? answer.result : undefined
}

function useNewest<T>(
  key: string,
  ask: () => Promise<Result<T>> | undefined,
): { readonly moment: number | undefined; readonly answer: Asked<T> | undefined } {
  const moment = useApp(momentOf)
  const [answer, setAnswer] = useState<Asked<T>>()
  const asked = useEffectEvent(ask)
  useEffect(() => {
    let isWanted = true
    if (key !== '') {
      void asked()?.then((result) => {
        if (isWanted) setAnswer({ key, moment, result })
      })
    }
    return () => {
      isWanted = false
    }
  }, [key, moment])
  return { moment, answer }
}
