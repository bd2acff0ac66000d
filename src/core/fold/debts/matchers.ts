import type { Cell } from './cell.ts'
import type { Matcher } from './match.ts'

/** Names whose matcher is kept. It takes most of the memory of a name, and saves time only for those that speak again and again. */
export const mostMatchers = 2_000

/** Which cells have a matcher: those that were matched last. The others are matched as a whole when something of them changes. */
export interface Matchers {
  /** A cell has just been matched. */
  use(cell: Cell, matcher: Matcher): void
}

/** Opens it without any. */
export function openMatchers(): Matchers {
  const used = new Set<Cell>()
  return {
    use(cell, matcher) {
      cell.matcher = matcher
      used.delete(cell)
      used.add(cell)
      if (used.size <= mostMatchers) return
      const oldest = used.values().next().value ?? cell
      used.delete(oldest)
      oldest.matcher = undefined
    },
  }
}
