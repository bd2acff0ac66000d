import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail } from '../../../core/fault.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureLink, fixtureState, fixtureWorkspace } from '../testing/fixtures.ts'
import { draftOf, recipientsOf, sourceOf } from '../state/draft.ts'
import { renderApp } from '../testing/test-render.tsx'
import { Composer } from './composer.tsx'
import { OperatorQuestion } from './operator-question.tsx'

afterEach(cleanup)

const to = (): HTMLElement => screen.getByRole('combobox', { name: 'To' })
const text = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Message' })

test('chooses a known agent with the arrow keys and shows the exact text before it is sent', async () => {
  const { client, store } = await renderApp(<Composer />)
  fireEvent.focus(to())
  fireEvent.change(to(), { target: { value: 'cod' } })
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([expect.stringContaining('coder')])
  fireEvent.keyDown(to(), { key: 'ArrowDown' })
  expect(to().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id)
  fireEvent.keyDown(to(), { key: 'Enter' })
  expect(recipientsOf(store.getState())).toEqual(['coder'])
  fireEvent.change(text(), { target: { value: 'go on\nplease' } })
  const preview = await screen.findByLabelText('Text that will be written')
  expect(preview.textContent).toBe('[operator-to-coder]: go on\n  please')
  expect(screen.getByText('36 B')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /Send/ }))
  await waitFor(() => expect(text().value).toBe(''))
  expect(client.calls.find((call) => call.method === 'messages.send')?.input).toMatchObject({
    source: 'l1',
    draft: { from: 'operator', to: ['coder'], observers: [], text: 'go on\nplease' },
  })
})

test('a typed name is accepted when the field loses focus; Backspace removes the last one', async () => {
  const { store } = await renderApp(<Composer />)
  fireEvent.change(to(), { target: { value: 'somebody-new' } })
  fireEvent.blur(to())
  expect(recipientsOf(store.getState())).toEqual(['somebody-new'])
  fireEvent.keyDown(to(), { key: 'Backspace' })
  expect(recipientsOf(store.getState())).toEqual([])
})

test('observers are several and never twice the same', async () => {
  const { store } = await renderApp(<Composer />)
  fireEvent.click(screen.getByRole('button', { name: 'cc' }))
  const cc = screen.getByRole('combobox', { name: 'Observers' })
  expect(document.activeElement).toBe(cc)
  for (const name of ['tester', 'docs', 'tester']) {
    fireEvent.change(cc, { target: { value: name } })
    fireEvent.keyDown(cc, { key: ',' })
  }
  expect(draftOf(store.getState()).observers).toEqual(['tester', 'docs'])
  fireEvent.click(screen.getByRole('button', { name: 'Remove tester' }))
  expect(draftOf(store.getState()).observers).toEqual(['docs'])
})

