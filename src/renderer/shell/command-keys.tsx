import { useEffect } from 'react'
import { bindCommands } from '../features/state/bind-commands.ts'
import { commandsOf } from './commands.ts'
import { useStoreApi } from '../features/state/store.ts'

/** Binds the commands to the keyboard while mounted. Draws nothing. */
export function CommandKeys(): null {
  const store = useStoreApi()
  useEffect(() => bindCommands(window, store, commandsOf(store.getState().screens)), [store])
  return null
}
