import { expect, test } from 'vitest'
import type { Agent } from '../../../core/agent.ts'
import { fixtureDebt, fixtureRow } from '../testing/desk-fixtures.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { freeAgent } from './free-agent.ts'

const row = fixtureRow(fixtureDebt(8, { creditor: 'reviewer', debtor: 'coder' }))
const [base] = fixtureState.agents.filter(({ isOperator }) => !isOperator)

function agent(id: string, more: Partial<Agent> = {}): Agent {
  if (base === undefined) throw new Error('no agent')
  const names = [{ source: 'l1', protocol: 'chat', name: id, by: 'itself' as const }]
  return { ...base, id, name: id, names, lastSeen: fixtureNow - 60_000, status: { word: 'idle', evidence: 'declared', said: '' }, ...more }
}
const found = (
  agents: readonly Agent[],
  debts: Parameters<typeof freeAgent>[0]['debts'] = [],
  ring: readonly string[] = [],
): string | undefined => freeAgent({ row, ring, agents, debts, now: fixtureNow })?.name

test('who spoke last is taken, one with the role of the debtor before others', () => {
  const [early, late] = [agent('early', { lastSeen: fixtureNow - 9_000_000 }), agent('late')]
  expect(found([early, late])).toBe('late')
  expect(found([agent('coder', { role: 'dev' }), { ...early, role: 'dev' }, late])).toBe('early')
})

test.each([
  ['owes something', agent('x'), [{ id: 'x', owes: 1, overdue: 0, owed: 0 }], []],
  ['waits for somebody', agent('x'), [{ id: 'x', owes: 0, overdue: 0, owed: 1, awaitedAgent: 'y' }], []],
  ['is in the ring', agent('x'), [], ['x']],
  ['owes it', agent('coder'), [], []],
  ['is owed it', agent('reviewer'), [], []],
  ['is the operator', agent('x', { isOperator: true }), [], []],
  ['is lost', agent('x', { status: { word: 'lost', evidence: 'inferred', said: '' } }), [], []],
  ['has not spoken for two days', agent('x', { lastSeen: fixtureNow - 172_800_000 }), [], []],
  ['is not known on this link', agent('x', { names: [{ source: 'l2', protocol: 'chat', name: 'x', by: 'itself' }] }), [], []],
] as const)('who %s is not free', (_, one, debts, ring) => {
  expect(found([one], debts, ring)).toBeUndefined()
})
