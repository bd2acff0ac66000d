import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail, ok } from '../../../../core/fault.ts'
import { formatDraft } from '../../pure/draft.ts'
import { jaibberInfo } from '../../pure/info.ts'
import { fixtureProtocol } from '../../../../renderer/features/testing/fixtures.ts'
import { draftOf, recipientsOf, whereOf } from '../../../../renderer/features/state/draft.ts'
import { createTeamClient, fixtureMembers, fixtureProjects, type TeamClient } from '../team-fixtures.ts'
import type { Rendered } from '../../../../renderer/features/testing/test-render.tsx'
import { renderApp } from '../testing.ts'
import { Composer } from '../../../../renderer/features/composer/composer.tsx'
import { SendParts } from './send-parts.tsx'
import { limitsOverlay } from '../../../../renderer/features/overlays.ts'
import { sendPartsOverlay } from '../overlays.ts'

afterEach(cleanup)

const id = '01KAKZ4S9M2Q7T1VX8B3D6FHJN'

/** Chat and one team, with web-console on the screen; previews are those of the protocol itself. */
async function show(client: TeamClient = createTeamClient()): Promise<Rendered> {
  client.on('protocols.list', () => ok([fixtureProtocol, jaibberInfo]))
  client.on('messages.preview', ({ draft }) => formatDraft(draft, { from: { userId: 'u1', username: 'mira' }, id }))
  const rendered = await renderApp(<Composer />, client)
  rendered.store.getState().setFilter({ conversation: 'l7|p-web' })
  await screen.findByLabelText('Project')
  return rendered
}
const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Message' })
const options = (): (string | null)[] => screen.queryAllByRole('option', { selected: undefined }).map((one) => one.textContent)
const names = (): (string | null)[] =>
  [...document.querySelectorAll('[aria-label="People and agents"] [role=option]')].map((one) => one.textContent)
const type = (text: string, caret = text.length): void => {
  fireEvent.change(field(), { target: { value: text } })
  field().setSelectionRange(caret, caret)
  fireEvent.select(field())
}
const active = (): string | null | undefined =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.querySelector('.cut')?.textContent

test('@ lists the people and agents of the project; arrows, Enter and Tab choose one, in the text', async () => {
  await show()
  type('ask @')
  expect(names()).toEqual(['Coderagent of mira on dev-server', 'Docsagent of jon on jons-laptop', 'jonperson on jons-laptop'])
  expect(active()).toBe('Coder')
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  expect(active()).toBe('Docs')
  fireEvent.keyDown(field(), { key: 'ArrowUp' })
  fireEvent.keyDown(field(), { key: 'ArrowUp' })
  expect(active()).toBe('jon')
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(field().value).toBe('ask @Coder ')
  expect(field().selectionStart).toBe(11)
  expect(names()).toEqual([])
  type('ask @Coder and @DO, please', 18)
  await waitFor(() => expect(names()).toHaveLength(1)) // the link is asked: the project has more members than its list
  fireEvent.keyDown(field(), { key: 'Tab' })
  expect(field().value).toBe('ask @Coder and @Docs, please')
})

test('Escape closes the list and then leaves the text; a click chooses a name; mail addresses open nothing', async () => {
  await show()
  field().focus()
  type('@do')
  expect(screen.getByText('1 name, Enter inserts Docs')).toBeTruthy()
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect(names()).toEqual([])
  expect(document.activeElement).toBe(field())
  expect(field().getAttribute('aria-activedescendant')).toBeNull()
  type('@doc')
  expect(names()).toEqual([])
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect(document.activeElement).not.toBe(field())
  type('a@d')
  expect(names()).toEqual([])
  type('hi @')
  fireEvent.click(within(screen.getByRole('listbox', { name: 'People and agents' })).getByText('Docs'))
  expect(field().value).toBe('hi @Docs ')
})

