import type { Debt } from '../../debt.ts'
import { openGroups } from './groups.ts'

const none: readonly string[] = []

interface Placed {
  readonly debt: Debt
  /** The same in another place, in whose row it is. */
  readonly first?: Debt
}

/** Questions whose row is in another place, where the same was said first. One message answers them with the others of their turn. */
export interface TurnRows {
  /** The row that a debt would be in without that; undefined: it is in it, or did not end by itself. @returns rows that change */
  put(debt: Debt, turn: string | undefined): readonly string[]
  /** Keys of the debts that would be in a row. */
  away(turn: string): readonly string[]
  /** How many questions of these turns one message answered: of one turn, the most. @param members the debts of a row */
  answered(turns: Iterable<string>, members: (row: string) => readonly Placed[]): number
  clear(): void
}

/** Opens it without any. */
export function openTurnRows(): TurnRows {
  const away = openGroups<Placed>()
  const turnOf = new Map<string, string>()

  return {
    put(debt, turn) {
      const { key } = debt
      const before = turnOf.get(key)
      if (before === undefined && turn === undefined) return none
      if (before !== undefined) away.leave(before, key)
      if (turn === undefined) turnOf.delete(key)
      else {
        turnOf.set(key, turn)
        away.join(turn, { debt })
      }
      return [before, turn].filter((row) => row !== undefined)
    },
    away: (turn) => away.members(turn).map(({ debt }) => debt.key),
    answered(turns, members) {
      const counts = Array.from(turns, (turn) => {
        const all = [...members(turn).filter(({ first }) => first === undefined), ...away.members(turn)]
        return all.reduce((sum, { debt }) => sum + Math.max(debt.asked, debt.questions ?? 1), 0)
      })
      return Math.max(0, ...counts)
    },
    clear() {
      away.clear()
      turnOf.clear()
    },
  }
}
