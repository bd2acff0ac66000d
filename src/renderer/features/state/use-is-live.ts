import { useApp } from './store.ts'

/** Whether the engine is connected: without it the screen shows the last known state. */
export function useIsLive(): boolean {
  return useApp((state) => state.connection.state === 'open')
}
