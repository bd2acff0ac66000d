import { useState } from 'react'

/** The items without those that came since `isHeld` began: none of them pushes down what is below, under the pointer. An empty list is not held. */
export function useHeld<T>(items: readonly T[], idOf: (item: T) => string, isHeld: boolean): readonly T[] {
  const [known, setKnown] = useState<ReadonlySet<string>>()
  if (isHeld && known === undefined && items.length > 0) setKnown(new Set(items.map(idOf)))
  if (!isHeld && known !== undefined) setKnown(undefined)
  return isHeld && known !== undefined ? items.filter((item) => known.has(idOf(item))) : items
}