test('a fault is shown below the text with its fix as a link; the text stays', async () => {
  const client = createMockClient()
  client.on('messages.preview', ({ draft }) =>
    draft.to[0] === 'bad name'
      ? fail('invalid', 'A name has letters, digits, - and _ only.', { field: 'to', fix: 'bad-name' })
      : { ok: true, value: { wire: 'fine', bytes: 4_000, limit: 10_000 } },
  )
  const { store } = await renderApp(<Composer />, client)
  fireEvent.change(text(), { target: { value: 'keep me' } })
  fireEvent.change(to(), { target: { value: 'bad name' } })
  fireEvent.keyDown(to(), { key: 'Enter' })
  await screen.findByText('A name has letters, digits, - and _ only.')
  expect(to().getAttribute('aria-invalid')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Use “bad-name”' }))
  expect(recipientsOf(store.getState())).toEqual(['bad-name'])
  expect(text().value).toBe('keep me')
  await screen.findByText('fine')
  expect(screen.getByText('4,000 of 10,000 B')).toBeTruthy()
})

test('Send without a recipient focuses that field', async () => {
  await renderApp(<Composer />)
  fireEvent.change(text(), { target: { value: 'hello' } })
  fireEvent.click(screen.getByRole('button', { name: /Send/ }))
  await screen.findByText('Choose a recipient.')
  await waitFor(() => expect(document.activeElement).toBe(to()))
})

test('another sender is marked as such and can be reset', async () => {
  const { store } = await renderApp(<Composer />)
  fireEvent.click(screen.getByRole('button', { name: 'as operator' }))
  const sender = screen.getByRole('textbox', { name: 'Sender' })
  fireEvent.change(sender, { target: { value: 'coder' } })
  fireEvent.blur(sender)
  fireEvent.click(screen.getByRole('button', { name: 'sent by the operator as coder' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Sender' }), { target: { value: '' } })
  fireEvent.blur(screen.getByRole('textbox', { name: 'Sender' }))
  expect(draftOf(store.getState()).from).toBeUndefined()
  expect(screen.getByRole('button', { name: 'as operator' })).toBeTruthy()
})

test('a reply names its recipient and message, and can be made a normal message', async () => {
  const { store } = await renderApp(<Composer />)
  await waitFor(() => expect(store.getState().feed.rows.length).toBeGreaterThan(0))
  await store.getState().reply('e000008')
  const form = screen.getByRole('form', { name: 'New message' })
  await within(form).findByText('Reply to')
  expect(form.textContent).toContain('Keep 15, or match it?')
  expect(document.activeElement).toBe(text())
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the reply' }))
  expect(within(form).queryByText('Reply to')).toBeNull()
})

test('the link can be chosen only if there is a choice', async () => {
  const one = await renderApp(<Composer />)
  expect(screen.queryByRole('combobox', { name: 'Link' })).toBeNull()
  one.unmount()
  const links = [fixtureLink, { ...fixtureLink, id: 'l2', name: 'other' }]
  const { store } = await renderApp(<Composer />, createMockClient({ state: { ...fixtureState, links } }))
  fireEvent.change(await screen.findByRole('combobox', { name: 'Link' }), { target: { value: 'l2' } })
  expect(draftOf(store.getState()).source).toBe('l2')
})

test('what does not fit can be selected: from where it begins to the end', async () => {
  const client = createMockClient()
  client.on('messages.preview', () => fail('too-large', 'This line is too long.', { field: 'text', at: 4 }))
  await renderApp(<Composer />, client)
  fireEvent.change(to(), { target: { value: 'coder' } })
  fireEvent.blur(to())
  fireEvent.change(text(), { target: { value: 'one two three' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Select what does not fit' }))
  expect(document.activeElement).toBe(text())
  expect([text().selectionStart, text().selectionEnd]).toEqual([4, 'one two three'.length])
})

test('the operator’s name is asked for once, with the fault at the field', async () => {
  const info = { ...fixtureWorkspace, operatorAsked: false }
  const client = createMockClient({ state: { ...fixtureState, info } })
  const answer = fail('invalid', 'A name has no spaces.', { field: 'name', fix: 'mira-k' })
  client.on('workspaces.setOperator', ({ name }) =>
    name.includes(' ') ? answer : { ok: true, value: { ...info, operator: name, operatorAsked: true } },
  )
  await renderApp(<OperatorQuestion />, client)
  const field = await screen.findByRole('textbox')
  fireEvent.change(field, { target: { value: 'mira k' } })
  fireEvent.click(screen.getByRole('button', { name: 'Use this name' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Use “mira-k”' }))
  fireEvent.click(screen.getByRole('button', { name: 'Use this name' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Your name' })).toBeNull())
})

test('closing the question for the name keeps the name', async () => {
  const state = { ...fixtureState, info: { ...fixtureWorkspace, operatorAsked: false } }
  const { client } = await renderApp(<OperatorQuestion />, createMockClient({ state }))
  fireEvent.click(await screen.findByRole('button', { name: 'Keep this name' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Your name' })).toBeNull())
  expect(client.calls.find((call) => call.method === 'workspaces.setOperator')?.input).toEqual({ workspace: 'w1', name: 'operator' })
})

test('a link that takes no messages is not offered, and not used unless it is chosen', async () => {
  const { store } = await renderApp(<Composer />)
  const { protocols, state } = store.getState()
  const home = { ...fixtureLink, id: 'l0', protocol: 'home', name: 'Session home' }
  const [chat] = protocols
  if (chat === undefined || state === undefined) throw new Error('no fixtures')
  act(() =>
    store.setState({
      protocols: [...protocols, { ...chat, id: 'home', takesMessages: false }],
      state: { ...state, links: [home, fixtureLink] },
    }),
  )
  expect(sourceOf(store.getState())).toBe(fixtureLink.id)
  expect(screen.queryByRole('combobox', { name: 'Link' })).toBeNull()
})

test('a message is sent over its recipient’s link; on another one the unknown name is reported', async () => {
  const mail = { ...fixtureLink, id: 'l2', name: 'Mailboxes' }
  const names = [{ source: 'l2', protocol: 'chat', name: 'boss', by: 'itself' as const }]
  const boss = fixtureState.agents.flatMap((agent) => (agent.id === 'scout' ? [{ ...agent, id: 'boss', name: 'boss', names }] : []))
  const state = { ...fixtureState, links: [fixtureLink, mail], agents: [...fixtureState.agents, ...boss] }
  const { store, client } = await renderApp(<Composer />, createMockClient({ state }))
  fireEvent.change(to(), { target: { value: 'bos' } })
  fireEvent.keyDown(to(), { key: 'ArrowDown' })
  fireEvent.keyDown(to(), { key: 'Enter' })
  expect(sourceOf(store.getState())).toBe('l2')
  expect(screen.queryByRole('status', { name: 'Unknown recipients' })).toBeNull()
  fireEvent.change(screen.getByRole('combobox', { name: 'Link' }), { target: { value: 'l1' } })
  const told = await screen.findByRole('status', { name: 'Unknown recipients' })
  expect(told.textContent).toContain('boss')
  fireEvent.click(within(told).getByRole('button', { name: /Mailboxes/ }))
  expect(sourceOf(store.getState())).toBe('l2')
  // What was chosen by hand stays for this message; the next one goes with its recipient.
  fireEvent.change(text(), { target: { value: 'hello' } })
  fireEvent.click(screen.getByRole('button', { name: /Send/ }))
  await waitFor(() => expect(text().value).toBe(''))
  fireEvent.keyDown(to(), { key: 'Backspace' })
  fireEvent.change(to(), { target: { value: 'coder' } })
  fireEvent.keyDown(to(), { key: 'Enter' })
  fireEvent.change(text(), { target: { value: 'hello' } })
  fireEvent.click(screen.getByRole('button', { name: /Send/ }))
  await waitFor(() => expect(text().value).toBe(''))
  const sent = client.calls.filter((call) => call.method === 'messages.send').map((call) => call.input)
  expect(sent).toMatchObject([
    { source: 'l2', draft: { to: ['boss'] } },
    { source: 'l1', draft: { to: ['coder'] } },
  ])
})

test('before a recipient is chosen it is the first link, later the last one used, wherever others write', async () => {
  const other = { ...fixtureLink, id: 'l2', name: 'Mailboxes' }
  const said = fixtureState.conversations.map((one) => ({ ...one, source: 'l2', id: `l2|${one.key}`, lastOrd: one.lastOrd + 100 }))
  const state = { ...fixtureState, links: [fixtureLink, other], conversations: [...fixtureState.conversations, ...said] }
  const { store } = await renderApp(<Composer />, createMockClient({ state }))
  expect(sourceOf(store.getState())).toBe('l1')
  act(() => store.getState().editDraft({ source: 'l2', to: ['new'], text: 'hello' }))
  await act(() => store.getState().send())
  act(() => store.getState().address([]))
  expect(sourceOf(store.getState())).toBe('l2')
})

test('without the core nothing is sent: Send is disabled with the reason, and the text stays', async () => {
  const { client, store } = await renderApp(<Composer />)
  fireEvent.change(text(), { target: { value: 'go on' } })
  act(() => client.setConnection('closed', 'Patchbay does not run any more.'))
  expect(screen.getByRole('button', { name: /Send/ })).toHaveProperty('disabled', true)
  expect(screen.getByRole('status').textContent).toContain('Patchbay is not connected')
  expect(await store.getState().send()).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
  expect(client.calls.some((call) => call.method === 'messages.send')).toBe(false)
  expect(text().value).toBe('go on')
  act(() => client.setConnection('open'))
  expect(screen.getByRole('button', { name: /Send/ })).toHaveProperty('disabled', false)
})
