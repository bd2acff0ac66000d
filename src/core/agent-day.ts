import type { FlowDebt } from './flow.ts'

/** What an agent did with what it owed, in a span of time. */
export interface AgentDay {
  /** Debts of its own that it settled in the span. */
  readonly answered: readonly FlowDebt[]
  /** How long half of them, and nine of ten, took, ms; absent: it answered nothing. */
  readonly half?: number
  readonly most?: number
  /** Ended in the span because it could not or would not. */
  readonly failed: readonly FlowDebt[]
  /** Open at the end of the span, and those of them past their limit. */
  readonly open: readonly FlowDebt[]
  readonly overdue: readonly FlowDebt[]
}

/** Reads a day (ms: `from` included, `to` not) out of the debts that were open in it at any time. Pure. */
export function agentDay(debts: readonly FlowDebt[], agent: string, from: number, to: number): AgentDay {
  const own = debts.filter(({ debtor }) => debtor === agent)
  const ended = own.filter(({ until }) => until !== undefined && until >= from && until < to)
  const answered = ended.filter(({ state }) => state === 'settled')
  const spans = answered.map(({ since, until = since }) => Math.max(0, until - since)).toSorted((a, b) => a - b)
  const open = own.filter(({ since, until }) => since < to && (until === undefined || until >= to))
  return {
    answered,
    ...(spans.length > 0 && { half: rankOf(spans, 0.5), most: rankOf(spans, 0.9) }),
    failed: ended.filter(({ state }) => state === 'failed'),
    open,
    overdue: open.filter(({ limitAt }) => limitAt !== undefined && limitAt < to),
  }
}

/** The smallest value that this share of the values does not exceed. */
function rankOf(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}
