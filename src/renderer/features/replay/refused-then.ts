import type { AppCommand, AppState } from '../screen.ts'
import { nothingDone } from './past-words.ts'

/** Says that nothing is done in the past, with the way back. */
export function sayNothingDone({ toast, backToNow }: Pick<AppState, 'toast' | 'backToNow'>): void {
  toast({ text: 'Not done', detail: nothingDone, isFault: true, act: { label: 'Back to now', run: backToNow } })
}

/** A command that, if it writes, is not in the palette while a moment in the past is looked at; its key says why. */
export function closedThen(command: AppCommand): AppCommand {
  const { writes, when = () => true, refuse } = command
  if (writes !== true) return command
  return {
    ...command,
    when: (state) => state.past === undefined && when(state),
    refuse: (state) => (state.past === undefined ? refuse?.(state) : when(state) ? () => sayNothingDone(state) : undefined),
  }
}
