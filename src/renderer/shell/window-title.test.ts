import { expect, test } from 'vitest'
import { fixtureState } from '../features/testing/fixtures.ts'
import { windowTitle } from './window-title.ts'

test('the window says how much is unread for you, and which workspace it shows', () => {
  expect(windowTitle({ state: { ...fixtureState, forYou: 3 } })).toBe('(3) tidepool')
  expect(windowTitle({ state: { ...fixtureState, forYou: 0, info: { ...fixtureState.info, name: 'a\u202Eb' } } })).toBe('a[U+202E]b')
  expect(windowTitle({ state: undefined })).toBe('Patchbay')
})
