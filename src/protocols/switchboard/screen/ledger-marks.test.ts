import { expect, test } from 'vitest'
import { fixtureSwitchboard, messageRow, rosterRow } from './inbox-fixtures.ts'
import type { MessageRow } from '../pure/api.ts'
import { knownOf, ledgerMarks, stripLabel } from './ledger-marks.ts'

const states = (more: Partial<MessageRow>, watched = true): string =>
  ledgerMarks(messageRow(1, more), { isWatched: watched, isMine: false })
    .map(({ state }) => state)
    .join(' ')
const read = { by: 'mcp', at: 5, who: 'reviewer' } as const
const sent = messageRow(1).ledger

test('the marks have a fixed order, and say no where that would be known', () => {
  expect(ledgerMarks(messageRow(1), { isWatched: true, isMine: false }).map(({ stage }) => stage)).toEqual([
    'written',
    'delivered',
    'read',
    'acked',
    'answered',
    'archived',
  ])
  expect(states({})).toBe('yes yes no no no no')
})

test('for an agent that only reads files, reading is unknown', () => {
  expect(states({}, false)).toBe('yes yes unknown unknown no no')
})

test('stages before a proven one are not shown as missing', () => {
  expect(states({ ledger: { ...sent, answered: { by: 'reply', at: 9 } } })).toBe('yes yes unknown unknown yes no')
})

test('a missing receipt proves nothing; an archived message without a mark is not shown as in the inbox', () => {
  expect(states({ ledger: { written: { by: 'file' } } })).toBe('yes unknown no no no no')
  expect(states({ box: 'archive', ledger: { ...sent, read } })).toBe('yes yes yes no no unknown')
})

test('an answer is late only if one was expected, and none is expected for a status update', () => {
  expect(states({ isOverdue: true })).toBe('yes yes no no late no')
  expect(states({ action: 'status_update' })).toBe('yes yes no no unknown no')
  const marks = ledgerMarks(messageRow(1, { action: 'status_update', ledger: { ...sent, read } }), { isWatched: true, isMine: false })
  expect(stripLabel(marks)).toBe('written yes, delivered yes, read yes, acked not yet, answered none expected, archived not yet')
})

const owed = (isMine: boolean) => ledgerMarks(messageRow(1, { dueAt: 90 }), { isWatched: true, isMine })

test('an answer that is owed says so, and by whom', () => {
  expect(owed(false)[4]).toMatchObject({ stage: 'answered', state: 'owed' })
  expect(owed(true)[4]).toMatchObject({ stage: 'answered', state: 'mine' })
  expect(states({ dueAt: 90, isOverdue: true })).toContain('late')
  expect(states({ dueAt: 90, ledger: { ...sent, answered: { by: 'result' } } })).not.toContain('owed')
})

test('the words name what proves a stage and who did it', () => {
  const marks = ledgerMarks(messageRow(1, { ledger: { ...sent, read, answered: { by: 'result' } } }), { isWatched: true, isMine: false })
  expect(marks.map(({ words }) => words)).toEqual(['file', 'receipt', 'MCP, reviewer', 'unknown', 'result file', 'not yet'])
})

test('agents registered here are watched, in any spelling; text by other programs is not', () => {
  expect(knownOf(fixtureSwitchboard, 'Reviewer')).toEqual({ isWatched: true, isMine: false })
  expect(knownOf(fixtureSwitchboard, 'operator')).toEqual({ isWatched: true, isMine: true })
  expect(knownOf(fixtureSwitchboard, 'stranger')).toEqual({ isWatched: false, isMine: false })
  expect(knownOf({ ...fixtureSwitchboard, roster: [rosterRow('stranger', { isForeign: true })] }, 'stranger').isWatched).toBe(false)
})
