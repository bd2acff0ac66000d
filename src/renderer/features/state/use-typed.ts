import { useEffect, useState } from 'react'
import { useStoreApi } from './store.ts'
import type { Typed } from './typing-slice.ts'
import { typingKey } from './typing.ts'

/**
 * What the operator types in a dialog: it is there again when the dialog is opened after a reload of the page. Closing the dialog, by sending or by giving it
 * up, ends that.
 * @param place the dialog and what it is about; undefined: nothing is kept
 * @returns the values, and a function that changes some of them
 */
export function useTyped<Fields extends Typed>(
  place: string | undefined,
  initial: Fields,
): readonly [Fields, (more: Partial<Fields>) => void] {
  const store = useStoreApi()
  const [key] = useState(() => (place === undefined ? undefined : typingKey(store.getState(), place)))
  const [first] = useState(initial)
  const [typed, setTyped] = useState<Fields>(() => ({ ...initial, ...(key === undefined ? {} : store.getState().typed.get(key)) }))
  useEffect(() => {
    const isTouched = Object.entries(typed).some(([name, value]) => value !== first[name])
    if (key !== undefined) store.getState().keepTyped(key, isTouched ? typed : undefined)
  }, [store, key, first, typed])
  useEffect(() => {
    if (key === undefined) return undefined
    return () => store.getState().keepTyped(key, undefined)
  }, [store, key])
  return [typed, (more) => setTyped((before) => ({ ...before, ...more }))]
}
