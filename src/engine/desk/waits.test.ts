import { expect, test } from 'vitest'
import type { Debt, DebtRow } from '../../core/debt.ts'
import { waitedFor, whoWaits } from './waits.ts'

/** A debt `debtor>creditor`. */
function row(key: string, who: string, more: Partial<Debt> = {}): DebtRow {
  const [debtor = '', creditor = ''] = who.split('>')
  const debt: Debt = {
    key,
    kind: 'answer',
    source: 'l1',
    protocol: 'chat',
    ask: `e-${key}`,
    creditor,
    debtor,
    evidence: 'declared',
    text: key,
    asked: 1,
    openedAt: 0,
    time: 'ours',
    sign: 0,
    state: 'open',
    ...more,
  }
  return { debt, keys: [key], asked: 1, creditor, debtor, blocks: [] }
}

const lists = (...rows: DebtRow[]) => ({
  open: rows.filter(({ debt }) => debt.state === 'open'),
  rowOf: (key: string) => rows.find(({ keys }) => keys.includes(key)),
})
const tree = (waits: ReturnType<typeof whoWaits>): string[] => waits.map((wait) => `${wait.depth} ${wait.row.debt.key} ${wait.evidence}`)

test('who waits is a tree: what is said to wait, and what somebody who waits owes to others', () => {
  const [question, review, task, other, ended] = [
    row('question', 'operator>reviewer'),
    row('review', 'reviewer>coder', { waitsFor: 'question' }),
    row('task', 'coder>planner', { evidence: 'receipt' }),
    row('other', 'reviewer>docs'),
    row('ended', 'reviewer>tester', { state: 'settled' }),
  ]
  const all = lists(question!, review!, task!, other!, ended!)
  expect(tree(whoWaits(question!, all))).toEqual(['1 review declared', '2 task inferred', '1 other inferred'])
  expect(tree(waitedFor(review!, all))).toEqual(['1 question declared'])
  expect(waitedFor(question!, all)).toEqual([])
})

test('a ring ends where it closes, and a tree is bounded', () => {
  const ring = [row('a', 'x>y'), row('b', 'y>z'), row('c', 'z>x')]
  expect(tree(whoWaits(ring[0]!, lists(...ring)))).toEqual(['1 b inferred', '2 c inferred'])
  const waits = [row('a', 'x>y', { waitsFor: 'b' }), row('b', 'y>x', { waitsFor: 'a' })]
  expect(tree(waitedFor(waits[0]!, lists(...waits)))).toEqual(['1 b declared'])
  const many = Array.from({ length: 500 }, (_, at) => row(`k${at}`, `n${at}>n${at + 1}`))
  expect(whoWaits(many[0]!, lists(...many))).toHaveLength(16)
  const wide = Array.from({ length: 500 }, (_, at) => row(`w${at}`, `y>n${at}`))
  expect(whoWaits(ring[0]!, lists(ring[0]!, ...wide))).toHaveLength(64)
})
