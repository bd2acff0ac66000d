import type { AppState } from '../screen.ts'

type StateData = Pick<AppState, 'state'>

/**
 * A selector that computes a list once per state of the workspace, so components that select it draw again only when that state changes.
 * Without a workspace the list is empty.
 */
export function perState<T, S extends StateData = StateData>(
  compute: (now: NonNullable<AppState['state']>, app: S) => readonly T[],
): (app: S) => readonly T[] {
  const none: readonly T[] = []
  const known = new WeakMap<object, readonly T[]>()
  return (app) => {
    const now = app.state
    if (now === undefined) return none
    let found = known.get(now)
    if (found === undefined) {
      found = compute(now, app)
      known.set(now, found)
    }
    return found
  }
}
