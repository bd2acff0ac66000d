import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Pin } from 'lucide-react'
import { afterEach, expect, test, vi } from 'vitest'
import { fail } from '../../../core/fault.ts'
import type { Need } from '../../../core/need.ts'
import type { AppCommand } from '../screen.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureDesk, fixtureNeeds } from '../testing/desk-fixtures.ts'
import { conversationsFrom, fixtureAgents, fixtureEvents, fixtureNow, fixtureState, fixtureWorkspace } from '../testing/fixtures.ts'
import { TestKeys } from '../testing/screen-parts.tsx'
import { renderApp } from '../testing/test-render.tsx'
import { statusAge } from './agent-section.tsx'
import { ConversationList } from './conversation-list.tsx'
import { listCommands } from './list-commands.ts'

afterEach(cleanup)

const region = (section: string): HTMLElement => screen.getByRole('region', { name: section })
const agentNames = (): string[] =>
  within(within(region('Agents')).getByRole('list', { name: 'Agents' }))
    .getAllByRole('button')
    .map((row) => row.textContent)
const lines = (): string[] =>
  within(screen.getByRole('tree', { name: 'Conversations' }))
    .getAllByRole('treeitem')
    .map((row) => row.textContent)
const line = (id: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-row="${id}"]`)
  if (found === null) throw new Error(`no line ${id}`)
  return found
}

const press = (key: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key, code: 'any' })

test('lists everything, links and pairs with unread counts', async () => {
  const { store } = await renderApp(<ConversationList />)
  act(() => store.getState().setView('feed'))
  await screen.findByTitle(/operator⇄tester/)
  expect(lines().slice(0, 4)).toEqual([
    'Everything3 unread',
    'For you1 unread',
    'CHchat.md3 unreadof 9 conversations',
    'CHoperator⇄tester1 unread',
  ])
  expect(line('everything').getAttribute('aria-current')).toBe('true')
  fireEvent.click(line('l1|coder⇄reviewer'))
  expect(store.getState().filter).toEqual({ conversation: 'l1|coder⇄reviewer' })
  fireEvent.click(line('l1'))
  expect(store.getState().filter).toEqual({ source: 'l1' })
})

test('Escape clears the field above the list, then leaves it for the main pane', async () => {
  await renderApp(
    <>
      <ConversationList />
      <main className="pane" tabIndex={-1} />
    </>,
  )
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: /^Find a conversation/ })
  field.focus()
  fireEvent.change(field, { target: { value: 'coder' } })
  press('Escape')
  expect([field.value, document.activeElement]).toEqual(['', field])
  press('Escape')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('of a link, conversations with unread messages are counted, as in the number beside it', async () => {
  const { client } = await renderApp(<ConversationList />)
  await screen.findByTitle(/operator⇄tester/)
  act(() => client.setState({ conversations: conversationsFrom(fixtureEvents, 3).map((one) => ({ ...one, unread: one.unread * 4 })) }))
  await screen.findByText('12')
  expect(line('l1').textContent).toBe('CHchat.md3 unreadof 9 conversations')
})

test('lists agents by need, without the operator; age and word show the evidence', async () => {
  const { store } = await renderApp(<ConversationList />)
  await screen.findByText('reviewer')
  const rows = agentNames()
  expect(rows).toHaveLength(fixtureAgents.length - 1)
  expect(rows.slice(0, 2).map((row) => /lost|waiting/.exec(row)?.[0])).toEqual(['lost', 'waiting'])
  expect(rows.at(-1)).toMatch(/^scoutstatus unknown, wrote\d+\u00a0[mh]$/)
  fireEvent.click(screen.getByText('coder'))
  expect(store.getState().filter).toEqual({ agent: 'coder' })
})

/** As a protocol's command for the place on screen has it. */
const showPlace: AppCommand = { id: 'place', group: 'Message', label: 'Show', icon: Pin, keys: ['p'], run: (state) => state.showPlace() }
const commands = [...listCommands, showPlace]

test('what needs you has the outline of its evidence: a guess is dotted', async () => {
  const [guess] = fixtureNeeds
  const declared = { ...guess, id: 'declared', row: { ...guess?.row, debt: { ...guess?.row?.debt, evidence: 'declared' } } } as Need
  await renderApp(
    <ConversationList />,
    createMockClient({ state: { ...fixtureState, desk: { ...fixtureDesk, needs: [guess as Need, declared] } } }),
  )
  const marks = (await screen.findAllByTitle(guess?.text ?? '')).map((row) => row.querySelector('.g [stroke-dasharray]'))
  expect(marks).toEqual([expect.anything(), null])
})

test('the keyboard moves through the tree, folds, shows and pins', async () => {
  const { store } = await renderApp(
    <>
      <TestKeys commands={commands} />
      <ConversationList />
    </>,
  )
  const shown = vi.spyOn(store.getState(), 'showPlace')
  await screen.findByTitle(/operator⇄tester/)
  line('everything').focus()
  press('ArrowDown')
  press('ArrowDown')
  expect(document.activeElement).toBe(line('l1'))
  press('ArrowLeft')
  expect(line('l1').getAttribute('aria-expanded')).toBe('false')
  expect(lines().some((each) => each.includes('⇄'))).toBe(false)
  press('ArrowRight')
  press('ArrowDown')
  expect(document.activeElement).toBe(line('l1|operator⇄tester'))
  press('Enter')
  expect(store.getState().filter).toEqual({ conversation: 'l1|operator⇄tester' })
  press('End')
  press('p')
  const last = document.activeElement?.getAttribute('data-row') ?? ''
  await waitFor(() => expect(store.getState().settings.pinned).toEqual([last]))
  expect(lines()[2]).toContain('pinned')
  press('p')
  await waitFor(() => expect(store.getState().settings.pinned).toEqual([]))
  // A key of what has the focus goes before the same key of what is on screen.
  expect(shown).not.toHaveBeenCalled()
  line('l1').focus()
  press('p')
  expect(store.getState().settings.pinned).toEqual([])
  expect(shown).toHaveBeenCalledTimes(1)
})

test('a section folds to its heading, which keeps counting; the border of the agents can be moved and stays', async () => {
  const { store } = await renderApp(<ConversationList />)
  await screen.findByText('reviewer')
  const border = screen.getByRole('separator', { name: 'Height of the agent list' })
  expect(border.getAttribute('aria-valuenow')).toBe('34')
  fireEvent.keyDown(border, { key: 'ArrowUp' })
  await waitFor(() => expect(store.getState().settings.agentsHeight).toBe(38))
  expect(region('Agents').style.flexBasis).toBe('38%')
  fireEvent.doubleClick(border)
  await waitFor(() => expect(store.getState().settings.agentsHeight).toBe(0))
  fireEvent.click(within(region('Agents')).getByRole('button', { name: /^Agents/ }))
  expect(within(region('Agents')).queryByRole('list')).toBeNull()
  expect(region('Agents').textContent).toMatch(/1 waiting/)
  expect(screen.queryByRole('separator')).toBeNull()
})

test('an agent that waits says for whom, apart from the word that may be left out, and in its title', async () => {
  const coder = fixtureAgents.filter((agent) => agent.name === 'coder')
  const agents = coder.map((agent) => ({ ...agent, status: { ...agent.status, word: 'waiting', on: 'Tester', said: 'idle' } as const }))
  await renderApp(<ConversationList />, createMockClient({ state: { ...fixtureState, agents } }))
  const row = await within(region('Agents')).findByRole('button', { name: /coder waiting for Tester/ })
  expect(row.title).toBe('coder: waiting for Tester (idle)')
  expect([...row.querySelectorAll('.word > *')].map((part) => part.textContent)).toEqual(['waiting', 'for Tester'])
})

test('an agent that waits for the operator waits for you, not for an agent of that name', async () => {
  const coder = fixtureAgents.filter((agent) => agent.name === 'coder')
  const state = {
    ...fixtureState,
    agents: coder.map((agent) => ({ ...agent, status: { ...agent.status, word: 'waiting', on: 'mira', isOnOperator: true } as const })),
  }
  await renderApp(<ConversationList />, createMockClient({ state }))
  await within(region('Agents')).findByRole('button', { name: /coder waiting for you/ })
})

test('an inferred age is marked; for an unknown status only the last message has one', () => {
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

test('nothing moves under the pointer', async () => {
  const { client } = await renderApp(<ConversationList />)
  await screen.findByTitle(/operator⇄tester/)
  const before = lines()
  const list = region('Conversations').parentElement as HTMLElement
  fireEvent.pointerEnter(list)
  const moved = conversationsFrom(fixtureEvents, 3).map((one) =>
    one.key === 'coder⇄orchestrator' ? { ...one, lastAt: one.lastAt + 1e9 } : one,
  )
  act(() => client.setState({ conversations: moved }))
  expect(lines()).toEqual(before)
  fireEvent.pointerLeave(list)
  expect(lines()[3]).toBe('CHcoder⇄orchestrator')
})

test('the field above filters both sections, and Escape clears it', async () => {
  await renderApp(<ConversationList />)
  await screen.findByTitle(/operator⇄tester/)
  const field = screen.getByRole('searchbox', { name: /Find a conversation or agent/ })
  fireEvent.change(field, { target: { value: 'GEMINI' } })
  expect(agentNames()).toHaveLength(1)
  expect(lines()).toHaveLength(4)
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(agentNames().length).toBeGreaterThan(1)
})

test('unread conversations below the edge are counted, and one press scrolls there', async () => {
  const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const isBelow = this instanceof HTMLElement && this.dataset['row'] === 'l1|operator⇄tester'
    return { top: isBelow ? 500 : 0, bottom: isBelow ? 520 : 100 } as DOMRect
  })
  const { client } = await renderApp(<ConversationList />)
  await screen.findByTitle(/operator⇄tester/)
  act(() => client.setState({ conversations: conversationsFrom(fixtureEvents, 3).map((one) => ({ ...one, unread: one.unread * 2 })) }))
  const below = await screen.findByRole('button', { name: '2 unread below' })
  const scrolled = vi.spyOn(line('l1|operator⇄tester'), 'scrollIntoView').mockReturnValue()
  fireEvent.click(below)
  expect(scrolled).toHaveBeenCalled()
  rect.mockRestore()
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
