import { bindKeys, letGo } from '../../ui/keys.ts'
import type { AppCommand } from '../screen.ts'
import { canRun } from './command.ts'
import type { AppStore } from './store.ts'

/** Lets the keyboard run commands. @returns what unbinds. */
export function bindCommands(target: Window, store: AppStore, commands: readonly AppCommand[]): () => void {
  return bindKeys(
    target,
    commands.map((command) => ({
      keys: command.keys,
      // An overlay takes the keyboard, wherever the focus was left.
      when: () => store.getState().overlay === undefined && canRun(command, store.getState()),
      run: () => {
        if (command.moves === true) letGo()
        command.run(store.getState())
      },
    })),
  )
}
