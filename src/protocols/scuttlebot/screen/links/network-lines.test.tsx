import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail, ok } from '../../../../core/fault.ts'
import { defaultChannelSettings } from '../../pure/api.ts'
import { scuttlebotInfo } from '../../pure/config.ts'
import { fixtureNetwork } from '../board/board-fixtures.ts'
import { fixtureInfo, fixtureNow, fixtureProtocol } from '../../../../renderer/features/testing/fixtures.ts'
import { renderApp } from '../testing.ts'
import { LinkPane } from '../../../../renderer/features/links/link-pane.tsx'
import { LinksView } from '../../../../renderer/features/links/links-view.tsx'
import { createLinkClient, type LinkClient } from '../../../../renderer/features/testing/link-client.ts'

afterEach(cleanup)

const channels = [
  { name: '#general', topic: 'plans \u202E<b>', members: 4, isJoined: true, settings: defaultChannelSettings },
  { name: '#secret', members: 0, isJoined: false, reason: 'needs a key', settings: { ...defaultChannelSettings, mute: true } },
]
const line = (seq: number, way: 'in' | 'out', text: string): object => ({ seq, at: fixtureNow, way, text })

async function show(answers: Readonly<Record<string, (input: never) => unknown>> = {}): Promise<LinkClient> {
  const client = createLinkClient(fixtureNetwork('l5', 'libera', { channels, lag: 1.4, connection: ['no TLS, this machine only'] }))
  client.on('protocols.list', () => ok([fixtureProtocol, scuttlebotInfo]))
  for (const [method, answer] of Object.entries(answers)) client.answer(method, answer)
  await renderApp(
    <>
      <LinksView />
      <LinkPane />
    </>,
    client,
  )
  await screen.findByRole('group', { name: 'libera' })
  return client
}
const network = (): HTMLElement => screen.getByRole('group', { name: 'libera' })
const asked = (client: LinkClient, method: string): unknown[] =>
  client.calls.flatMap(({ input }) =>
    typeof input === 'object' && input !== null && 'method' in input && input.method === method ? [input] : [],
  )
const openMenu = (name: RegExp): void => {
  fireEvent.pointerDown(screen.getByRole('button', { name }), { button: 0, ctrlKey: false })
}

