import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureEvents, fixtureInfo } from '../testing/fixtures.ts'
import { renderApp, type Rendered } from '../testing/test-render.tsx'
import { Visit } from './visit.tsx'
import { visitOverlay } from '../overlays.ts'

const open = vi.fn<typeof window.open>(() => null)
beforeEach(() => {
  open.mockClear()
  vi.stubGlobal('open', open)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = async (url: string, text: string, shell: 'browser' | 'electron' = 'browser'): Promise<Rendered> => {
  const client = createMockClient({ handlers: { 'app.info': () => ok({ ...fixtureInfo, shell }) } })
  const rendered = await renderApp(<Visit />, client)
  rendered.store.getState().setOverlay(visitOverlay({ url, text, ...(fixtureEvents[10] ? { from: fixtureEvents[10] } : {}) }))
  await screen.findByRole('dialog')
  return rendered
}

test('shows the real host and says that the text names another', async () => {
  await show('https://docs.tidepoo1.example/migrate\u200B', 'tidepool.example/migrate')
  expect(screen.getByText('docs.tidepoo1.example')).toBeTruthy()
  expect(screen.getByText('different from the host in the text')).toBeTruthy()
  expect(screen.getByLabelText('Full address').textContent).toBe('https://docs.tidepoo1.example/migrateU+200B')
  expect(document.activeElement?.textContent).toContain('Cancel')
  expect(screen.getByRole('dialog').textContent).toContain('docs')
})
test('the browser shell opens a tab that cannot reach back', async () => {
  const { store, client } = await show('https://tidepool.example/a', 'the guide')
  fireEvent.click(screen.getByRole('button', { name: 'Open this host' }))
  expect(open).toHaveBeenCalledExactlyOnceWith('https://tidepool.example/a', '_blank', 'noopener,noreferrer')
  await waitFor(() => expect(store.getState().overlay).toBeUndefined())
  expect(client.calls.some((call) => call.method === 'links.visit')).toBe(false)
})
test('the desktop window leaves it to the shell, and a refusal stays on screen', async () => {
  const { store, client } = await show('https://tidepool.example/a', 'the guide', 'electron')
  client.on('links.visit', () => fail('not-allowed', 'Only http and https.'))
  fireEvent.click(screen.getByRole('button', { name: 'Open this host' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Only http and https.')
  expect(open).not.toHaveBeenCalled()
  client.on('links.visit', () => ok({}))
  fireEvent.click(screen.getByRole('button', { name: 'Open this host' }))
  await waitFor(() => expect(store.getState().overlay).toBeUndefined())
})
test.each(['javascript:alert(1)', 'file:///etc/passwd'])('%s has no way to be opened', async (url) => {
  await show(url, 'click me')
  expect(screen.getByText('This link cannot be opened')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Open this host' })).toBeNull()
})
