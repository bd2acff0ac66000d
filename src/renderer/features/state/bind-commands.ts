import { bindKeys, letGo, type Bound } from '../../ui/keys.ts'
import type { AppCommand, AppState } from '../screen.ts'
import { canRun } from './command.ts'
import type { AppStore } from './store.ts'

/** Binds commands to the keyboard. @returns a function that unbinds them. */
export function bindCommands(target: Window, store: AppStore, commands: readonly AppCommand[]): () => void {
  const running = commands.map((command): Bound => ({
    keys: command.keys,
    isUrgent: command.isUrgent,
    when: () => (command.isUrgent === true || !isCovered(store.getState())) && canRun(command, store.getState()),
    run: (key) => {
      if (command.moves === true) letGo()
      command.run(store.getState(), key)
    },
  }))
  const refusing = commands.flatMap(({ keys, refuse }): readonly Bound[] =>
    refuse === undefined
      ? []
      : [
          {
            keys,
            when: () => !isCovered(store.getState()) && refuse(store.getState()) !== undefined,
            run: () => refuse(store.getState())?.(),
          },
        ],
  )
  return bindKeys(target, [...running, ...refusing])
}

/** A dialog takes the keyboard, wherever the focus is. */
function isCovered({ overlay, haltDialog }: AppState): boolean {
  return overlay !== undefined || haltDialog !== undefined
}
