import type { DebtRow } from '../../debt.ts'
import { byAge } from './by-age.ts'

/** Rows that have ended, by who owed them and in the order of their end, so that what ended lately is found without a look at the rest. */
export interface EndedRows {
  put(row: DebtRow): void
  remove(row: DebtRow): void
  clear(): void
  /** Rows that ended at a time or later, ms, in no order; there may be many. */
  from(at: number): readonly DebtRow[]
  /** The same in the order of their end. */
  since(at: number): readonly DebtRow[]
  /** Those that an agent owed, in the order of their end. */
  of(debtor: string): readonly DebtRow[]
  /** When a task on each link last ended, ms. */
  taskEnds(): ReadonlyMap<string, number>
}

/** Opens it without any. */
export function openEndedRows(): EndedRows {
  const byDebtor = new Map<string | undefined, DebtRow[]>()
  /** Undefined: to be counted again. */
  let tasks: Map<string, number> | undefined = new Map()

  function from(at: number): readonly DebtRow[] {
    return [...byDebtor.values()].flatMap((rows) => rows.slice(placeOf(rows, at)))
  }

  return {
    put(row) {
      if (tasks !== undefined) noteTask(tasks, row)
      const rows = byDebtor.get(row.debtor)
      const last = rows?.at(-1)
      if (rows === undefined || last === undefined) byDebtor.set(row.debtor, [row])
      else if (byEnd(last, row) < 0) rows.push(row)
      else
        rows.splice(
          placeWhere(rows, (one) => byEnd(one, row) >= 0),
          0,
          row,
        )
    },
    remove(row) {
      const rows = byDebtor.get(row.debtor) ?? []
      const place = rows.indexOf(row, placeOf(rows, endOf(row)))
      if (place < 0) return
      rows.splice(place, 1)
      if (row.debt.kind === 'task' && tasks?.get(row.debt.source) === endOf(row)) tasks = undefined
    },
    clear() {
      byDebtor.clear()
      tasks = new Map()
    },
    from,
    since: (at) => from(at).toSorted(byEnd),
    of: (debtor) => byDebtor.get(debtor) ?? [],
    taskEnds() {
      if (tasks !== undefined) return tasks
      const counted = new Map<string, number>()
      for (const rows of byDebtor.values()) for (const row of rows) noteTask(counted, row)
      return (tasks = counted)
    },
  }
}

/** When a row ended, ms. */
export function endOf({ debt }: DebtRow): number {
  return debt.end?.at ?? Number.NEGATIVE_INFINITY
}

function byEnd(a: DebtRow, b: DebtRow): number {
  return endOf(a) - endOf(b) || byAge(a, b)
}

/** Where the rows begin that ended at a time or later. */
function placeOf(rows: readonly DebtRow[], at: number): number {
  return placeWhere(rows, (row) => endOf(row) >= at)
}

/** Where those begin that are so, as all after the first are. */
function placeWhere(rows: readonly DebtRow[], isSo: (row: DebtRow) => boolean): number {
  let [from, to] = [0, rows.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (isSo(rows[middle] as DebtRow)) to = middle
    else from = middle + 1
  }
  return from
}

function noteTask(ends: Map<string, number>, row: DebtRow): void {
  const { kind, source } = row.debt
  if (kind === 'task') ends.set(source, Math.max(ends.get(source) ?? Number.NEGATIVE_INFINITY, endOf(row)))
}
