import { expect, test } from 'vitest'
import { acted, ask, foldOf, onRef, question, type ActedEvent } from '../../../../test/fakes/acts.ts'
import type { Debt } from '../../debt.ts'

const task = acted(1, 'planner', 'coder', [ask('planner', ['coder'], 't')])
const review = acted(2, 'coder', 'reviewer', [ask('coder', ['reviewer'], 'r', 'review', { parent: 't' })])
/** The debts by key after all parts were restored, read after each one, and as they were folded. */
function restored(all: readonly ActedEvent[], isTurned: boolean): Record<string, Debt>[] {
  const before = foldOf(all)
  for (const { event } of all) before.apply(event)
  const parts = [...before.changes().values()].flatMap((part) => part ?? [])
  const buckets = parts.flatMap((part) => part.buckets).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const after = foldOf(all, {}, [{ buckets: [], loose: parts.flatMap(({ loose }) => loose) }])
  for (const bucket of isTurned ? buckets.toReversed() : buckets) {
    after.restore({ buckets: [bucket], loose: [] })
    after.open()
  }
  return [after, before].map((fold) => Object.fromEntries(fold.open()))
}

const asked = acted(1, 'planner', 'coder', question('planner', 'coder'))
const back = acted(2, 'coder', 'planner', question('coder', 'planner'))

test.each([
  ['a part of a task', [task, review], { 's|t': { waitsFor: 's|r' }, 's|r': { parent: 's|t' } }],
  ['a question back', [asked, back], { 's|wire-1': { waitsFor: 's|wire-2' } }],
])('%s is what it was, in whatever order it is restored and read (F27)', (_name, all, expected) => {
  for (const isTurned of [false, true]) {
    const [after, before] = restored(all, isTurned)
    expect(after).toEqual(before)
    expect(after).toMatchObject(expected)
  }
})

test('an ask of oneself, under a name that was joined since, is no open debt after it was restored', () => {
  const before = foldOf([task])
  before.apply(task.event)
  const parts = [...before.changes().values()].flatMap((part) => part ?? [])
  const joined = foldOf([task], { same: () => true }, parts)
  expect([...joined.open()]).toEqual([])
  expect([...joined.ended().values()]).toMatchObject([{ state: 'void' }])
})

test('what was restored is answered, joined and let go like any other', () => {
  const before = foldOf([task])
  before.apply(task.event)
  const parts = [...before.changes().values()].flatMap((part) => part ?? [])
  const answer = acted(5, 'coder', 'planner', [onRef('answer', 'coder', 't')])
  const after = foldOf([task, answer], {}, parts)
  expect([...after.open().keys()]).toEqual(['s|t'])
  expect([...after.changed()]).toEqual(['s|t'])
  after.apply(answer.event)
  expect([...after.open()]).toEqual([])
  expect(after.ended().get('s|t')).toMatchObject({ state: 'settled', end: { by: 'coder' } })
})
