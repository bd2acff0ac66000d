import { useState } from 'react'
import type { SearchState } from './use-search.ts'

/**
 * Which hit is selected: the first one of a new query, until the operator moves on.
 * @param more loads further hits; asked for when a move would go beyond the last one
 * @returns its position, and a function that moves the selection
 */
export function useSelectedHit({ query, hits, hasMore }: SearchState, more: () => void): readonly [number, (by: number) => void] {
  const [mark, setMark] = useState({ query: '', at: 0 })
  const at = mark.query === query ? mark.at : 0
  const move = (by: number): void => {
    if (at + by >= hits.length && hasMore) more()
    setMark({ query, at: Math.min(Math.max(at + by, 0), Math.max(hits.length - 1, 0)) })
  }
  return [at, move]
}
