import { createContext, useContext, useMemo } from 'react'
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

/** Reads from the store; re-renders when the selected value changes. Select primitives or parts of the state; for fresh objects there is `useAppData`. */
export function useApp<T>(selector: (state: AppState) => T): T {
  return useStore(useStoreApi(), selector)
}

/** Reads plain data that the selector makes anew at each call, as JSON keeps it: the same object while its content is unchanged. */
export function useAppData<T>(selector: (state: AppState) => T): T {
  const json = useApp((state): string | undefined => JSON.stringify(selector(state)))
  return useMemo(() => (json === undefined ? undefined : JSON.parse(json)) as T, [json])
}
