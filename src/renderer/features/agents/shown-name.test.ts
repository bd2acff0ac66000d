import { expect, test } from 'vitest'
import { createBoardClient, fixtureNetwork } from '../../../protocols/scuttlebot/screen/board-fixtures.ts'
import { testStore } from '../testing/test-render.tsx'
import { shownName } from './shown-name.ts'

test('the operator is known as the nick that it has on a network; whoever else is called so keeps the name', async () => {
  const store = testStore(createBoardClient(fixtureNetwork('l5', 'libera', { nick: 'mira' })))
  await store.getState().start()
  await Promise.resolve()
  const state = store.getState()
  const name = (source: string, called: string, isOperator: boolean): string =>
    shownName(state, { isOperator }, { source, protocol: 'scuttlebot', name: called, by: 'itself' })
  expect(name('l5', 'operator', true)).toBe('mira')
  expect(name('l1', 'operator', true)).toBe('operator')
  expect(name('l5', 'mira-at-work', true)).toBe('mira-at-work')
  expect(name('l5', 'operator', false)).toBe('operator')
})
