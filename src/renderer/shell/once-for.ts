import type { ProtocolScreen } from '../features/screen.ts'

type Screens = ReadonlyMap<string, ProtocolScreen>

/** Computes a value once for the screens of a store, since they never change. */
export function onceFor<T>(work: (screens: Screens) => T): (screens: Screens) => T {
  const known = new WeakMap<Screens, { readonly value: T }>()
  return (screens) => {
    const found = known.get(screens) ?? { value: work(screens) }
    known.set(screens, found)
    return found.value
  }
}
