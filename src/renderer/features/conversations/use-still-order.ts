import { useState } from 'react'

/**
 * Keeps the order of a list while the pointer is over it, so that nothing moves under a click: known items stay where they were,
 * new ones come last, and the true order returns when the pointer leaves.
 */
export function useStillOrder<T>(items: readonly T[], keyOf: (item: T) => string, isStill: boolean): readonly T[] {
  const [held, setHeld] = useState<{ readonly isStill: boolean; readonly keys: readonly string[] }>({ isStill: false, keys: [] })
  if (held.isStill !== isStill) setHeld({ isStill, keys: isStill ? items.map(keyOf) : [] })
  return isStill ? inOrder(items, keyOf, held.keys) : items
}

/** The items in the order of `keys`; all others follow in their own order. */
export function inOrder<T>(items: readonly T[], keyOf: (item: T) => string, keys: readonly string[]): readonly T[] {
  const places = new Map(keys.map((key, index) => [key, index]))
  const placeOf = (item: T): number => places.get(keyOf(item)) ?? Number.MAX_SAFE_INTEGER
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The value at the moment stillness began, while it lasts; undefined otherwise. */
export function useHeld<T>(value: () => T, isStill: boolean): T | undefined {
  const [held, setHeld] = useState<{ readonly isStill: boolean; readonly value?: T }>({ isStill: false })
  if (held.isStill !== isStill) setHeld(isStill ? { isStill, value: value() } : { isStill })
  return isStill ? held.value : undefined
}
