import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureLink, fixtureProtocol, fixtureState } from '../testing/fixtures.ts'
import { renderApp, type Rendered } from '../testing/test-render.tsx'
import { LinkPane } from './link-pane.tsx'
import { LinksView } from './links-view.tsx'

afterEach(cleanup)

const withLinks = (...links: readonly Link[]): MockClient => createMockClient({ state: { ...fixtureState, links: [...links] } })
const inputs = (client: MockClient, method: string): unknown[] =>
  client.calls.filter((call) => call.method === method).map((call) => call.input)
const row = (name: string): HTMLElement => screen.getByRole('group', { name })
const show = async (client: MockClient, detail?: string): Promise<Rendered> => {
  const rendered = await renderApp(
    <>
      <LinksView />
      <LinkPane />
    </>,
    client,
  )
  if (detail !== undefined) rendered.store.getState().setDetail('links', detail)
  await screen.findByRole('heading', { name: fixtureProtocol.title })
  return rendered
}

describe('a row', () => {
  test('an action shows its exact text before it is done', async () => {
    const { client, store } = await show(withLinks(fixtureLink))
    fireEvent.click(screen.getByRole('button', { name: 'Archive' }))
    const dialog = screen.getByRole('dialog')
    expect(dialog.textContent).toContain('Moves .workplace/chat.md into .workplace/memory/.')
    expect(document.activeElement?.textContent).toContain('Cancel')
    expect(inputs(client, 'links.act')).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(inputs(client, 'links.act')).toEqual([{ link: 'l1', act: 'archive' }]))
    await waitFor(() => expect(store.getState().toasts[0]?.text).toBe('archive done'))
  })
  test('a failed action is shown in the row', async () => {
    const client = withLinks(fixtureLink)
    client.on('links.act', () => fail('conflict', 'The file changed meanwhile.'))
    await show(client)
    fireEvent.click(screen.getByRole('button', { name: 'Archive' }))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Archive' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The file changed meanwhile.')
  })
  test('its count links to exactly its messages', async () => {
    const { store } = await show(withLinks(fixtureLink))
    fireEvent.click(screen.getByRole('button', { name: '142 lines' }))
    expect(store.getState().filter).toEqual({ source: 'l1' })
    expect(store.getState().view).toBe('feed')
  })
  test('a problem shows a message, the raw reason, and an action', async () => {
    const reason = { code: 'unavailable', message: 'The file cannot be read.', detail: 'EACCES: permission denied' } as const
    const { client } = await show(withLinks({ ...fixtureLink, status: { ...fixtureLink.status, lamp: 'down', reason } }))
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toContain('The file cannot be read.')
    expect(alert.textContent).toContain('EACCES: permission denied')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(inputs(client, 'links.act')).toEqual([{ link: 'l1', act: 'retry' }])
  })
  test('long work has a bar, a count and Cancel', async () => {
    const progress = { done: 12_400, total: 200_000, unit: 'messages', cancellable: true }
    const { client } = await show(withLinks({ ...fixtureLink, status: { ...fixtureLink.status, lamp: 'connecting', progress } }))
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('12400')
    expect(screen.getByText('reading 12,400 of 200,000 messages')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(inputs(client, 'links.act')).toEqual([{ link: 'l1', act: 'cancel' }])
  })
  test('a link that is off can be turned on again', async () => {
    const { client } = await show(withLinks({ ...fixtureLink, enabled: false }))
    expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Follow' }))
    expect(inputs(client, 'links.enable')).toEqual([{ link: 'l1', enabled: true }])
  })
  test('the last restart is named and links to its place', async () => {
    const { store } = await show(withLinks(fixtureLink))
    expect(await screen.findByText(/replaced by a rename/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'show' }))
    await waitFor(() => expect(store.getState().selection).toBe('e000005'))
  })
})

