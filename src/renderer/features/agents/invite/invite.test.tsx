import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { ShownChange } from '../../../../api/invite.ts'
import { fail, ok } from '../../../../core/fault.ts'
import type { Invited } from '../../../../core/invite/invite.ts'
import { inviteOverlay } from '../../overlays.ts'
import { createMockClient, type MockClient } from '../../testing/client-mock.ts'
import { fixtureNow, fixtureState } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/test-render.tsx'
import { AgentsView } from '../agents-view.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { firstSign } from './invited-rows.tsx'

afterEach(cleanup)

const change: ShownChange = {
  file: '/p/.mcp.json',
  isOutside: false,
  verb: 'new',
  why: 'starts it',
  lines: [{ sign: '+', text: '{\u202e}' }],
}
const outside: ShownChange = { ...change, file: '/home/mira/.codex/config.toml', isOutside: true }
const invited: Invited = { agent: 'scribe', client: 'codex', way: 'mcp', at: fixtureNow - 60_000, next: ['Trust the folder.'] }

async function open(client: MockClient, remove?: Invited): Promise<ReturnType<typeof renderApp>> {
  const shown = await renderApp(
    <>
      <AgentsView />
      <InviteDialog />
    </>,
    client,
  )
  act(() => shown.store.getState().setOverlay(inviteOverlay(remove === undefined ? {} : { remove })))
  await screen.findByRole('dialog')
  return shown
}
function clientWith(changes: readonly ShownChange[]): MockClient {
  const client = createMockClient()
  client.on('invites.plan', ({ choice }) =>
    choice.agent === 'bad'
      ? fail('invalid', 'Not this name.', { field: 'agent' })
      : ok({ changes: [...changes], notes: ['Install it.'], digest: 'd' }),
  )
  client.on('invites.apply', () => ok({ next: ['Start it.'] }))
  return client
}
const name = (value: string): boolean => fireEvent.change(screen.getByRole('textbox', { name: 'Agent name' }), { target: { value } })
const apply = (): HTMLElement => screen.getByRole('button', { name: 'Apply' })
const inputs = (client: MockClient): unknown[] => client.calls.filter((call) => call.method === 'invites.apply').map((call) => call.input)

describe('the dialog', () => {
  test('shows the lines of every file, with hidden characters named, and applies exactly that', async () => {
    const client = clientWith([change])
    await open(client)
    name('scribe')
    await waitFor(() => expect(apply()).toHaveProperty('disabled', false))
    const file = screen.getByRole('region', { name: '/p/.mcp.json' })
    expect(file.textContent).toContain('U+202E')
    expect(screen.getByText('Install it.')).toBeTruthy()
    fireEvent.click(apply())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const choice = { client: 'claude-code', agent: 'scribe', way: 'mcp', reports: false, asks: false, isRemoval: false }
    expect(inputs(client)).toEqual([{ workspace: 'w1', choice, digest: 'd' }])
  })

  test('shows what will be changed before a name is entered, and then applies nothing', async () => {
    const client = clientWith([change])
    await open(client)
    await screen.findByRole('region', { name: '/p/.mcp.json' })
    expect(screen.getByText('agent-name')).toBeTruthy()
    expect(apply()).toHaveProperty('disabled', true)
    fireEvent.submit(screen.getByRole('textbox', { name: 'Agent name' }))
    fireEvent.change(screen.getByRole('combobox', { name: 'Talks by' }), { target: { value: 'irc' } })
    const planned = (): unknown => client.calls.findLast(({ method }) => method === 'invites.plan')?.input
    const choice = expect.objectContaining({ agent: 'agent-name', server: '127.0.0.1:6667', channel: '#general' })
    await waitFor(() => expect(planned()).toEqual({ workspace: 'w1', choice }))
    expect(inputs(client)).toEqual([])
  })

  test('offers only the hooks that a client has, and plans with those that are chosen', async () => {
    const client = clientWith([change])
    await open(client)
    name('scribe')
    for (const box of screen.getAllByRole('checkbox')) {
      expect(box).toHaveProperty('checked', false)
      fireEvent.click(box)
    }
    const chosen = expect.objectContaining({ client: 'claude-code', reports: true, asks: true })
    const planned = (): unknown => client.calls.findLast(({ method }) => method === 'invites.plan')?.input
    await waitFor(() => expect(planned()).toEqual({ workspace: 'w1', choice: chosen }))
    for (const [value, boxes] of [
      ['codex', 2],
      ['gemini-cli', 2],
      ['opencode', 1],
      ['cursor', 0],
    ] as const) {
      fireEvent.change(screen.getByRole('combobox', { name: 'Client' }), { target: { value } })
      expect(screen.queryAllByRole('checkbox')).toHaveLength(boxes)
      // Requests that no hook can answer are not offered to be shown here.
      expect(screen.queryByRole('checkbox', { name: /permission requests/ }) === null).toBe(boxes === 0 || value === 'gemini-cli')
    }
  })

  test('a fault stands at its field, and nothing can be applied', async () => {
    await open(clientWith([change]))
    name('bad')
    expect((await screen.findByRole('alert')).textContent).toContain('Not this name.')
    expect(apply()).toHaveProperty('disabled', true)
  })

  test('closes before files outside the project are asked about, and stays with its fault otherwise', async () => {
    const client = clientWith([change, outside])
    client.on('invites.apply', () => fail('refused', 'You refused it.'))
    const { store } = await open(client)
    name('scribe')
    await screen.findByRole('region', { name: outside.file })
    fireEvent.click(apply())
    expect(store.getState().overlay).toBeUndefined()
    cleanup()
    const other = clientWith([change])
    other.on('invites.apply', () => fail('conflict', 'It has changed.'))
    await open(other)
    name('scribe')
    await screen.findByRole('region', { name: change.file })
    fireEvent.click(apply())
    expect((await screen.findByRole('alert')).textContent).toContain('It has changed.')
  })
})

test('an invited agent waits for its first sign, and can be removed', async () => {
  const client = createMockClient({ state: { ...fixtureState, invited: [invited] } })
  client.on('invites.plan', () => ok({ changes: [change], notes: [], digest: 'd' }))
  const { store } = await renderApp(<AgentsView />, client)
  const row = within(await screen.findByRole('group', { name: 'scribe' }))
  expect(row.getByText(/No word yet/)).toBeTruthy()
  fireEvent.click(row.getByRole('button', { name: 'Remove…' }))
  expect(inviteOverlay.of(store.getState())?.remove).toEqual(invited)
  const [agent] = fixtureState.agents
  if (agent === undefined) throw new Error('no agent')
  const [known] = agent.names
  if (known === undefined) throw new Error('no name')
  const seen = (lastSeen: number) => [{ ...agent, isOperator: false, lastSeen, names: [{ ...known, name: 'Scribe' }] }]
  expect(firstSign(invited, seen(fixtureNow))).toBe(fixtureNow)
  expect(firstSign({ ...invited, at: fixtureNow + 1 }, seen(fixtureNow))).toBeUndefined()
})
