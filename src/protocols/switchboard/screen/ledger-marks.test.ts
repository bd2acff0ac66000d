import { expect, test } from 'vitest'
import { fixtureSwitchboard, messageRow, rosterRow } from './inbox-fixtures.ts'
import type { MessageRow } from '../pure/api.ts'
import { isWatched, ledgerMarks, stripLabel } from './ledger-marks.ts'

const states = (more: Partial<MessageRow>, watched = true): string =>
  ledgerMarks(messageRow(1, more), { isWatched: watched })
    .map(({ state }) => state)
    .join(' ')
const read = { by: 'mcp', at: 5, who: 'reviewer' } as const
const sent = messageRow(1).ledger

test('the marks stand in one order, and say no where it would be known', () => {
  expect(ledgerMarks(messageRow(1), { isWatched: true }).map(({ stage }) => stage)).toEqual([
    'written',
    'delivered',
    'read',
    'acked',
    'answered',
    'archived',
  ])
  expect(states({})).toBe('yes yes no no no no')
})

test('of an agent that only reads files, nobody can tell whether it read', () => {
  expect(states({}, false)).toBe('yes yes unknown unknown no no')
})

test('what comes before a proven stage is not claimed to be missing', () => {
  expect(states({ ledger: { ...sent, answered: { by: 'reply', at: 9 } } })).toBe('yes yes unknown unknown yes no')
})

test('no receipt is no proof of anything; an archived message without a mark is not said to lie in the inbox', () => {
  expect(states({ ledger: { written: { by: 'file' } } })).toBe('yes unknown no no no no')
  expect(states({ box: 'archive', ledger: { ...sent, read } })).toBe('yes yes yes no no unknown')
})

test('an answer is late only when one was expected, and none is expected of a status update', () => {
  expect(states({ isOverdue: true })).toBe('yes yes no no late no')
  expect(states({ action: 'status_update' })).toBe('yes yes no no unknown no')
  const marks = ledgerMarks(messageRow(1, { action: 'status_update', ledger: { ...sent, read } }), { isWatched: true })
  expect(stripLabel(marks)).toBe('written yes, delivered yes, read yes, acked not yet, answered none expected, archived not yet')
})

test('the words name what proves a stage and who did it', () => {
  const marks = ledgerMarks(messageRow(1, { ledger: { ...sent, read, answered: { by: 'result' } } }), { isWatched: true })
  expect(marks.map(({ words }) => words)).toEqual(['file', 'receipt', 'MCP, reviewer', 'unknown', 'result file', 'not yet'])
})

test('who is registered here is watched, in any spelling; what another program wrote is not', () => {
  expect(isWatched(fixtureSwitchboard, 'Reviewer')).toBe(true)
  expect(isWatched(fixtureSwitchboard, 'operator')).toBe(true)
  expect(isWatched(fixtureSwitchboard, 'stranger')).toBe(false)
  expect(isWatched({ ...fixtureSwitchboard, roster: [rosterRow('stranger', { isForeign: true })] }, 'stranger')).toBe(false)
})
