import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail } from '../../../core/fault.ts'
import { createMockClient } from '../../app/client-mock.ts'
import { conversationsFrom, fixtureAgents, fixtureEvents, fixtureNow, fixtureState, fixtureWorkspace } from '../../app/fixtures.ts'
import { renderApp } from '../../app/test-render.tsx'
import { statusAge } from './agent-section.tsx'
import { ConversationList } from './conversation-list.tsx'

afterEach(cleanup)

const names = (section: string): string[] =>
  within(screen.getByRole('region', { name: section }))
    .getAllByRole('button')
    .map((row) => row.textContent)

test('lists everything, links and pairs with what is unread', async () => {
  const { store } = await renderApp(<ConversationList />)
  await screen.findByTitle(/operator⇄tester/)
  expect(names('Conversations').slice(0, 3)).toEqual(['Everything3 unread', 'CHchat.md3 unread', 'operator⇄tester1 unread'])
  expect(screen.getByRole('button', { name: /Everything/ }).getAttribute('aria-current')).toBe('true')
  fireEvent.click(screen.getByTitle(/coder⇄reviewer/))
  expect(store.getState().filter).toEqual({ conversation: 'l1|coder⇄reviewer' })
  fireEvent.click(screen.getByRole('button', { name: /chat\.md/ }))
  expect(store.getState().filter).toEqual({ source: 'l1' })
})

test('lists agents by what they do, without the operator; age and word say how it is known', async () => {
  const { store } = await renderApp(<ConversationList />)
  await screen.findByText('reviewer')
  const rows = names('Agents')
  expect(rows).toHaveLength(fixtureAgents.length - 1)
  expect(rows[0]).toMatch(/^reviewerwaiting/)
  expect(rows.at(-1)).toBe('scoutstatus unknown, wrote8\u00a0m')
  fireEvent.click(screen.getByText('coder'))
  expect(store.getState().filter).toEqual({ agent: 'coder' })
})

test('an inferred age is marked; of an unknown status only the last message has one', () => {
  const [coder] = fixtureAgents.filter((agent) => agent.name === 'coder')
  if (coder === undefined) throw new Error('no coder')
  expect(statusAge(coder, fixtureNow)).toBe('14\u00a0m')
  expect(statusAge({ ...coder, status: { ...coder.status, evidence: 'inferred' } }, fixtureNow)).toBe('~14\u00a0m')
  const unknown = { ...coder, status: { word: '?', evidence: 'unknown', said: '', since: 1 } } as const
  expect(statusAge({ ...unknown, lastSeen: fixtureNow - 180_000 }, fixtureNow)).toBe('3\u00a0m')
  const { lastSeen: _seen, ...silent } = unknown
  expect(statusAge(silent, fixtureNow)).toBe('')
  expect(statusAge({ ...coder, status: { word: 'idle', evidence: 'declared', said: 'idle' } }, fixtureNow)).toBe('–')
})

test('nothing changes place under the pointer', async () => {
  const { client } = await renderApp(<ConversationList />)
  await screen.findByTitle(/operator⇄tester/)
  const before = names('Conversations')
  const list = screen.getByRole('region', { name: 'Conversations' }).parentElement as HTMLElement
  fireEvent.pointerEnter(list)
  const moved = conversationsFrom(fixtureEvents, 3).map((one) =>
    one.key === 'coder⇄orchestrator' ? { ...one, lastAt: one.lastAt + 1e9 } : one,
  )
  act(() => client.setState({ conversations: moved }))
  expect(names('Conversations')).toEqual(before)
  fireEvent.pointerLeave(list)
  expect(names('Conversations')[2]).toBe('coder⇄orchestrator')
})

test('the filter field narrows both lists and goes with Escape', async () => {
  await renderApp(<ConversationList />)
  await screen.findByTitle(/operator⇄tester/)
  fireEvent.click(screen.getByRole('button', { name: 'Filter the list' }))
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: 'GEMINI' } })
  expect(names('Agents')).toHaveLength(1)
  expect(names('Conversations')).toHaveLength(3)
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(names('Agents').length).toBeGreaterThan(1)
})

test('a very long list shows its beginning, and all on request', async () => {
  const [one] = conversationsFrom(fixtureEvents, 0)
  if (one === undefined) throw new Error('no conversation')
  const conversations = Array.from({ length: 150 }, (_, index) => ({ ...one, id: `l1|k${index}`, key: `pair ${index}` }))
  await renderApp(
    <ConversationList />,
    createMockClient({ state: { ...fixtureState, conversations, more: { conversations: 1_200, agents: 0 } } }),
  )
  await screen.findByText('pair 0')
  expect(screen.queryByText('pair 149')).toBeNull()
  expect(screen.getByText(/1,200 older ones are not listed/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show all 150' }))
  expect(screen.getByText('pair 149')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(screen.queryByText('pair 149')).toBeNull()
})

test('what is unread or shown stays in a long list; conversations of a removed link stand by themselves', async () => {
  const [one] = conversationsFrom(fixtureEvents, 0)
  if (one === undefined) throw new Error('no conversation')
  const conversations = Array.from({ length: 30 }, (_, index) => ({
    ...one,
    id: `l1|k${index}`,
    key: `pair ${index}`,
    lastAt: -index,
    unread: index === 20 ? 2 : 0,
  }))
  const gone = { ...one, id: 'gone|k', source: 'gone', key: 'left over' }
  const { store } = await renderApp(
    <ConversationList />,
    createMockClient({ state: { ...fixtureState, conversations: [...conversations, gone] } }),
  )
  await screen.findByText('pair 20')
  expect(screen.getByText('pair 9')).toBeTruthy()
  expect(screen.queryByText('pair 10')).toBeNull()
  act(() => store.getState().setFilter({ conversation: 'l1|k25' }))
  expect(screen.getByText('pair 25')).toBeTruthy()
  expect(screen.getByRole('button', { name: /left over/ }).textContent).toBe('CHleft over')
})

test('the workspace menu opens recent folders and says why one cannot be opened', async () => {
  const client = createMockClient()
  client.on('workspaces.list', () => ({
    ok: true,
    value: [fixtureWorkspace, { ...fixtureWorkspace, id: 'w2', name: 'harbour', path: '/srv/harbour', openedAt: 1 }],
  }))
  const { store } = await renderApp(<ConversationList />, client)
  client.on('workspaces.open', () => fail('not-found', '/srv/harbour is not there any more.'))
  const trigger = screen.getByRole('button', { name: 'Workspace tidepool' })
  fireEvent.keyDown(trigger, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: /harbour/ }))
  await screen.findByText('/srv/harbour is not there any more.')
  fireEvent.keyDown(trigger, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Open a folder…' }))
  expect(store.getState().overlay).toEqual({ kind: 'folder' })
})
