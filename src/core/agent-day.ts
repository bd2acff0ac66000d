import type { FlowDebt } from './flow.ts'

/** What an agent did with what it owed, in a span of time. */
export interface AgentDay {
  /** Debts of its own that it settled in the span. */
  readonly answered: number
  /** How long half of them, and nine of ten, took, ms; absent: it answered nothing. */
  readonly half?: number
  readonly most?: number
  /** Ended in the span because it could not or would not. */
  readonly failed: number
  /** Open at the end of the span, and how many of them past their limit. */
  readonly open: number
  readonly overdue: number
}

/** Reads a day (ms: `from` included, `to` not) out of the debts that were open in it at any time. Pure. */
export function agentDay(debts: readonly FlowDebt[], agent: string, from: number, to: number): AgentDay {
  const own = debts.filter(({ debtor }) => debtor === agent)
  const ended = own.filter(({ until }) => until !== undefined && until >= from && until < to)
  const spans = ended
    .flatMap(({ state, since, until = since }) => (state === 'settled' ? [Math.max(0, until - since)] : []))
    .toSorted((a, b) => a - b)
  const open = own.filter(({ since, until }) => since < to && (until === undefined || until >= to))
  return {
    answered: spans.length,
    ...(spans.length > 0 && { half: rankOf(spans, 0.5), most: rankOf(spans, 0.9) }),
    failed: ended.filter(({ state }) => state === 'failed').length,
    open: open.length,
    overdue: open.filter(({ limitAt }) => limitAt !== undefined && limitAt < to).length,
  }
}

/** The smallest value that this share of the values does not exceed. */
function rankOf(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}
