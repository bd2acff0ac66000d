import { useEffect } from 'react'
import { bindCommands } from './commands.ts'
import { useStoreApi } from '../features/state/store.ts'

/** Lets the keyboard run the commands as long as it is mounted. Draws nothing. */
export function CommandKeys(): null {
  const store = useStoreApi()
  useEffect(() => bindCommands(window, store), [store])
  return null
}
