import { notLive } from './connection-words.ts'
import { useApp } from './store.ts'

export { notLive }

/** Whether the core is there: without it everything on the screen is what it last said. */
export function useIsLive(): boolean {
  return useApp((state) => state.connection.state === 'open')
}
