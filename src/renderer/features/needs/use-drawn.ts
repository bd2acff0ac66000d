import { useLayoutEffect } from 'react'
import { useStoreApi } from '../state/store.ts'

/** These debts are on the screen and can be decided together, as one row: a decision covers those that could be read. A press never comes before this. */
export function useDrawn(keys: readonly string[]): void {
  const store = useStoreApi()
  useLayoutEffect(() => store.getState().drewDebts(keys), [store, keys])
}
