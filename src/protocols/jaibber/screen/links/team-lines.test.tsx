import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail, ok } from '../../../../core/fault.ts'
import type { TeamView } from '../../pure/api.ts'
import { jaibberInfo } from '../../pure/info.ts'
import { fixtureProtocol } from '../../../../renderer/features/testing/fixtures.ts'
import { createTeamClient, fixtureProjects, fixtureTeam, type TeamClient } from '../team-fixtures.ts'
import { renderApp } from '../testing.ts'
import { LinkPane } from '../../../../renderer/features/links/link-pane.tsx'
import { LinksView } from '../../../../renderer/features/links/links-view.tsx'
import type { AppStore } from '../../../../renderer/features/state/store.ts'

afterEach(cleanup)

interface Shown {
  readonly client: TeamClient
  readonly store: AppStore
}

async function show(team: Partial<TeamView> = {}): Promise<Shown> {
  const client = createTeamClient([], team)
  client.on('protocols.list', () => ok([fixtureProtocol, jaibberInfo]))
  const { store } = await renderApp(
    <>
      <LinksView />
      <LinkPane />
    </>,
    client,
  )
  await screen.findByRole('group', { name: 'harbour' })
  return { client, store }
}
const team = (): HTMLElement => screen.getByRole('group', { name: 'harbour' })
const openMenu = (name: RegExp): void => {
  fireEvent.pointerDown(screen.getByRole('button', { name }), { button: 0, ctrlKey: false })
}

test('a team shows our identity there, its connection, its server, and recovered messages', async () => {
  await show({ server: { place: 'https://team.example', state: 'does not answer\u202E', isReachable: false, waiting: 3 } })
  expect(team().textContent).toContain('as mira on dev-server · key 4xF9… · 3 online · history: rewind 2 m')
  expect(team().textContent).toContain('server https://team.example: does not answerU+202E, 3 messages not stored there yet')
})

test('for a team that is not connected, nobody is shown as online', async () => {
  const { client } = await show()
  act(() => client.show({ isConnected: false }))
  await waitFor(() => expect(team().textContent).toContain('as mira on dev-server · key 4xF9… · history'))
  act(() => client.show({ isConnected: true }))
  await waitFor(() => expect(team().textContent).toContain('3 online'))
})

test('its projects are listed, joined with their members or not joined with the reason', async () => {
  const [web, api] = fixtureProjects
  if (web === undefined || api === undefined) throw new Error('no fixture')
  await show({ projects: [{ ...web, more: 9, settings: { ...web.settings, mute: true } }, api] })
  expect(within(team()).getByRole('button', { name: /web-console/ }).textContent).toBe('web-console12muted')
  expect(within(team()).getByRole('button', { name: 'api not joined' }).title).toContain('not joined: this key may not subscribe to it')
})

test('a project is joined by its id; without one nothing is sent, and a refusal is shown at the field', async () => {
  const { client } = await show()
  client.answer('addProject', () => fail('not-found', 'The server knows no such project.'))
  fireEvent.click(within(team()).getByRole('button', { name: 'project' }))
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a project id.')
  expect(client.asked('addProject')).toEqual([])
  fireEvent.change(screen.getByLabelText('Project id'), { target: { value: ' p-new ' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'new things' } })
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  await screen.findByText('The server knows no such project.')
  expect(client.asked('addProject')).toEqual([{ project: 'p-new', name: 'new things' }])
  client.answer('addProject', () => ({}))
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Join a project' })).toBeNull())
})

test('the menu of a project links to its messages, mutes and leaves it', async () => {
  const { client, store } = await show()
  client.answer('project', () => ({}))
  client.answer('leaveProject', () => fail('unavailable', 'Not connected.'))
  openMenu(/web-console/)
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: /Mute/ }))
  await waitFor(() => expect(client.asked('project')).toEqual([{ project: 'p-web', settings: { mute: true } }]))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Leave' }))
  await screen.findByText('Not connected.')
  expect(client.asked('leaveProject')).toEqual([{ project: 'p-web' }])
  openMenu(/web-console/)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Show in the feed' }))
  expect(store.getState().filter).toEqual({ conversation: 'l7|p-web' })
})

test('the limits for agents of this machine are whole numbers within bounds', async () => {
  const { client } = await show()
  client.answer('project', () => ({}))
  openMenu(/web-console/)
  fireEvent.click(await screen.findByRole('menuitem', { name: /Agent limits/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Limits in web-console' })
  const depth = within(dialog).getByLabelText('Maximum depth')
  expect(depth).toHaveProperty('value', '3')
  fireEvent.change(depth, { target: { value: '17' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('whole number, 1 to 16')
  expect(client.asked('project')).toEqual([])
  fireEvent.change(depth, { target: { value: '4' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(client.asked('project')).toEqual([{ project: 'p-web', settings: { maxResponseDepth: 4, budget: 30 } }])
})

test('the form of a new team shows only the fields of its login method', async () => {
  const { client, store } = await show(fixtureTeam)
  store.getState().setDetail('links', 'new:jaibber')
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'harbour' } })
  fireEvent.change(screen.getByLabelText('Ably key'), { target: { value: 'a.b:c' } })
  expect(screen.queryByLabelText('Password')).toBeNull()
  fireEvent.change(screen.getByLabelText('Log in'), { target: { value: 'server' } })
  expect(screen.queryByLabelText('Ably key')).toBeNull()
  fireEvent.change(screen.getByLabelText('Jaibber server'), { target: { value: 'https://api.example.org' } })
  fireEvent.change(screen.getByLabelText('Account'), { target: { value: 'mira' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'hush' } })
  client.on('links.add', () => fail('invalid', 'The server does not know you.', { field: 'config.account' }))
  fireEvent.submit(screen.getByRole('form', { name: 'Add a team' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The server does not know you.')
  const input = client.calls.find((call) => call.method === 'links.add')?.input as { readonly config: object }
  expect(input.config).toEqual({
    auth: 'server',
    server: 'https://api.example.org',
    account: 'mira',
    password: 'hush',
    maxResponseDepth: 3,
    history: 100,
  })
})