test('a network shows our identity there, its protection, and its channels, joined or why not', async () => {
  await show()
  expect(network().textContent).toContain('type operator · no TLS, this machine only · history: nothing was missed')
  const general = within(network()).getByRole('button', { name: /#general/ })
  expect(general.textContent).toBe('#general4')
  expect(general.title).toBe('plans [U+202E]<b> · 4 members')
  expect(within(network()).getByRole('button', { name: /#secret not joined\s?muted/ }).title).toBe('not joined: needs a key · muted')
})

test('joining needs a channel, offers the missing sign, and shows a refusal', async () => {
  const client = await show({ join: () => fail('refused', 'The channel needs a key.') })
  fireEvent.click(screen.getByRole('button', { name: 'join' }))
  const field = screen.getByRole('textbox', { name: 'Channel' })
  fireEvent.change(field, { target: { value: 'ops' } })
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  fireEvent.click(screen.getByRole('button', { name: 'Use “#ops”' }))
  expect(asked(client, 'join')).toEqual([])
  fireEvent.change(screen.getByLabelText('Key'), { target: { value: 'k' } })
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  await screen.findByText('The channel needs a key.')
  expect(asked(client, 'join')).toEqual([{ link: 'l5', method: 'join', input: { channel: '#ops', key: 'k' } }])
  client.answer('join', () => ({}))
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Join a channel' })).toBeNull())
})

test('a channel’s menu sets what is unread and folded there, and leaves it', async () => {
  const client = await show({ channel: () => ({}), part: () => fail('unavailable', 'The network is not connected.') })
  openMenu(/#general/)
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: /Mute/ }))
  fireEvent.click(screen.getByRole('menuitemradio', { name: /messages to me/ }))
  fireEvent.click(screen.getByRole('menuitemradio', { name: /all notices/ }))
  await waitFor(() =>
    expect(asked(client, 'channel').map((call) => (call as { input: unknown }).input)).toEqual([
      { name: '#general', settings: { mute: true } },
      { name: '#general', settings: { notify: 'mine' } },
      { name: '#general', settings: { fold: 'notices' } },
    ]),
  )
  expect(screen.getByRole('menuitemradio', { name: /joins and parts/ }).getAttribute('aria-checked')).toBe('true')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Leave' }))
  await screen.findByText('The network is not connected.')
})

test('raw lines show both directions with nothing hidden; a line is sent only after its exact text was confirmed', async () => {
  const lines = [line(7, 'out', 'PASS ••••••'), line(8, 'in', ':srv 001 mira :hi \u202E<b>')]
  const client = await show({ console: () => ({ lines, hasBefore: true }), consoleSend: () => ({}) })
  fireEvent.click(screen.getByRole('button', { name: 'Raw lines' }))
  const list = await screen.findByRole('list', { name: 'Lines, oldest first' })
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2))
  expect(list.textContent).toContain('sentPASS ••••••')
  expect(list.querySelector('.ctrl')?.textContent).toBe('U+202E')
  client.answer('console', (input: { before?: number }) =>
    input.before === 7 ? { lines: [line(6, 'in', 'earlier')], hasBefore: false } : { lines, hasBefore: true },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Show earlier lines' }))
  await within(list).findByText('earlier')
  expect(screen.queryByRole('button', { name: 'Show earlier lines' })).toBeNull()
  fireEvent.change(screen.getByLabelText('Line to send'), { target: { value: 'MODE #general +i' } })
  fireEvent.submit(screen.getByLabelText('Line to send'))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('MODE #general +i')
  expect(document.activeElement?.textContent).toContain('Cancel')
  expect(asked(client, 'consoleSend')).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send line' }))
  await waitFor(() =>
    expect(asked(client, 'consoleSend')).toEqual([{ link: 'l5', method: 'consoleSend', input: { line: 'MODE #general +i' } }]),
  )
  await waitFor(() => expect(screen.getByLabelText('Line to send')).toHaveProperty('value', ''))
})

test('the form of a new network is made from its fields, including lists and secrets, and says where secrets are kept', async () => {
  const client = await show()
  client.on('app.info', () => ok({ ...fixtureInfo, secretsNote: 'This shell has no keychain: a file.' }))
  cleanup()
  const { store } = await renderApp(
    <>
      <LinksView />
      <LinkPane />
    </>,
    client,
  )
  store.getState().setDetail('links', 'new:scuttlebot')
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'ops' } })
  fireEvent.change(screen.getByLabelText('Server'), { target: { value: 'irc.ops.example' } })
  fireEvent.change(screen.getByLabelText('Nick'), { target: { value: 'mira' } })
  fireEvent.change(screen.getByLabelText('Channels'), { target: { value: '#ops\n#deploys' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'hush' } })
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
  expect(screen.getByText('This shell has no keychain: a file.')).toBeTruthy()
  client.on('links.test', () =>
    ok([{ name: 'SASL', state: 'failed', ms: 58, text: ':irc.ops.example 904 mira :SASL authentication failed' }]),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Test' }))
  await screen.findByText(/904 mira/)
  fireEvent.submit(screen.getByRole('form', { name: 'Add a network' }))
  await waitFor(() =>
    expect(client.calls.find((call) => call.method === 'links.add')?.input).toMatchObject({
      protocol: 'scuttlebot',
      name: 'ops',
      config: {
        server: 'irc.ops.example',
        port: 6697,
        tls: true,
        nick: 'mira',
        channels: ['#ops', '#deploys'],
        password: 'hush',
        announce: true,
      },
    }),
  )
})
