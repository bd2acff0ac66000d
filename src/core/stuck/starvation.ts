import { dueOf, type DebtRow } from '../debt.ts'
import { endOf } from '../fold/debts/ended.ts'

/** Asked this often without any act of the debtor. */
const leastAsked = 3
/** Debts of others that the debtor settled meanwhile. */
const leastServed = 3
/** More of them prove nothing more. */
const mostServed = 100
/** For what has no limit, ms. */
const usualLimit = 30 * 60_000

export interface StarvationInput {
  readonly open: readonly DebtRow[]
  /** Rows that an agent owed and that have ended, in the order of their end. Called only for agents that may let somebody starve. */
  readonly endedOf: (agent: string) => readonly DebtRow[]
  /** The operator's agent id, who is not judged. */
  readonly operator: string
  readonly now: number
  /** How many limits it is overdue by. */
  readonly times: number
  /** Whether the debtor has acted on a debt: took it, reported on it, acknowledged it. Asked only for what may be one. */
  readonly hasActed: (row: DebtRow) => boolean
  /** How long the clock of a time stood still since, ms: this machine slept, or the operator had halted. Default: never. */
  readonly stoodStill?: (since: number) => number
  /** How long a row may take, ms, apart from a time that its creditor gave. When it is overdue does not tell: that is as of when the row was read. */
  readonly limitOf: (row: DebtRow) => number | undefined
}

/** What one agent owes to another and passes over. */
export interface Starvation {
  /** The oldest first. */
  readonly rows: readonly [DebtRow, ...DebtRow[]]
  /** What was served instead since the oldest was asked, oldest first; of very many the newest. */
  readonly served: readonly DebtRow[]
}

/** How long a row may take from its last sign on, 0 if there is no limit, and how long its clock stood still since, ms. */
export function clockOf(
  row: DebtRow,
  { limitOf, stoodStill = never }: Pick<StarvationInput, 'limitOf' | 'stoodStill'>,
): {
  readonly limit: number
  readonly stood: number
} {
  const { debt, overdueAt } = row
  const due = dueOf(debt)
  // A time that its creditor gave does not stand still.
  if (due !== undefined) return { limit: due - debt.sign, stood: 0 }
  return { limit: overdueAt === undefined ? 0 : (limitOf(row) ?? 0), stood: stoodStill(debt.sign) }
}

const never = (): number => 0

/**
 * Debts that are passed over: far overdue, or asked for again and again without any act of the debtor, who settled at least three of others since. One that
 * waits for a question back is not starving. Those of one agent to another are one finding: whoever passes over one passes over many. Pure; linear in open rows.
 * @param input `open`: the oldest first
 */
export function findStarvation(input: StarvationInput): Starvation[] {
  const { open, endedOf, operator, now, times, hasActed, stoodStill = never } = input
  const starving = new Map<string, { readonly rows: [DebtRow, ...DebtRow[]]; readonly served: readonly DebtRow[] }>()
  const servedSince = openServed(endedOf)
  for (const row of open) {
    const { debt, debtor, creditor, asked, overdueAt } = row
    // Nearly all are in time and were asked once.
    if (asked < leastAsked && (overdueAt === undefined || now < overdueAt)) continue
    if (debtor === undefined || debtor === operator || debt.late === true || debt.waitsFor !== undefined) continue
    const { limit, stood } = clockOf(row, input)
    // A time that was over when its creditor asked, or when its debtor last reported, is no measure.
    const stopped = debt.cut === undefined ? 0 : now - debt.cut.at - stoodStill(debt.cut.at)
    const isFarOver = limit > 0 && now - debt.sign - stood - stopped >= times * limit
    // Several requests in a row are not asked for again; they are in time until their limit is over.
    const isPastLimit = now - debt.openedAt - stoodStill(debt.openedAt) >= (limit > 0 ? limit : usualLimit)
    if (!isFarOver && (asked < leastAsked || !isPastLimit)) continue
    const served = servedSince(debtor, creditor, debt.openedAt)
    if (served.length < leastServed || (!isFarOver && hasActed(row))) continue
    const pair = `${debtor}\n${creditor}`
    const known = starving.get(pair)
    if (known === undefined) starving.set(pair, { rows: [row], served })
    else known.rows.push(row)
  }
  return [...starving.values()]
}

/** Gives what an agent settled for others than a creditor since a time. Many debts of one agent to another starve together, and share what was served. */
function openServed(endedOf: StarvationInput['endedOf']): (debtor: string, creditor: string, since: number) => readonly DebtRow[] {
  const known = new Map<string, { readonly since: number; readonly rows: readonly DebtRow[] }>()
  return (debtor, creditor, since) => {
    const key = `${debtor}\n${creditor}`
    const found = known.get(key)
    const rows = found === undefined || since < found.since ? served(endedOf(debtor), since, creditor) : found.rows
    const first = rows.findIndex((row) => endOf(row) > since)
    const left = first === 0 ? rows : first < 0 ? [] : rows.slice(first)
    // The oldest debts come first: the next one shares it, or a part of it.
    known.set(key, { since, rows: left })
    return left
  }
}

/** What was settled for others since a time, oldest first. */
function served(ended: readonly DebtRow[], since: number, creditor: string): readonly DebtRow[] {
  const rows: DebtRow[] = []
  for (let at = ended.length - 1; at >= 0 && rows.length < mostServed; at--) {
    const row = ended[at] as DebtRow
    if (endOf(row) <= since) break
    if (row.debt.state === 'settled' && row.debt.late !== true && row.creditor !== creditor) rows.push(row)
  }
  return rows.toReversed()
}
