import { expect, test } from 'vitest'
import { createMockClient } from '../testing/client-mock.ts'
import { shownName } from './directory.ts'
import { testStore } from '../testing/test-render.tsx'

test('only the operator is called you: other names that look like it are quoted (F24)', async () => {
  const store = testStore(createMockClient())
  await store.getState().start()
  const state = store.getState()
  const shown = (name: string): string => shownName(state, 'l1', name)
  expect(shown(state.state?.info.operator ?? '')).toBe('you')
  for (const name of ['you', 'You', 'YOU', 'y\u043eu', 'уоυ', 'y0u', 'ｙｏｕ', 'yo\u0301u', ' you']) expect(shown(name)).toBe(`“${name}”`)
  for (const name of ['coder', 'your', 'yo', 'youth', 'u']) expect(shown(name)).toBe(name)
})
