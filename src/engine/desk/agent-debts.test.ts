import { expect, test } from 'vitest'
import type { Debt, DebtRow } from '../../core/debt.ts'
import { agentDebts } from './agent-debts.ts'

function row(
  creditor: string,
  debtor: string | undefined,
  openedAt: number,
  more: Partial<DebtRow> = {},
  debt: Partial<Debt> = {},
): DebtRow {
  const key = `s|${openedAt}`
  const names = { creditor, ...(debtor !== undefined && { debtor }) }
  const common = {
    key,
    kind: 'answer',
    source: 's',
    protocol: 'p',
    ask: 'e',
    evidence: 'declared',
    text: '',
    asked: 1,
    time: 'ours',
  } as const
  return {
    debt: { ...common, ...names, openedAt, sign: openedAt, state: 'open', ...debt },
    keys: [key],
    asked: 1,
    blocks: [],
    ...names,
    ...more,
  }
}

test('counts what agents owe and are owed; the oldest debt that nothing holds up is the one waited for', () => {
  const rows = [
    row('lead', 'ada', 5),
    row('lead', 'bob', 3, { life: 'overdue' }),
    row('lead', 'eve', 1, {}, { waitsFor: 's|9' }),
    row('lead', undefined, 2),
    row('ada', 'bob', 9, {}, { state: 'settled' }),
  ]
  expect(agentDebts(rows)).toEqual([
    { id: 'lead', owes: 0, overdue: 0, owed: 4, awaitedAgent: 'bob', waitsSince: 3 },
    { id: 'ada', owes: 1, overdue: 0, owed: 0 },
    { id: 'bob', owes: 1, overdue: 1, owed: 0 },
    { id: 'eve', owes: 1, overdue: 0, owed: 0 },
  ])
})
