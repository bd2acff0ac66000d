import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../../../core/fault.ts'
import { formatDraft } from '../../pure/draft.ts'
import { scuttlebotInfo } from '../../pure/config.ts'
import { fixtureNetwork } from '../board/board-fixtures.ts'
import { fixtureProtocol, fixtureState } from '../../../../renderer/features/testing/fixtures.ts'
import { draftOf, recipientsOf, whereOf } from '../../../../renderer/features/state/draft.ts'
import type { Rendered } from '../../../../renderer/features/testing/test-render.tsx'
import { renderApp } from '../testing.ts'
import { Composer } from '../../../../renderer/features/composer/composer.tsx'
import { createLinkClient, type LinkClient } from '../../../../renderer/features/testing/link-client.ts'

afterEach(cleanup)

const id = '01KAKZ4S9M2Q7T1VX8B3D6FHJN'
const prefix = { nick: 'operator', user: 'u', host: 'h' }

/** Chat and one IRC network; previews are made by the protocol itself. */
async function show(client: LinkClient = createLinkClient(fixtureNetwork('l5', 'libera'))): Promise<Rendered> {
  client.on('protocols.list', () => ok([fixtureProtocol, scuttlebotInfo]))
  client.on('messages.preview', ({ draft }) => formatDraft(draft, { prefix, id, nickOf: (name) => name }))
  const rendered = await renderApp(<Composer />, client)
  fireEvent.change(await screen.findByLabelText('Link'), { target: { value: 'l5' } })
  await screen.findByLabelText('Channel')
  return rendered
}
const to = (): HTMLElement => screen.getByRole('combobox', { name: 'To' })
const address = (name: string): void => {
  fireEvent.change(to(), { target: { value: name } })
  fireEvent.keyDown(to(), { key: ',' })
}
const text = (label = 'Message'): HTMLTextAreaElement => screen.getByRole('textbox', { name: label })
const wire = async (): Promise<string | null> => (await screen.findByLabelText('Text that will be written')).textContent
const sent = (client: LinkClient): unknown => client.calls.findLast((call) => call.method === 'messages.send')?.input

test('several recipients in a channel, the agents they reach now, and the line with its size against the limit', async () => {
  const client = createLinkClient(fixtureNetwork('l5', 'libera'))
  client.answer('reach', () => ({ here: ['coder', 'tester'], gone: ['scout'], unknown: ['@codx-*'] }))
  const { store } = await show(client)
  fireEvent.focus(to())
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toContain('@workerstype worker')
  address('@workers')
  address('coder')
  expect(recipientsOf(store.getState())).toEqual(['@workers', 'coder'])
  const reach = await screen.findByRole('group', { name: 'Reach' })
  expect(reach.textContent).toContain('2 now')
  expect(reach.textContent).toContain('offline: scout')
  expect(reach.textContent).toContain('no match for “@codx-*”')
  fireEvent.change(text(), { target: { value: 'look at the gate' } })
  await waitFor(async () => expect(await wire()).toBe('PRIVMSG #general :@worker @coder look at the gate'))
  expect(screen.getByText(/^\d+ of \d{3} B$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'cc' })).toBeNull()
  expect(screen.queryByText(/^as /)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /Send/ }))
  await waitFor(() => expect(sent(client)).toMatchObject({ source: 'l5', draft: { to: ['@workers', 'coder'], where: '#general' } }))
})

test('one nick gets a private message, and several need a channel', async () => {
  const { store } = await show()
  address('coder')
  expect(whereOf(store.getState())).toBe('')
  fireEvent.change(text(), { target: { value: 'hi' } })
  await waitFor(async () => expect(await wire()).toBe('PRIVMSG coder :hi'))
  fireEvent.change(screen.getByLabelText('Channel'), { target: { value: '#ops' } })
  await waitFor(async () => expect(await wire()).toBe('PRIVMSG #ops :@coder hi'))
})

