import type { DebtRow } from '../../debt.ts'
import { byAge } from './by-age.ts'
import { openEndedRows, type EndedRows } from './ended.ts'

/** The rows of a workspace, so kept that a reading looks at none that has ended for good. */
export interface ShownRows {
  /** Puts a row in place of the one with this key; undefined: there is none any more. */
  put(key: string, row: DebtRow | undefined): void
  get(key: string): DebtRow | undefined
  clear(): void
  /** The open rows, oldest first, with what the clock says of them now. */
  open(now: number): readonly DebtRow[]
  /** The other rows. */
  readonly ended: EndedRows
  /** Ended rows that the operator may still have to look at: what failed, and several questions with one answer. */
  watched(): Iterable<DebtRow>
}

/** Opens it without any. */
export function openShownRows(): ShownRows {
  const open = new Map<string, DebtRow>()
  const over = new Map<string, DebtRow>()
  const watched = new Map<string, DebtRow>()
  /** As they were before their time was over: of a moment in the past, the clock may go back. */
  const silent = new Map<string, DebtRow>()
  let lastAt = Number.NEGATIVE_INFINITY
  const ended = openEndedRows()
  let sorted: readonly DebtRow[] | undefined

  function put(key: string, row: DebtRow | undefined): void {
    const before = over.get(key)
    if (before !== undefined) ended.remove(before)
    over.delete(key)
    watched.delete(key)
    silent.delete(key)
    if (row?.debt.state === 'open') open.set(key, row)
    else open.delete(key)
    sorted = undefined
    if (row === undefined) return
    if (row.debt.state !== 'open') {
      over.set(key, row)
      ended.put(row)
    }
    if (row.debt.state === 'failed' || row.spoke !== undefined) watched.set(key, row)
  }

  /** What the clock alone changes. */
  function tick(now: number): void {
    for (const [key, row] of open) {
      const life = lifeAt(row, now)
      if (life !== row.life) put(key, { ...row, life })
    }
    if (now < lastAt) for (const [key, row] of silent) if (isSpoken(row, now)) put(key, row)
    lastAt = now
    for (const [key, row] of watched) {
      if (row.spoke === undefined || isSpoken(row, now)) continue
      put(key, withoutSpoke(row))
      silent.set(key, row)
    }
  }

  return {
    put,
    get: (key) => open.get(key) ?? over.get(key),
    clear() {
      for (const map of [open, over, watched, silent, ended]) map.clear()
      sorted = undefined
    },
    open(now) {
      tick(now)
      return (sorted ??= [...open.values()].toSorted(byAge))
    },
    ended,
    watched: () => watched.values(),
  }
}

/** What the clock says of an open row now. */
function lifeAt({ dueAt, overdueAt }: DebtRow, now: number): NonNullable<DebtRow['life']> {
  return dueAt === undefined || overdueAt === undefined || now < dueAt ? 'open' : now < overdueAt ? 'due' : 'overdue'
}

/** Whether it stays in its list because several of its questions have one answer. */
function isSpoken({ spoke }: DebtRow, now: number): boolean {
  return spoke !== undefined && now < spoke.until
}

function withoutSpoke({ spoke: _spoke, ...row }: DebtRow): DebtRow {
  return row
}
