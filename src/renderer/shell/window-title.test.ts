import { expect, test } from 'vitest'
import { fixtureDesk } from '../features/testing/desk-fixtures.ts'
import { fixtureNow, fixtureState } from '../features/testing/fixtures.ts'
import { fixtureHalt } from '../features/testing/halt-fixtures.ts'
import { windowTitle } from './window-title.ts'

const now = (): number => fixtureNow

test('the window says how much needs the operator in all workspaces, whether something is overdue, and which workspace it shows', () => {
  expect(windowTitle({ state: { ...fixtureState, desk: fixtureDesk }, past: undefined, present: undefined, liveNow: now })).toBe(
    '(5) ▲ tidepool',
  )
  const calm = {
    ...fixtureDesk,
    needs: fixtureDesk.needs.slice(1),
    counts: { needs: 2, owed: 0, overdue: 0, owedByOthers: 0, overdueByOthers: 0, stuck: 0 },
    elsewhere: 0,
  }
  expect(windowTitle({ state: { ...fixtureState, desk: calm }, past: undefined, present: undefined, liveNow: now })).toBe('(2) tidepool')
  expect(
    windowTitle({
      state: { ...fixtureState, info: { ...fixtureState.info, name: 'a\u202Eb' } },
      past: undefined,
      present: undefined,
      liveNow: now,
    }),
  ).toBe('a[U+202E]b')
  expect(windowTitle({ state: undefined, past: undefined, present: undefined, liveNow: now })).toBe('Patchbay')
})

test('halted wins over everything that needs the operator', () => {
  const halted = { ...fixtureState, desk: fixtureDesk, halt: fixtureHalt }
  expect(windowTitle({ state: halted, past: undefined, present: undefined, liveNow: now })).toBe('🛑 Halted · tidepool')
  expect(
    windowTitle({ state: { ...halted, halt: { ...fixtureHalt, level: 'ask' } }, past: undefined, present: undefined, liveNow: now }),
  ).toBe('(5) ▲ tidepool')
})