describe('the form', () => {
  test('a missing value stops it, gets the focus, and the rest stays', async () => {
    const { client } = await show(withLinks(fixtureLink), 'new:chat')
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'gateway' } })
    fireEvent.change(screen.getByLabelText('Folder'), { target: { value: ' ' } })
    fireEvent.submit(screen.getByRole('form'))
    expect(screen.getByRole('alert').textContent).toContain('Folder is required.')
    expect(document.activeElement).toBe(screen.getByLabelText('Folder'))
    expect(screen.getByText('1 to fix')).toBeTruthy()
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'gateway')
    expect(inputs(client, 'links.add')).toEqual([])
  })
  test('a refusal is shown below its field and its fix is one click', async () => {
    const client = withLinks(fixtureLink)
    client.on('links.add', () => fail('not-allowed', 'It leads out of the workspace.', { field: 'folder', fix: 'services' }))
    await show(client, 'new:chat')
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'gateway' } })
    expect(screen.getByLabelText('Folder')).toHaveProperty('value', '')
    fireEvent.change(screen.getByLabelText('Folder'), { target: { value: '../out' } })
    fireEvent.submit(screen.getByRole('form'))
    fireEvent.click(await screen.findByRole('button', { name: 'Use “services”' }))
    expect(screen.getByLabelText('Folder')).toHaveProperty('value', 'services')
    client.on('links.add', () => ok(fixtureLink))
    fireEvent.submit(screen.getByRole('form'))
    await waitFor(() =>
      expect(inputs(client, 'links.add').at(-1)).toEqual({
        workspace: 'w1',
        protocol: 'chat',
        name: 'gateway',
        config: { folder: 'services', poll: false },
      }),
    )
  })
  test('an existing link is changed under its id', async () => {
    const { client, store } = await show(withLinks(fixtureLink), 'l1')
    fireEvent.click(await screen.findByLabelText('Poll'))
    fireEvent.submit(screen.getByRole('form'))
    await waitFor(() =>
      expect(inputs(client, 'links.update')).toEqual([{ link: 'l1', name: 'chat.md', config: { folder: '.', poll: true } }]),
    )
    await waitFor(() => expect(store.getState().detail.get('links')).toBeUndefined())
  })
  test('Test shows every step and saves nothing', async () => {
    const client = withLinks(fixtureLink)
    client.on('links.test', () => ok([{ name: 'write', state: 'failed', ms: 2.4, text: 'permission denied' }]))
    await show(client, 'l1')
    fireEvent.click(await screen.findByRole('button', { name: 'Test' }))
    const step = await screen.findByText('permission denied')
    expect(step.closest('li')?.textContent).toBe('write failed2\u00a0mspermission denied')
    expect(inputs(client, 'links.update')).toEqual([])
  })
})

test('Test all tests each link that is followed with its saved settings, one after the other, and shows each result in its row', async () => {
  const links = ['l1', 'l2', 'l3'].map((id) => ({ ...fixtureLink, id, name: id, config: { folder: id }, enabled: id !== 'l3' }))
  const client = withLinks(...links)
  client.on('links.test', ({ link }) =>
    ok([{ name: 'folder', ms: 2, ...(link === 'l1' ? { state: 'ok', text: 'there' } : { state: 'failed', text: 'permission denied' }) }]),
  )
  await show(client)
  fireEvent.click(screen.getByRole('button', { name: 'Test all' }))
  await within(row('l2')).findByText('permission denied')
  expect(within(row('l1')).getByRole('status').textContent).toContain('1 step worked, 2')
  expect(within(row('l3')).queryByRole('status')).toBeNull()
  const test = { workspace: 'w1', protocol: 'chat' }
  expect(inputs(client, 'links.test')).toEqual([
    { ...test, link: 'l1', config: { folder: 'l1' } },
    { ...test, link: 'l2', config: { folder: 'l2' } },
  ])
  // A refusal is shown in its row, and the others are still tested.
  client.on('links.test', ({ link }) => (link === 'l1' ? fail('unsupported', 'It cannot be tested.') : ok([])))
  fireEvent.click(screen.getByRole('button', { name: 'Test all' }))
  await within(row('l1')).findByText('It cannot be tested.')
  await waitFor(() => expect(inputs(client, 'links.test')).toHaveLength(4))
})

test('Test all ends when another workspace is opened, and shows none of its results there', async () => {
  const client = withLinks(...['l1', 'l2'].map((id) => ({ ...fixtureLink, id, name: id })))
  const answers: (() => void)[] = []
  client.on(
    'links.test',
    () => new Promise((resolve) => answers.push(() => resolve(ok([{ name: 'folder', ms: 2, state: 'ok', text: 'there' }])))),
  )
  const { store } = await show(client)
  fireEvent.click(screen.getByRole('button', { name: 'Test all' }))
  await waitFor(() => expect(answers).toHaveLength(1))
  act(() => store.setState({ workspace: 'w2' }))
  await act(async () => answers[0]?.())
  expect(screen.getByRole('button', { name: 'Test all' })).toHaveProperty('disabled', false)
  expect(within(row('l1')).queryByRole('status')).toBeNull()
  expect(inputs(client, 'links.test')).toHaveLength(1)
})

test('a new link starts with the few fields that it needs; the rest is behind More, and a fault there opens it', async () => {
  const client = withLinks()
  const rare = { name: 'backfill', label: 'Back-fill', kind: 'number', rare: true, default: 200 } as const
  client.on('protocols.list', () => ok([{ ...fixtureProtocol, fields: [...fixtureProtocol.fields, rare] }]))
  client.on('links.add', () => fail('invalid', 'At most 1,000 lines.', { field: 'config.backfill' }))
  const { store } = await show(client)
  act(() => store.getState().setDetail('links', `new:${fixtureProtocol.id}`))
  const field = await screen.findByLabelText('Back-fill')
  const more = field.closest('details')
  expect(more?.open).toBe(false)
  expect(more?.querySelector('summary')?.textContent).toBe('More (1)')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'gateway' } })
  fireEvent.submit(screen.getByRole('form'))
  await waitFor(() => expect(more?.open).toBe(true))
})