test('a new task has its form: the text is its title, and missing fields are shown', async () => {
  const client = createLinkClient(fixtureNetwork('l5', 'libera'))
  await show(client)
  address('@workers')
  fireEvent.change(screen.getByLabelText('Kind of message'), { target: { value: 'task.create' } })
  fireEvent.change(screen.getByLabelText('Assignee'), { target: { value: 'coder' } })
  client.on('messages.send', ({ draft }) => {
    const made = formatDraft(draft, { prefix, id, nickOf: (name) => name })
    return made.ok ? ok({ id, workspace: 'w1', source: 'l5', draft, wire: made.value.wire, state: 'sent', at: 0 }) : made
  })
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /Send/ }))
  await screen.findByText('Title is missing.')
  fireEvent.change(text('Title'), { target: { value: 'Raise clock skew' } })
  await waitFor(async () => expect(await wire()).toContain('"to":["@workers"]'))
  expect(await wire()).toContain('"payload":{"assignee":"coder","title":"Raise clock skew"}')
  fireEvent.click(screen.getByRole('button', { name: /Send/ }))
  await waitFor(() =>
    expect(sent(client)).toMatchObject({
      draft: { label: 'task.create', data: { assignee: 'coder' }, text: 'Raise clock skew', where: '#general' },
    }),
  )
  await waitFor(() => expect(screen.getByLabelText('Kind of message')).toHaveProperty('value', ''))
  expect(text().value).toBe('')
})

test('a custom type takes JSON, and reports invalid JSON', async () => {
  const { client, store } = await show()
  const kind = screen.getByLabelText<HTMLSelectElement>('Kind of message')
  fireEvent.change(kind, { target: { value: [...kind.options].at(-1)?.value } })
  fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'myorg.alert.fired' } })
  const payload = screen.getByRole('textbox', { name: 'Payload' })
  fireEvent.change(payload, { target: { value: '{"level":' } })
  await screen.findByText(/^The payload .* JSON/)
  expect(payload.getAttribute('aria-invalid')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: /Send/ }))
  await waitFor(() => expect(draftOf(store.getState()).fault?.field).toBe('data'))
  expect(client.calls.some((call) => call.method === 'messages.send')).toBe(false)
  fireEvent.change(payload, { target: { value: '{"level":"high","__proto__":1}' } })
  await waitFor(async () => expect(await wire()).toContain('"type":"myorg.alert.fired"'))
  expect(await wire()).toContain('"payload":{"level":"high","__proto__":1}')
})

test('a kind without text hides the field and keeps its contents', async () => {
  await show()
  fireEvent.change(text(), { target: { value: 'keep me' } })
  fireEvent.change(screen.getByLabelText('Kind of message'), { target: { value: 'agent.bye' } })
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  await waitFor(async () => expect(await wire()).toContain('"type":"agent.bye"'))
  expect(await wire()).not.toContain('keep me')
  fireEvent.change(screen.getByLabelText('Kind of message'), { target: { value: '' } })
  expect(text().value).toBe('keep me')
})

test('a text that does not fit one line reports both sizes; line breaks have a fix', async () => {
  await show()
  fireEvent.change(screen.getByLabelText('Channel'), { target: { value: '#general' } })
  fireEvent.change(text(), { target: { value: 'x'.repeat(600) } })
  expect((await screen.findByRole('alert')).textContent).toMatch(/has 600 bytes; a line to \S+ has room for \d+/)
  fireEvent.change(text(), { target: { value: 'two\nlines' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Use “two lines”' }))
  expect(text().value).toBe('two lines')
})

test('a message goes to the channel on screen, to everyone there', async () => {
  const network = fixtureNetwork('l5', 'libera')
  const client = createLinkClient(network)
  const conversation = {
    id: 'l5|#ops',
    source: 'l5',
    protocol: 'scuttlebot',
    key: '#ops',
    topic: '#Ops',
    count: 1,
    unread: 0,
    lastOrd: 1,
    lastAt: 1,
  }
  client.setState({ conversations: [...fixtureState.conversations, { ...conversation, members: ['coder', 'operator'] }] })
  const { store } = await show(client)
  store.getState().setFilter({ conversation: 'l5|#ops' })
  await waitFor(() => expect(whereOf(store.getState())).toBe('#Ops'))
  expect(recipientsOf(store.getState())).toEqual([])
})
