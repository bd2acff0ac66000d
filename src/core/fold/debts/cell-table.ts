import { emptyCell, type Cell } from './cell.ts'

/** The cells of a fold. They are looked up for every act, so by source and name, without making a key. */
export interface CellTable {
  /** The cell of a name, new if there is none. */
  of(source: string, name: string): Cell
  known(source: string, name: string): Cell | undefined
  /** By `Cell.key`. */
  readonly all: ReadonlyMap<string, Cell>
}

/** Opens it without any. */
export function openCellTable(): CellTable {
  const bySource = new Map<string, Map<string, Cell>>()
  const all = new Map<string, Cell>()

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
    all,
  }
}
