import { useState } from 'react'

/** Of those that left the list while it was still, more are not kept: a pointer can rest there for days. */
export const mostGone = 200

/** An item on screen; `isGone`: it left the list while it was shown. */
export interface Steady<T> {
  readonly item: T
  readonly isGone: boolean
}

/**
 * The items to show. While the pointer or the focus is among them (`isStill`), none changes place: known ones stay where they were, those that are gone stay,
 * marked (at most `mostGone`), and new ones come last. The true list returns when both have left.
 */
export function useSteady<T>(items: readonly T[], idOf: (item: T) => string, isStill: boolean): readonly Steady<T>[] {
  const [kept, setKept] = useState<readonly T[]>([])
  const wanted = isStill ? merged(kept, items, idOf) : kept.length > 0 ? [] : kept
  if (wanted.length !== kept.length || wanted.some((item, at) => item !== kept[at])) setKept(wanted)
  if (!isStill) return items.map((item) => ({ item, isGone: false }))
  const here = new Set(items.map(idOf))
  return wanted.map((item) => ({ item, isGone: !here.has(idOf(item)) }))
}

/** The items that were shown, each as it is now, and behind them the new ones. Of too many that are gone, the lowest leave: that moves the fewest others. */
function merged<T>(kept: readonly T[], items: readonly T[], idOf: (item: T) => string): readonly T[] {
  if (kept.length === 0) return items
  const now = new Map(items.map((item) => [idOf(item), item]))
  const known = new Set(kept.map(idOf))
  let gone = 0
  const stay = kept.flatMap((item) => now.get(idOf(item)) ?? (gone++ < mostGone ? item : []))
  return [...stay, ...items.filter((item) => !known.has(idOf(item)))]
}
