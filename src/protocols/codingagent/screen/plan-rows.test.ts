import { describe, expect, test } from 'vitest'
import { fixtureRound, fixtureRows, fixtureSession, planRow } from './session-fixtures.ts'
import { changedRows, countPlan, hidingRows, newestApplied, rollBackObstacle, rowAtLine, toggledAll, withChoices } from './plan-rows.ts'

test('counts selected rows among those with an effect', () => {
  expect(countPlan(fixtureRows)).toEqual({ total: 5, selected: 4, refused: 1, stale: 1, done: 0, failed: 0 })
})

describe('all or none', () => {
  test('none when all are selected', () => {
    expect(toggledAll(fixtureRows)).toEqual([1, 2, 3, 4].map((index) => ({ index, apply: false })))
  })
  test('all if some are missing, and never a refused one', () => {
    const some = fixtureRows.map((row) => (row.index === 2 ? { ...row, apply: false } : row))
    expect(toggledAll(some)).toEqual([{ index: 2, apply: true }])
  })
})

test('choices show in the round before the core has answered', () => {
  const next = withChoices(fixtureRound, [
    { index: 1, apply: false },
    { index: 4, body: 'make' },
  ])
  expect(next.plan?.rows.map((row) => row.apply)).toEqual([false, true, true, true, false, false])
  expect(next.plan?.rows[1]).toBe(fixtureRound.plan?.rows[1])
})

describe('what changed', () => {
  test('rows with another effect, and rows added or removed', () => {
    const after = [
      ...fixtureRows.slice(0, 5).map((row) => (row.index === 2 ? { ...row, state: 'stale' as const } : row)),
      planRow(7, 'DONE'),
    ]
    expect(changedRows(fixtureRows, after)).toEqual([2, 6, 7])
  })
  test('nothing, if only a dry run was in between', () => {
    const after = fixtureRows.map((row) => ({ ...row, result: { type: row.type, success: true, summary: '' } }))
    expect(changedRows(fixtureRows, after)).toEqual([])
  })
})

test('only selected rows with hidden characters are asked about', () => {
  const hidden = { hidden: ['ESC'], text: 'a' }
  const rows = [planRow(1, 'RUN_COMMAND', hidden), planRow(2, 'RUN_COMMAND', { ...hidden, apply: false }), planRow(3, 'RUN_COMMAND')]
  expect(hidingRows(rows).map((row) => row.index)).toEqual([1])
})

test('a line of the reply belongs to the last row that began before it', () => {
  expect([9, 10, 29, 99].map((line) => rowAtLine(fixtureRows, line)?.index)).toEqual([undefined, 1, 2, 6])
})

test('the round to roll back is the last one applied', () => {
  expect(newestApplied(fixtureSession)).toBe(2)
  const back = fixtureSession.rounds.map((round) => (round.sequence === 2 ? { ...round, state: 'rolled back' as const } : round))
  expect(newestApplied({ ...fixtureSession, rounds: back })).toBe(1)
  expect(newestApplied(undefined)).toBeUndefined()
})

type State = (typeof fixtureSession)['rounds'][number]['state']
const blocked = (state: State): string | undefined =>
  rollBackObstacle({
    ...fixtureSession,
    rounds: fixtureSession.rounds.map((round) => (round.sequence === 3 ? { ...round, state } : round)),
  })

test('later ones are rolled back first', () => {
  expect([blocked('open'), blocked('rolled back')]).toEqual([undefined, undefined])
  expect(blocked('replied')).toBe('Discard the reply of round 3 first.')
  expect(blocked('interrupted')).toBe('Round 3 is not finished yet.')
})
