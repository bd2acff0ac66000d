import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import type { AppState } from '../screen.ts'

export type AppStore = StoreApi<AppState>

export const StoreContext = createContext<AppStore | undefined>(undefined)

/** The store itself, for actions that need no re-render. */
export function useStoreApi(): AppStore {
  const store = useContext(StoreContext)
  if (store === undefined) throw new Error('A component is outside of StoreContext')
  return store
}

/** Reads from the store; re-renders when the selected value changes. Select primitives or parts of the state, never fresh objects. */
export function useApp<T>(selector: (state: AppState) => T): T {
  return useStore(useStoreApi(), selector)
}
