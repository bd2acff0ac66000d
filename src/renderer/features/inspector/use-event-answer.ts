import { useEffect, useState } from 'react'
import type { Fault, Result } from '../../../core/fault.ts'
import { momentOf } from '../replay/state/replay.ts'
import { useApp } from '../state/store.ts'

/** An answer of the core: pending, received, or a fault. */
export interface Answer<T> {
  readonly value?: T
  readonly fault?: Fault
}

/** Asks again whenever `key` or the moment that is looked at changes; answers to older questions are dropped, and the last answer stays until the next arrives. */
export function useEventAnswer<T>(about: string | undefined, ask: () => Promise<Result<T>>): Answer<T> {
  const moment = useApp(momentOf)
  const key = about === undefined || moment === undefined ? about : `${about} @${moment}`
  const [held, setHeld] = useState<{ readonly key: string | undefined; readonly answer: Answer<T> }>({ key: undefined, answer: {} })
  useEffect(() => {
    if (key === undefined) return undefined
    let isOld = false
    const run = async (): Promise<void> => {
      const answer = await ask()
      if (!isOld) setHeld({ key, answer: answer.ok ? { value: answer.value } : { fault: answer.fault } })
    }
    void run()
    return () => {
      isOld = true
    }
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- `key` stands for everything that `ask` depends on
  }, [key])
  return held.key === key ? held.answer : {}
}
