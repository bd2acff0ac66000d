import { lifeOf, limitOf, momentsOf, type Debt, type DebtMark, type DebtRow, type DeskLimits } from '../../debt.ts'
import { limits } from '../../limits.ts'

/** What turns debts into the rows of a list: the operator's decisions, who is who, and the clock. */
export interface RowsInput {
  readonly debts: Iterable<Debt>
  /** The agent (id) behind a name on a source. */
  readonly agentOf: (source: string, name: string) => string
  /** The operator's agent id. */
  readonly operator: string
  readonly marks: ReadonlyMap<string, DebtMark>
  readonly limits: DeskLimits
  readonly now: number
  /** Cursor of the newest act of a debt: one after a snooze ends it. */
  readonly heardOf?: (key: string) => number
  /** How long the clock stood still since a time, ms. */
  readonly stoodStill?: (since: number) => number
}

interface Known {
  readonly debt: Debt
  readonly creditor: string
  readonly debtor: string | undefined
  readonly mark: DebtMark | undefined
}

/** The same thing said twice within this time is one debt, on whichever links, ms. */
const twiceMs = 10 * 60_000
/** Debts opened longer than this before the desk was first opened go to a list of their own, ms. */
const beforeMs = 7 * 24 * 60 * 60_000

/** The rows of a workspace, oldest first. Debts that are one for the operator are one row, whose debt is the oldest. */
export function debtRows(input: RowsInput): DebtRow[] {
  const known = [...input.debts].map((debt) => knownOf(debt, input))
  const groups = new Map<string, Known[]>()
  for (const one of withTwins(known.toSorted((a, b) => a.debt.openedAt - b.debt.openedAt || (a.debt.key < b.debt.key ? -1 : 1)))) {
    const key = rowKey(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  const waiting = waitersOf(known)
  return [...groups.values()].map((group) => rowOf(group, input, waiting))
}

/** Whether a debt is from long before Patchbay kept debts; such debts need nobody and are counted nowhere. */
export function isFromBefore(debt: Debt, since: number): boolean {
  return debt.late === true && debt.openedAt < since - beforeMs
}

/** A debt with what the operator decided about it. */
export function withMark(debt: Debt, mark: DebtMark | undefined, operator: string): Debt {
  if (mark === undefined) return debt
  if (mark.verb === 'reopen') {
    if (debt.end === undefined || debt.end.at > mark.at) return debt
    const { end: _end, ...rest } = debt
    return { ...rest, state: 'open', sign: Math.max(debt.sign, mark.at) }
  }
  if (debt.state !== 'open') return debt
  const end = { at: mark.at, by: operator, how: 'operator', evidence: 'declared' } as const
  if (mark.verb === 'settle') return { ...debt, state: 'settled', end }
  if (mark.verb === 'waive') return { ...debt, state: 'withdrawn', end }
  return mark.verb === 'none' ? { ...debt, state: 'void', end } : debt
}

function knownOf(debt: Debt, { agentOf, operator, marks, heardOf }: RowsInput): Known {
  const said = marks.get(debt.key)
  // Something new of the other side ends a snooze.
  const isOver = said?.verb === 'snooze' && (heardOf?.(debt.key) ?? 0) > said.cursor
  const mark = isOver ? undefined : said
  const creditor = agentOf(debt.source, debt.creditor)
  const debtor = debt.debtor === undefined ? undefined : agentOf(debt.source, debt.debtor)
  const marked = withMark(debt, mark, operator)
  // Two names of one agent were joined: nobody owes himself.
  const isOwn = marked.state === 'open' && debtor === creditor
  const end = { event: debt.ask, at: debt.openedAt, by: debt.creditor, how: 'ref', evidence: 'declared' } as const
  return { debt: isOwn ? { ...marked, state: 'void', end } : marked, creditor, debtor, mark }
}

/** What is said twice ends with the first of them that ends. */
function withTwins(sorted: readonly Known[]): readonly Known[] {
  const clusters = new Map<string, Known[][]>()
  const found = sorted.map((one): [Known, Known[]] => {
    const key = [one.creditor, one.debtor ?? '', one.debt.kind, skeletonOf(one.debt.text)].join('\n')
    const all = clusters.get(key) ?? []
    clusters.set(key, all)
    const last = all.at(-1)
    const first = last?.[0]?.debt
    const isTwin = first !== undefined && (one.debt.openedAt - first.openedAt <= twiceMs || isReadAgain(one.debt, first))
    if (last === undefined || !isTwin) {
      const own = [one]
      all.push(own)
      return [one, own]
    }
    last.push(one)
    return [one, last]
  })
  return found.map(([one, cluster]) => {
    if (one.debt.state !== 'open' || one.mark?.verb === 'reopen') return one
    const isEnd = ({ debt }: Known): boolean =>
      debt.state === 'settled' && ((debt.end?.at ?? 0) >= one.debt.openedAt || isReadAgain(one.debt, debt))
    const end = cluster.find(isEnd)?.debt.end
    return end === undefined ? one : { ...one, debt: { ...one.debt, state: 'settled', end } }
  })
}

/** The line of a file that started over: the debt of the generation before. */
function isReadAgain(debt: Debt, first: Debt): boolean {
  return debt.late === true && debt.source === first.source && debt.conversation === first.conversation && debt.text === first.text
}

/** Asks of one turn are one row, and so are texts that are equal but for digits. */
function rowKey({ debt, creditor, debtor = '' }: Known): string {
  const isOpen = debt.state === 'open'
  const end = isOpen ? '' : (debt.end?.event ?? debt.key)
  const what =
    debt.turn === undefined ? skeletonOf(debt.text).replaceAll(/\d+/g, '0') : `${debt.source} ${debt.conversation ?? ''} ${debt.turn}`
  return [creditor, debtor, debt.kind, debt.state, end, what].join('\n')
}

/** A text without what differs when the same is said again: marks, mentions, times of day, capitals. */
export function skeletonOf(text: string): string {
  return text
    .slice(0, limits.debtText)
    .toLowerCase()
    .replaceAll(/@[\p{L}\p{N}_-]+|\b\d{1,2}:\d{2}(?::\d{2})?\b/gu, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function rowOf(group: readonly Known[], input: RowsInput, waiting: (one: Known) => string[]): DebtRow {
  const first = group[0] as Known
  const { creditor, debtor } = first
  const debt = group.length === 1 ? first.debt : { ...first.debt, sign: Math.max(...group.map((one) => one.debt.sign)) }
  const limit = limitOf(input.limits, debt, debtor === input.operator)
  const moments = momentsOf(debt, limit, input.stoodStill)
  const life = lifeOf(debt, limit, input.now, input.stoodStill)
  return {
    debt,
    keys: group.slice(0, limits.rowDebts).map((one) => one.debt.key),
    asked: group.reduce((sum, one) => sum + one.debt.asked, 0),
    creditor,
    ...(debtor !== undefined && { debtor }),
    ...(life !== undefined && { life }),
    ...(moments !== undefined && { dueAt: moments.due, overdueAt: moments.overdue }),
    ...(first.mark !== undefined && { mark: first.mark }),
    blocks: debt.state === 'open' ? waiting(first) : [],
  }
}

/** Who waits for a debt: its creditor, and through what the creditor owes, others. A debt that waits for another is passed only by way of that one. */
function waitersOf(known: readonly Known[]): (one: Known) => string[] {
  const byDebtor = new Map<string, Known[]>()
  const byAwaited = new Map<string, Known[]>()
  for (const one of known) {
    if (one.debt.state !== 'open' || one.debtor === undefined) continue
    const { waitsFor } = one.debt
    const [map, key] = waitsFor === undefined ? [byDebtor, one.debtor] : [byAwaited, waitsFor]
    const list = map.get(key)
    if (list === undefined) map.set(key, [one])
    else list.push(one)
  }
  return (from) => {
    const names = new Set<string>()
    const queue = [from]
    const seen = new Set(queue)
    for (const one of queue) {
      if (one.creditor === from.debtor || names.size >= limits.rowBlocks) continue
      names.add(one.creditor)
      for (const next of [...(byDebtor.get(one.creditor) ?? []), ...(byAwaited.get(one.debt.key) ?? [])]) {
        if (seen.has(next) || queue.length > limits.rowBlocks * 4) continue
        seen.add(next)
        queue.push(next)
      }
    }
    return [...names]
  }
}