test('the project on screen is the target, by its id; the wire text mentions the names in the field', async () => {
  const client = createTeamClient()
  const { store } = await show(client)
  expect(whereOf(store.getState())).toBe('p-web')
  expect([...screen.getByLabelText<HTMLSelectElement>('Project').options].map((one) => one.text)).toEqual(['web-console', 'api'])
  expect(recipientsOf(store.getState())).toEqual([])
  expect(screen.queryByText(/^as /)).toBeNull()
  const to = screen.getByRole('combobox', { name: 'To' })
  fireEvent.focus(to)
  expect(options().some((one) => one?.startsWith('Docs'))).toBe(true)
  fireEvent.change(to, { target: { value: 'Docs' } })
  fireEvent.keyDown(to, { key: ',' })
  type('look at this')
  const wire = await screen.findByLabelText('Text that will be written')
  await waitFor(() =>
    expect(JSON.parse(wire.textContent)).toMatchObject({ projectId: 'p-web', text: '@Docs look at this', mentions: ['Docs'] }),
  )
  fireEvent.change(screen.getByLabelText('Project'), { target: { value: 'p-api' } })
  fireEvent.click(screen.getByRole('button', { name: /Send/ }))
  await waitFor(() =>
    expect(client.calls.findLast((call) => call.method === 'messages.send')?.input).toMatchObject({
      source: 'l7',
      draft: { where: 'p-api' },
    }),
  )
})

test('a project without messages can be written to; two of one name are distinguished', async () => {
  const [web, api] = fixtureProjects
  if (web === undefined || api === undefined) throw new Error('no projects')
  const { store } = await show(createTeamClient([], { projects: [web, { ...api, name: 'web-console' }] }))
  store.getState().setFilter({ conversation: 'l7|p-api' })
  await waitFor(() => expect(whereOf(store.getState())).toBe('p-api'))
  expect([...screen.getByLabelText<HTMLSelectElement>('Project').options].map((one) => one.text)).toEqual([
    'web-console (p-web)',
    'web-console (p-api)',
  ])
})

test('in a project with very many members, those matching the input are requested', async () => {
  const [web] = fixtureProjects
  const [coder] = fixtureMembers
  if (web === undefined || coder === undefined) throw new Error('no fixtures')
  const client = createTeamClient([], { projects: [{ ...web, more: 800 }] })
  client.answer('members', () => ({ members: [{ ...coder, agentName: 'Zed' }], total: 1 }))
  await show(client)
  type('@ze')
  await waitFor(() => expect(names()).toEqual(['Zedagent of mira on dev-server']))
  expect(client.asked('members')).toContainEqual({ project: 'p-web', text: 'ze', limit: 50 })
})

test('a text too long for one message can be sent as several, which are shown first', async () => {
  const client = createTeamClient()
  client.answer('split', ({ text }: { text: string }) => ({ parts: [text.slice(0, 40_000), text.slice(40_000)] }))
  client.answer('sendParts', () => ({ ids: ['a', 'b'] }))
  const { store } = await show(client)
  store.getState().editDraft({ to: ['Docs'] })
  type('x'.repeat(70_000))
  expect((await screen.findByRole('alert')).textContent).toMatch(/This message has 70,\d{3} bytes; the limit is 65,5\d\d/)
  fireEvent.click(await screen.findByRole('button', { name: 'Send as 2 messages…' }))
  expect(client.asked('split')).toEqual([{ project: 'p-web', text: `@Docs ${'x'.repeat(70_000)}` }])
  expect(store.getState().overlay).toMatchObject({ kind: 'send parts', link: 'l7', project: 'p-web' })
})

test('parts are published once, in order; without an answer no retry is offered, because some may have been sent', async () => {
  const client = createTeamClient()
  const { store } = await renderApp(<SendParts />, client)
  client.answer('sendParts', () => fail('unavailable', 'Nobody answers.'))
  act(() => store.getState().setOverlay(sendPartsOverlay({ link: 'l7', project: 'p-web', parts: ['one <b>', 'two'] })))
  const dialog = await screen.findByRole('dialog', { name: 'Send as 2 messages' })
  expect(dialog.textContent).toContain('To web-console, in this order')
  expect(within(dialog).getByLabelText('Message 1').textContent).toBe('one <b>')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send 2 messages' }))
  await within(dialog).findByText('Nobody answers.')
  expect(within(dialog).getByRole('button', { name: 'Send 2 messages' }).hasAttribute('disabled')).toBe(true)
  act(() => store.getState().setOverlay(undefined))
  client.answer('sendParts', () => ({ ids: ['a', 'b'] }))
  act(() => store.getState().setOverlay(sendPartsOverlay({ link: 'l7', project: 'p-web', parts: ['one', 'two'] })))
  fireEvent.click(await screen.findByRole('button', { name: 'Send 2 messages' }))
  await waitFor(() => expect(store.getState().overlay).toBeUndefined())
  expect(client.asked('sendParts')).toHaveLength(2)
  expect(client.asked('sendParts').at(-1)).toEqual({ project: 'p-web', parts: ['one', 'two'] })
})

