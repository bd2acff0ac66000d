import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { bodyEvent, fixtureEvents, messageEvent } from '../testing/fixtures.ts'
import { openTab, renderApp } from '../testing/test-render.tsx'
import type { Rendered } from '../testing/test-render.tsx'
import { FeedInspector } from './feed-inspector.tsx'

afterEach(cleanup)

async function opened(id: string, client = createMockClient()): Promise<Rendered> {
  const rendered = await renderApp(<FeedInspector />, client)
  await waitFor(() => expect(rendered.store.getState().feed.rows.length).toBeGreaterThan(0))
  act(() => rendered.store.getState().select(id))
  return rendered
}

test('says how to begin if nothing is selected', async () => {
  await renderApp(<FeedInspector />)
  expect(screen.getByText('Nothing selected')).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
})

test('details: parties under their names, source, times, raw, lint', async () => {
  const { container } = await opened('e000008')
  expect(container.querySelector('.kv')?.textContent).toContain('reviewer')
  expect(container.querySelector('.kv')?.textContent).toContain('you')
  expect(container.querySelector('.kv')?.textContent).toContain('as operator')
  expect(screen.getByText('.workplace/chat.md:8')).toBeTruthy()
  // It is cut where the pane is too narrow for it.
  expect(screen.getByTitle('declared: waiting for operator')).toBeTruthy()
  expect(screen.getByLabelText('Raw text').textContent).toMatch(/^\[reviewer-to-operator\] @ \[coder, orchestrator\]:/)
  await screen.findByText(/7 rules, no findings/)
})

test.each([
  ['writing', 'Answer in progress'],
  ['cut', 'Answer that was cut short'],
] as const)('details: an answer that is %s says so', async (state, title) => {
  const answer = bodyEvent(15, { kind: 'stream', id: 'a', conversation: 'team', from: 'coder', text: 'Half of', state })
  await opened(answer.id, createMockClient({ events: [...fixtureEvents, answer] }))
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
})

test('raw: the exact text with hidden characters named, the lines on disk, what changed', async () => {
  const client = createMockClient()
  client.on('events.source', () =>
    ok({ path: '.workplace/chat.md', firstLine: 12, lines: ['before', 'other now', 'after'], changed: true }),
  )
  await opened('e000013', client)
  openTab(/Raw/)
  expect((await screen.findByLabelText('Raw text')).querySelector('.ctrl')?.textContent).toBe('U+202E')
  await screen.findByText('changed since')
  const lines = screen.getByRole('list', { name: 'Lines on disk' })
  expect(lines.querySelector('.own')?.textContent).toBe('13other now')
})

test('raw: an unreadable source is a fault next to it', async () => {
  const client = createMockClient()
  client.on('events.source', () => fail('not-found', 'chat.md is not there any more.'))
  await opened('e000008', client)
  openTab(/Raw/)
  await screen.findByText('chat.md is not there any more.')
})

test('lint: every finding with rule, line and fix', async () => {
  const client = createMockClient()
  const finding = { rule: 'CH003', line: 8, severity: 'warning' as const, message: 'Nobody of this name is known.', fix: 'reviewer' }
  client.on('events.lint', () => ok({ rules: 7, findings: [finding] }))
  await opened('e000008', client)
  fireEvent.click(await screen.findByRole('button', { name: '1 finding' }))
  await screen.findByText('Nobody of this name is known.')
  expect(screen.getByText('CH003')).toBeTruthy()
  expect(screen.getByLabelText('Suggested fix').textContent).toBe('reviewer')
})

test('thread: messages that answer one another; a click shows one in the feed', async () => {
  const question = messageEvent(21, 'coder', 'reviewer', 'Which one?')
  const answer = messageEvent(22, 'reviewer', 'coder', 'The second', { replyTo: question.wireId, doubts: ['not sent from here'] })
  const between = messageEvent(23, 'coder', 'reviewer', 'Something else')
  const { store } = await opened(question.id, createMockClient({ events: [...fixtureEvents, question, answer, between] }))
  openTab(/Thread/)
  await screen.findByRole('tab', { name: 'Thread 2' })
  const said = await screen.findByText('The second', { selector: '.said' })
  expect(said.textContent).toContain('not sent from here')
  fireEvent.click(said)
  await waitFor(() => expect(store.getState().highlight).toBe(answer.id))
  act(() => store.getState().select(between.id))
  expect(screen.queryByRole('tab', { name: /Thread/ })).toBeNull()
})

test('the tab stays when the selection moves, and an answer for an older selection is dropped', async () => {
  const client = createMockClient()
  const answers = new Map<string, (lines: string[]) => void>()
  client.on(
    'events.source',
    ({ id }) =>
      new Promise((resolve) => {
        answers.set(id, (lines) => resolve(ok({ path: 'p', firstLine: 1, lines, changed: false })))
      }),
  )
  const { store } = await opened('e000006', client)
  openTab(/Raw/)
  await waitFor(() => expect(answers.has('e000006')).toBe(true))
  act(() => store.getState().select('e000007'))
  await waitFor(() => expect(answers.has('e000007')).toBe(true))
  answers.get('e000007')?.(['the new one'])
  await screen.findByText('the new one')
  answers.get('e000006')?.(['the old one'])
  await Promise.resolve()
  expect(screen.queryByText('the old one')).toBeNull()
})

test('a message without recipients is to everyone there', async () => {
  const open = bodyEvent(15, { kind: 'message', conversation: 'team', from: 'coder', to: [], observers: [], text: 'Good morning' })
  await opened(open.id, createMockClient({ events: [...fixtureEvents, open] }))
  expect(await screen.findByText('everyone there')).toBeTruthy()
})

test('an event that is not a message has no lint, no thread and no reply', async () => {
  const comment = bodyEvent(15, { kind: 'comment', text: '# x' })
  const { store } = await opened('e000006', createMockClient({ events: [...fixtureEvents, comment] }))
  act(() => store.getState().setFilter({ raw: true }))
  await waitFor(() => expect(store.getState().feed.rows).toHaveLength(15))
  act(() => {
    store.getState().setInspectorTab('thread')
    store.getState().select(comment.id)
  })
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Details', 'Raw'])
  expect(screen.queryByRole('button', { name: /Reply/ })).toBeNull()
  expect(screen.getByText('Not a message')).toBeTruthy()
})

test('a message of a link that takes none has no reply and no acknowledgement, but why not', async () => {
  const { store } = await opened('e000008')
  expect(screen.getByRole('button', { name: /^Reply/ })).toBeTruthy()
  act(() => store.setState({ protocols: store.getState().protocols.map((protocol) => ({ ...protocol, takesMessages: false })) }))
  expect(screen.queryByRole('button', { name: /^(Reply|Acknowledge)/ })).toBeNull()
  expect(screen.getByText('chat.md takes no messages.')).toBeTruthy()
})

test('the actions of the footer', async () => {
  const { client } = await opened('e000008')
  fireEvent.click(screen.getByRole('button', { name: 'Mark unread' }))
  await waitFor(() => expect(client.calls.at(-1)).toMatchObject({ method: 'conversations.markUnread', input: { event: 'e000008' } }))
  fireEvent.click(screen.getByRole('button', { name: /copy/ }))
  fireEvent.click(screen.getByRole('button', { name: /Acknowledge/ }))
  await waitFor(() => expect(client.calls.some((call) => call.method === 'messages.send')).toBe(true))
})
