import { expect, test } from 'vitest'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureLink, fixtureState } from '../testing/fixtures.ts'
import { testingWith } from '../testing/test-render.tsx'
import { shownName } from './shown-name.ts'

const operatorName = (view: unknown): string | undefined => (view as { readonly me: string } | undefined)?.me

test('the operator is known by its name on a link; others with that name keep it', async () => {
  const { testStore } = testingWith([{ id: 'post', hue: 'teal', agentParts: { operatorName } }])
  const links = [fixtureLink, ...['l5', 'l6'].map((id) => ({ ...fixtureLink, id, protocol: 'post' }))]
  const store = testStore(createMockClient({ state: { ...fixtureState, links, views: [{ link: 'l5', view: { me: 'mira' } }] } }))
  await store.getState().start()
  await Promise.resolve()
  const name = (source: string, called: string, isOperator: boolean): string =>
    shownName(store.getState(), { isOperator }, { source, protocol: source === 'l1' ? 'chat' : 'post', name: called, by: 'itself' })
  expect(name('l5', 'operator', true)).toBe('mira')
  expect(name('l6', 'operator', true)).toBe('operator') // shows nothing yet
  expect(name('l1', 'operator', true)).toBe('operator')
  expect(name('l5', 'mira-at-work', true)).toBe('mira-at-work')
  expect(name('l5', 'operator', false)).toBe('operator')
})
