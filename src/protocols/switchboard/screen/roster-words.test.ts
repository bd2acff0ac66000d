import { expect, test } from 'vitest'
import type { RosterRow } from '../pure/view.ts'
import { holdWords } from './roster-words.ts'

const row: Omit<RosterRow, 'status'> = { name: 'coder', kind: 'chat', capabilities: [], hold: 'held', shell: 'none', isForeign: false }
const words = (status: string, more: Partial<RosterRow> = {}): string => holdWords({ ...row, status, ...more }, 0)

test('an ended agent is not lost, and one that the operator stopped is shown as such', () => {
  expect(['lost', 'active', 'disconnected', 'stopped by the operator'].map((status) => words(status))).toEqual([
    'lost',
    'lost',
    'ended',
    'stopped by you',
  ])
  expect(words('disconnected', { isKept: true })).toBe('ended, name reserved')
  expect(words('stopped by the operator', { hold: 'free' })).toBe('stopped by you')
  expect(words('active', { hold: 'live' })).toBe('connected')
})
