import type { AppState } from '../screen.ts'
import { useApp } from './store.ts'

/** How a screen reads its own slice of the store. */
export interface OwnState<T extends object> {
  /** Like `useApp`, with the screen's slice. */
  use<U>(selector: (state: AppState & T) => U): U
  /** The state with the screen's slice, for actions and commands. */
  of(state: AppState): AppState & T
}

/** A screen's slice is made with the store (`ProtocolScreen.state`), so it exists whenever something of the screen is drawn: this only adds its type. */
export function ownState<T extends object>(): OwnState<T> {
  return {
    use: (selector) => useApp((state) => selector(state as AppState & T)),
    of: (state) => state as AppState & T,
  }
}
