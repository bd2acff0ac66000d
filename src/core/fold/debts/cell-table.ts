import { isOver } from './bounds.ts'
import { emptyCell, type Cell } from './cell.ts'

/** The cells of a fold. They are looked up for every act, so by source and name, without making a key. */
export interface CellTable {
  /** The cell of a name, new if there is none. */
  of(source: string, name: string): Cell
  known(source: string, name: string): Cell | undefined
  /** Removes names that owe nothing, and to whom nothing was matched, beyond so many: those that spoke longest ago. @returns them. */
  trim(most: number): readonly Cell[]
  /** By `Cell.key`. */
  readonly all: ReadonlyMap<string, Cell>
}

/** Opens it without any. */
export function openCellTable(): CellTable {
  const bySource = new Map<string, Map<string, Cell>>()
  const all = new Map<string, Cell>()
  /** With how many cells it is looked again: those that owe something do not go. */
  let lookAt = 0

  return {
    of(source, name) {
      const cells = bySource.get(source) ?? new Map<string, Cell>()
      const known = cells.get(name)
      if (known !== undefined) return known
      const cell = emptyCell(source, name)
      bySource.set(source, cells.set(name, cell))
      all.set(cell.key, cell)
      return cell
    },
    known: (source, name) => bySource.get(source)?.get(name),
    trim(most) {
      if (all.size <= lookAt || !isOver(all.size, most)) return []
      const free = [...all.values()].filter(({ refs, matched, said }) => refs.size === 0 && matched.size === 0 && said.length === 0)
      const gone = free.toSorted((a, b) => spokeAt(a) - spokeAt(b)).slice(0, Math.max(0, free.length - most))
      for (const { source, name, key } of gone) {
        all.delete(key)
        bySource.get(source)?.delete(name)
      }
      lookAt = all.size + Math.floor(most / 10)
      return gone
    },
    all,
  }
}

function spokeAt({ loose }: Cell): number {
  return loose.at(-1)?.ord ?? -Infinity
}
