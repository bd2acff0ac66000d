import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../../core/fault.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureHalt, fixtureHaltPreview, fixtureResumePreview } from '../testing/halt-fixtures.ts'
import { fixtureState } from '../testing/fixtures.ts'
import { renderApp, type Rendered } from '../testing/test-render.tsx'
import { HaltBanner } from './halt-banner.tsx'
import { HaltDialogs } from './halt-dialogs.tsx'
import { HaltPane } from './halt-pane.tsx'

afterEach(cleanup)

const beyond = { links: 88, workspaces: 2, named: ['berth', 'yard'] }

async function opened(client: MockClient): Promise<Rendered> {
  const rendered = await renderApp(<HaltDialogs />, client)
  await waitFor(() => expect(rendered.store.getState().state).toBeDefined())
  return rendered
}

test('the table before a halt says how many links it has no room for, and what to do about them (F28)', async () => {
  const client = createMockClient()
  client.on('halt.preview', ({ level }) => ok({ ...fixtureHaltPreview, level, beyond }))
  const { store } = await opened(client)
  act(() => store.getState().openHalt())
  const about = await screen.findByRole('note')
  expect(about.textContent).toMatch(/^ 88 links in berth and yard are not in this table.*nobody is told.*one by one first\.$/)
  fireEvent.click(screen.getByLabelText('Ask'))
  await waitFor(() => expect(about.textContent).toContain('not asked to stop'))
  client.on('halt.preview', () => ok(fixtureHaltPreview))
  fireEvent.click(screen.getByLabelText('Stop'))
  await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
})

test.each([
  ['stop', /their programs go on.*Tell them yourself, or turn off/],
  ['cut', /stays connected\. To stop them, turn off/],
  ['ask', /not asked to stop\. Ask them yourself/],
] as const)('the table afterwards says it for level %s, also where its workspace is not on screen (F28)', async (level, words) => {
  const one = { links: 1, workspaces: 5, named: ['yard'] }
  await renderApp(<HaltPane />, createMockClient({ state: { ...fixtureState, halt: { ...fixtureHalt, level, beyond: one } } }))
  const about = await screen.findByRole('note')
  expect(about.textContent).toMatch(/^ 1 link in yard and 4 more workspaces is not in this table/)
  expect(about.textContent).toMatch(words)
})

test('the banner says that its table lacks links, and leads to the words about them (F28)', async () => {
  const halt = { ...fixtureHalt, beyond }
  const { store } = await renderApp(<HaltBanner />, createMockClient({ state: { ...fixtureState, halt } }))
  const about = await screen.findByRole('button', { name: '88 links not in the table' })
  expect(about.title).toMatch(/berth and yard.*nobody is told/)
  expect(screen.getByRole('alert').textContent).toMatch(/88 links not in the table\.$/)
  fireEvent.click(about)
  expect(store.getState().isHaltPane).toBe(true)
})

test('the table of Resume says where nothing is said (F28)', async () => {
  const client = createMockClient({ state: { ...fixtureState, halt: fixtureHalt } })
  client.on('halt.resumePreview', () => ok({ ...fixtureResumePreview, beyond }))
  const { store } = await opened(client)
  act(() => store.getState().openResume())
  expect((await screen.findByRole('note')).textContent).toMatch(/^ 88 links .* Nothing is said there\.$/)
})
