import { bindKeys, letGo } from '../../ui/keys.ts'
import type { AppCommand, AppState } from '../screen.ts'
import { canRun } from './command.ts'
import type { AppStore } from './store.ts'

/** Binds commands to the keyboard. @returns a function that unbinds them. */
export function bindCommands(target: Window, store: AppStore, commands: readonly AppCommand[]): () => void {
  return bindKeys(
    target,
    commands.map((command) => ({
      keys: command.keys,
      isUrgent: command.isUrgent,
      when: () => (command.isUrgent === true || !isCovered(store.getState())) && canRun(command, store.getState()),
      run: (key) => {
        if (command.moves === true) letGo()
        command.run(store.getState(), key)
      },
    })),
  )
}

/** A dialog takes the keyboard, wherever the focus is. */
function isCovered({ overlay, haltDialog }: AppState): boolean {
  return overlay !== undefined || haltDialog !== undefined
}
