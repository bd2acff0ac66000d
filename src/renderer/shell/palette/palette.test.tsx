import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../../core/fault.ts'
import { createMockClient } from '../../features/testing/client-mock.ts'
import { fixtureAgents, fixtureEvents, fixtureNow, fixtureState } from '../../features/testing/fixtures.ts'
import type { Rendered } from '../../features/testing/test-render.tsx'
import { renderApp } from '../testing.ts'
import { Palette } from './palette.tsx'
import { paletteOverlay } from '../../features/overlays.ts'

afterEach(cleanup)

const show = async (env: Parameters<typeof renderApp>[2] = {}): Promise<Rendered> => {
  const rendered = await renderApp(<Palette />, createMockClient(), env)
  rendered.store.getState().setOverlay(paletteOverlay({}))
  await screen.findByText('in tidepool')
  return rendered
}
const field = (): HTMLElement => screen.getByRole('combobox')
const type = (value: string): boolean => fireEvent.change(field(), { target: { value } })
const dark = (): HTMLElement | null => screen.queryByRole('option', { name: /Dark theme/ })
const marked = (): string | undefined => document.querySelector('[cmdk-item][aria-selected=true]')?.textContent ?? undefined

test('groups results, underlines the match and counts everything', async () => {
  await show()
  type('clock')
  expect(await screen.findByText('5 found in 9 ms')).toBeTruthy()
  expect([...document.querySelectorAll('mark')].every((mark) => mark.textContent.toLowerCase() === 'clock')).toBe(true)
  expect(screen.getByText('All 5 messages with “clock”')).toBeTruthy()
})
test('Enter runs the marked command and closes', async () => {
  const { store } = await show()
  type('compact')
  await waitFor(() => expect(marked()).toContain('Compact rows'))
  fireEvent.keyDown(field(), { key: 'Enter' })
  await waitFor(() => expect(store.getState().settings.density).toBe('compact'))
  expect(store.getState().overlay).toBeUndefined()
})
test('commands follow the state while the palette is open', async () => {
  let now = fixtureNow
  const { store } = await show({ now: () => (now += 1_000) })
  type('dark')
  await screen.findByText(/found in/)
  expect(dark()).not.toBeNull()
  act(() => store.setState(({ settings }) => ({ settings: { ...settings, theme: 'dark' } })))
  await waitFor(() => expect(dark()).toBeNull())
})
test.each([
  ['stop', 'Halt'],
  ['connections', 'Links'],
  ['preferences', 'Settings'],
])('a command is found by other words, too: %s', async (words, label) => {
  await show()
  type(words)
  await screen.findByText(/found in/)
  const first = document.querySelector('[cmdk-group] [cmdk-item]')
  expect(first?.textContent).toMatch(new RegExp(`^${label}`))
})
test('Tab moves to the next group and wraps around', async () => {
  await show()
  type('co')
  await screen.findByText(/found in/)
  const seen: (string | undefined)[] = []
  for (let step = 0; step < 3; step++) {
    fireEvent.keyDown(field(), { key: 'Tab' })
    seen.push(marked())
  }
  expect(new Set(seen).size).toBe(3)
  fireEvent.keyDown(field(), { key: 'Tab', shiftKey: true })
  expect(marked()).toBe(seen[1])
})
test('an agent shows its messages', async () => {
  const { store } = await show()
  type('gemini')
  fireEvent.click(await screen.findByText('lost'))
  expect(store.getState().filter).toEqual({ agent: 'gemini' })
})
test('an agent has its status in words, and not the id of its task', async () => {
  const status = { word: 'waiting', evidence: 'declared', said: 'waiting for Tester', on: 'Tester' } as const
  const agents = fixtureAgents.map((agent) => (agent.name === 'coder' ? { ...agent, status, task: '01KAKXR0M3V5T8Q2N7Y4WBD6QZ' } : agent))
  const { store } = await renderApp(<Palette />, createMockClient({ state: { ...fixtureState, agents } }))
  store.getState().setOverlay(paletteOverlay({}))
  await screen.findByText('in tidepool')
  type('coder')
  const word = await screen.findByText('waiting for Tester')
  expect(word.closest('[cmdk-item]')?.textContent).toMatch(/^coder\s*waiting for Tester/)
  expect(document.body.textContent).not.toContain('01KAKXR0M3V5T8Q2N7Y4WBD6QZ')
})
test('a message opens in its context', async () => {
  const { store } = await show()
  type('quarantined')
  fireEvent.click(await screen.findByText((_, element) => element?.className === 'anchor' && element.textContent === 'chat.md:4'))
  await waitFor(() => expect(store.getState().highlight).toBe('e000004'))
})
test('Ctrl Enter opens the full search with the same words', async () => {
  const { store } = await show()
  type('clock')
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
  expect(store.getState().overlay).toEqual({ kind: 'search', query: 'clock' })
})
test('commands that cannot run are not offered', async () => {
  const { store } = await show()
  store.getState().select(undefined)
  type('acknowledge')
  await waitFor(() => expect(screen.queryByText('found', { exact: false })).toBeTruthy())
  expect(document.querySelector('[data-value="message.acknowledge"]')).toBeNull()
})
test('says when nothing is found', async () => {
  await show()
  type('zzzz')
  expect(await screen.findByText('No matching commands, names or messages')).toBeTruthy()
})

test('a message that was found by its sender is underlined there', async () => {
  const client = createMockClient()
  const event = fixtureEvents.find(({ body }) => body.kind === 'message' && body.from === 'reviewer')
  if (event === undefined) throw new Error('no message')
  client.on('feed.search', () => ok({ hits: [{ event, matches: [] }], total: 1, totalIsExact: true, hasMore: false, ms: 1 }))
  const { store } = await renderApp(<Palette />, client)
  store.getState().setOverlay(paletteOverlay({}))
  await screen.findByText('in tidepool')
  type('review')
  await screen.findByText('1 message with “review”')
  expect(document.querySelector('.says mark')?.textContent).toBe('review')
})
