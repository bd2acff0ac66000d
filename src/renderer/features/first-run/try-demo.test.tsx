import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureState } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { TryDemo } from './try-demo.tsx'

afterEach(cleanup)

test.each([
  ['a workspace', false, 1],
  ['the demo itself', true, 0],
])('in %s, the demo is offered as it makes sense', async (_where, demo, buttons) => {
  await renderApp(<TryDemo />, createMockClient({ state: { ...fixtureState, info: { ...fixtureState.info, demo } } }))
  expect(screen.queryAllByRole('button', { name: 'Try the demo' })).toHaveLength(buttons)
})
