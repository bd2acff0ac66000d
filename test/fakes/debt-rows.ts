import type { Debt, DebtRow } from '../../src/core/debt.ts'

const limit = 30 * 60_000

/** A row for one debt: `creditor` waits for `debtor` (empty: nobody) since `openedAt`, ms; its limit is 30 minutes. */
export function debtRow(creditor: string, debtor: string, debt: Partial<Debt> = {}, row: Partial<DebtRow> = {}): DebtRow {
  const openedAt = debt.openedAt ?? 0
  const key = debt.key ?? `s|${creditor}>${debtor}`
  const sign = debt.sign ?? openedAt
  return {
    debt: {
      key,
      kind: 'answer',
      source: 's',
      protocol: 'p',
      ask: `ask of ${key}`,
      creditor,
      ...(debtor !== '' && { debtor }),
      evidence: 'declared',
      text: 'Which limit?',
      asked: 1,
      time: 'ours',
      state: 'open',
      ...debt,
      openedAt,
      sign,
    },
    keys: [key],
    asked: debt.asked ?? 1,
    creditor,
    ...(debtor !== '' && { debtor }),
    overdueAt: sign + limit,
    blocks: [],
    ...row,
  }
}

/** A row that `debtor` settled for `creditor` at a time, ms. */
export function settledRow(creditor: string, debtor: string, at: number, debt: Partial<Debt> = {}): DebtRow {
  return debtRow(creditor, debtor, {
    key: `s|${creditor}>${debtor} ${at}`,
    state: 'settled',
    end: { at, by: debtor, how: 'ref', evidence: 'declared' },
    ...debt,
  })
}
