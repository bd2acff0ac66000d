import { useState } from 'react'
import type { Need } from '../../../core/need.ts'

/** A need on screen; `isClosed`: its cause ended while it was shown. */
export interface ShownNeed {
  readonly need: Need
  readonly isClosed: boolean
}

/**
 * The needs to show. While the pointer or the focus is among them, none changes place: known ones stay where they were, closed ones stay struck through,
 * and new ones come last. The true list returns when both have left.
 */
export function useLingering(needs: readonly Need[], isStill: boolean): readonly ShownNeed[] {
  const [kept, setKept] = useState<readonly Need[]>([])
  const wanted = isStill ? merged(kept, needs) : kept.length > 0 ? [] : kept
  if (wanted.length !== kept.length || wanted.some((need, at) => need !== kept[at])) setKept(wanted)
  if (!isStill) return needs.map((need) => ({ need, isClosed: false }))
  const open = new Set(needs.map(({ id }) => id))
  return wanted.map((need) => ({ need, isClosed: !open.has(need.id) }))
}

/** The needs that were shown, each as it is now, and behind them the new ones. */
function merged(kept: readonly Need[], needs: readonly Need[]): readonly Need[] {
  if (kept.length === 0) return needs
  const now = new Map(needs.map((need) => [need.id, need]))
  const known = new Set(kept.map(({ id }) => id))
  return [...kept.map((need) => now.get(need.id) ?? need), ...needs.filter(({ id }) => !known.has(id))]
}
