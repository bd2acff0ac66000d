import type { Debt, DebtMark, DebtRow, DeskLimits } from '../../core/debt.ts'
import type { DebtsFold } from '../../core/fold/debts.ts'
import { debtRows, isFromBefore, type RowsInput } from '../../core/fold/debts/rows.ts'
import { needOfDebt, type Need } from '../../core/need.ts'
import { settleMs } from '../../core/notice.ts'
import type { AgentDebts, DebtList } from '../../api/desk.ts'
import { agentDebts } from './agent-debts.ts'

/** What the lists are made of. */
export interface ListsInput {
  readonly debts: Pick<DebtsFold, 'open' | 'ended' | 'actsOf'>
  readonly agentOf: (source: string, name: string) => string
  /** The operator's agent id. */
  readonly operator: string
  readonly marks: ReadonlyMap<string, DebtMark>
  readonly limits: DeskLimits
  readonly now: number
  readonly dayStart: number
  /** When the desk was first opened, ms. */
  readonly start: number
  readonly stoodStill: (since: number) => number
}

/** The debts of a workspace as lists, at one moment. */
export interface Lists {
  readonly rows: readonly DebtRow[]
  /** The row that a debt is in. */
  readonly rowOf: ReadonlyMap<string, DebtRow>
  readonly lists: Readonly<Record<DebtList, readonly DebtRow[]>>
  /** What debts need of the operator, without those that came just now. */
  readonly needs: readonly Need[]
  readonly overdue: number
  /** What each agent owes and is owed. */
  readonly agents: readonly AgentDebts[]
  /** When time alone changes a list next, ms. */
  readonly nextAt: number | undefined
}

/** Makes the lists. Pure. */
export function listsOf(input: ListsInput): Lists {
  const { debts, operator, now, dayStart, start } = input
  const [current, earlier] = split([...debts.open().values()], (debt) => isFromBefore(debt, start))
  const rowsInput = (list: readonly Debt[]): RowsInput => ({ ...input, debts: list, heardOf: (key) => heardOf(input, key) })
  const rows = debtRows(rowsInput([...current, ...debts.ended().values()])).map((row) => withFreshMark(row, input.marks))
  const before = earlier.length === 0 ? [] : debtRows(rowsInput(earlier)).filter(isOpen)
  const owed = rows
    .filter((row) => isOpen(row) && row.debtor !== operator)
    .toSorted((a, b) => shareOf(b, now) - shareOf(a, now) || a.debt.openedAt - b.debt.openedAt)
  const all = rows.flatMap((row) => needOfDebt(row, operator, now) ?? [])
  const needs = all.filter((need) => isSettled(need, now))
  const rowOf = new Map([...rows, ...before].flatMap((row) => row.keys.map((key): [string, DebtRow] => [key, row])))
  return {
    rows,
    rowOf,
    lists: {
      owed,
      closed: rows.filter((row) => (row.debt.end?.at ?? 0) >= dayStart).toSorted((a, b) => (b.debt.end?.at ?? 0) - (a.debt.end?.at ?? 0)),
      before,
    },
    needs,
    agents: agentDebts(rows),
    overdue: owed.filter((row) => row.life === 'overdue').length,
    nextAt: nextMoment(rows, all, now),
  }
}

/** One that is settled within three seconds is never shown; what is read from history is not new. */
function isSettled({ since, late, change }: Need, now: number): boolean {
  return late === true || change !== 'new' || now - since >= settleMs
}

function nextMoment(rows: readonly DebtRow[], needs: readonly Need[], now: number): number | undefined {
  let next = Infinity
  const at = (moment: number | undefined): void => {
    if (moment !== undefined && moment > now && moment < next) next = moment
  }
  for (const { dueAt, overdueAt, mark } of rows) {
    at(dueAt)
    at(overdueAt)
    if (mark?.verb === 'snooze') at(mark.until)
  }
  for (const need of needs) if (!isSettled(need, now)) at(need.since + settleMs)
  return next === Infinity ? undefined : next
}

/** Cursor of the newest act by anybody but the operator. */
function heardOf({ debts, agentOf, operator }: ListsInput, key: string): number {
  const source = key.slice(0, key.indexOf('|'))
  return debts.actsOf(key).reduce((newest, act) => (agentOf(source, act.by) === operator ? newest : Math.max(newest, act.cursor)), 0)
}

/** A row that somebody asked in again since is put off no longer. */
function withFreshMark(row: DebtRow, marks: ReadonlyMap<string, DebtMark>): DebtRow {
  if (row.mark?.verb !== 'snooze' || row.keys.every((key) => marks.get(key)?.verb === 'snooze')) return row
  const { mark: _mark, ...rest } = row
  return rest
}

/** How much of its limit is over; one without a limit comes last. */
function shareOf({ debt, overdueAt }: DebtRow, now: number): number {
  if (overdueAt === undefined) return -1
  return (now - debt.sign) / Math.max(1, overdueAt - debt.sign)
}

function isOpen({ debt }: DebtRow): boolean {
  return debt.state === 'open'
}

function split<T>(list: readonly T[], isSecond: (one: T) => boolean): readonly [T[], T[]] {
  const parts: [T[], T[]] = [[], []]
  for (const one of list) parts[isSecond(one) ? 1 : 0].push(one)
  return parts
}