test('parts that stop after their dialog was closed leave the dialog that was opened since, and say so', async () => {
  const client = createTeamClient()
  const { store } = await renderApp(<SendParts />, client)
  const sent = Promise.withResolvers<unknown>()
  client.answer('sendParts', () => sent.promise)
  act(() => store.getState().setOverlay(sendPartsOverlay({ link: 'l7', project: 'p-web', parts: ['one ', 'two'] })))
  fireEvent.click(await screen.findByRole('button', { name: 'Send 2 messages' }))
  act(() => store.getState().setOverlay(undefined))
  act(() => store.getState().setOverlay(limitsOverlay({})))
  sent.resolve({ ids: ['a'], stopped: { code: 'unavailable', message: 'Not connected.' } })
  await waitFor(() => expect(store.getState().toasts.map(({ detail }) => detail)).toEqual(['Not connected.']))
  expect(store.getState().overlay?.kind).toBe(limitsOverlay.kind)
})

test('what is written while parts are being sent, here or in another conversation, stays', async () => {
  const client = createTeamClient()
  const { store } = await renderApp(<SendParts />, client)
  const sent = Promise.withResolvers<unknown>()
  client.answer('sendParts', () => sent.promise)
  act(() => store.getState().editDraft({ text: 'one two' }))
  act(() => store.getState().setOverlay(sendPartsOverlay({ link: 'l7', project: 'p-web', parts: ['one ', 'two'] })))
  fireEvent.click(await screen.findByRole('button', { name: 'Send 2 messages' }))
  act(() => store.getState().setOverlay(undefined))
  act(() => store.getState().editDraft({ text: 'one two and three' }))
  const here = store.getState().filter
  act(() => store.getState().setFilter({ source: 'l1' }))
  act(() => store.getState().editDraft({ text: 'elsewhere' }))
  sent.resolve({ ids: ['a'], stopped: { code: 'unavailable', message: 'Not connected.' } })
  await waitFor(() => expect(store.getState().toasts.map(({ detail }) => detail)).toEqual(['Not connected.']))
  expect(draftOf(store.getState()).text).toBe('elsewhere')
  act(() => store.getState().setFilter(here))
  expect(draftOf(store.getState()).text).toBe('two and three')
})

test('if only some parts are sent, their number is shown, and only the rest remains to be sent', async () => {
  const client = createTeamClient()
  const { store } = await renderApp(<SendParts />, client)
  act(() => store.getState().editDraft({ text: 'one two three' }))
  client.answer('sendParts', () => ({ ids: ['a'], stopped: { code: 'unavailable', message: 'Not connected.' } }))
  act(() => store.getState().setOverlay(sendPartsOverlay({ link: 'l7', project: 'p-web', parts: ['one ', 'two ', 'three'] })))
  fireEvent.click(await screen.findByRole('button', { name: 'Send 3 messages' }))
  const dialog = await screen.findByRole('dialog', { name: 'Send as 2 messages' })
  expect(within(dialog).getByRole('alert').textContent).toMatch(/^1 of 3 messages sent; .*Not connected\.$/)
  expect(within(dialog).getByLabelText('Message 1').textContent).toBe('two ')
  expect(draftOf(store.getState()).text).toBe('two three')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send 2 messages' }))
  await screen.findByRole('dialog', { name: 'Send as 1 message' })
  client.answer('sendParts', () => ({ ids: ['c'] }))
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 message' }))
  await waitFor(() => expect(store.getState().overlay).toBeUndefined())
  expect(draftOf(store.getState()).text).toBe('')
  expect(client.asked('sendParts').map((input) => (input as { readonly parts: readonly string[] }).parts)).toEqual([
    ['one ', 'two ', 'three'],
    ['two ', 'three'],
    ['three'],
  ])
})
