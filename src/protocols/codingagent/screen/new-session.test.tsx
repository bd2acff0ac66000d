import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { createHomeClient, fixtureHome } from './session-fixtures.ts'
import { fixtureLink, fixtureState } from '../../../renderer/features/testing/fixtures.ts'
import type { Rendered } from '../../../renderer/features/testing/test-render.tsx'
import { renderApp } from './testing.ts'
import { NewSession } from './new-session.tsx'
import { newSessionOverlay } from './overlays.ts'

afterEach(cleanup)

async function show(answer: (input: never) => unknown): Promise<Rendered> {
  const rendered = await renderApp(<NewSession />, createHomeClient({ new: answer }))
  rendered.store.getState().setOverlay(newSessionOverlay({}))
  return rendered
}
const task = (): HTMLElement => screen.getByRole('textbox', { name: 'Task' })
const folder = (): HTMLElement => screen.getByRole('textbox', { name: 'Folder' })
const begin = (): boolean => fireEvent.click(screen.getByRole('button', { name: 'Start session' }))

test('a session needs a task: the field says so and takes the focus, and nothing is sent', async () => {
  const { client } = await show(() => ({ session: '0000000a' }))
  begin()
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a task.')
  await waitFor(() => expect(document.activeElement).toBe(task()))
  expect(task().getAttribute('aria-invalid')).toBe('true')
  expect(client.calls.filter((call) => call.method === 'links.call')).toEqual([])
})

test('a refusal by the core is shown at its field, and the input stays', async () => {
  await show(() => fail('not-found', 'There is no folder api.', { field: 'workspace', fix: 'app' }))
  fireEvent.change(task(), { target: { value: 'Add memory keys' } })
  fireEvent.change(folder(), { target: { value: 'api' } })
  begin()
  expect((await screen.findByRole('alert')).textContent).toContain('There is no folder api.')
  await waitFor(() => expect(document.activeElement).toBe(folder()))
  fireEvent.click(screen.getByRole('button', { name: 'Use “app”' }))
  expect(folder()).toHaveProperty('value', 'app')
  expect(task()).toHaveProperty('value', 'Add memory keys')
})

test('the new session is opened on screen, in the chosen home', async () => {
  const client = createHomeClient({ new: () => ({ session: '0000000a' }) })
  const home = { ...fixtureLink, id: 'l8', protocol: 'codingagent', name: 'second home' }
  const copied: string[] = []
  const { store } = await renderApp(<NewSession />, client, {
    copy: (text) => {
      copied.push(text)
      return Promise.resolve(ok(undefined))
    },
  })
  const links = [...(store.getState().state?.links ?? fixtureState.links), home]
  client.setState({
    links,
    views: [
      { link: 'l9', view: fixtureHome },
      { link: 'l8', view: { ...fixtureHome, workspace: '/home/mira/api' } },
    ],
  })
  store.getState().setOverlay(newSessionOverlay({}))
  fireEvent.change(await screen.findByRole('combobox', { name: 'Home' }), { target: { value: 'l8' } })
  expect(folder().getAttribute('placeholder')).toBe('/home/mira/api')
  fireEvent.change(task(), { target: { value: '  Add memory keys\n' } })
  fireEvent.keyDown(task(), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(store.getState().pasteItem).toEqual({ link: 'l8', id: '0000000a' }))
  expect(store.getState().view).toBe('paste')
  expect(store.getState().overlay).toBeUndefined()
  await waitFor(() => expect(store.getState().toasts[0]?.text).toBe('Session started, outbox 1 copied'))
  expect(client.calls.flatMap(({ method, input }) => (method === 'links.call' ? [input] : []))).toEqual([
    { link: 'l8', method: 'new', input: { task: 'Add memory keys' } },
    { link: 'l8', method: 'outbox', input: { session: '0000000a', sequence: 1 } },
    { link: 'l8', method: 'copied', input: { session: '0000000a', sequence: 1 } },
  ])
  expect(copied).toEqual(['outbox'])
})
