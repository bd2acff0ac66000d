import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fail } from '../../../../core/fault.ts'
import type { TeamView } from '../../pure/api.ts'
import { agentCommands } from '../../../../renderer/features/agents/agent-commands.ts'
import { TestKeys } from '../../../../renderer/features/testing/screen-parts.tsx'
import { fixtureNow } from '../../../../renderer/features/testing/fixtures.ts'
import { fixtureBuilt, fixtureLocals, fixturePrompts, localAgent } from './local-fixtures.ts'
import { localKey } from './locals.ts'
import { createTeamClient, teamMessage, type TeamClient } from '../team-fixtures.ts'
import { renderApp } from '../testing.ts'
import { AgentPane } from '../../../../renderer/features/agents/agent-pane.tsx'
import { moveAgent } from '../../../../renderer/features/agents/agent-order.ts'
import { AgentsView } from '../../../../renderer/features/agents/agents-view.tsx'
import { RemoveAgent } from './remove-agent.tsx'
import type { AppStore } from '../../../../renderer/features/state/store.ts'

afterEach(cleanup)

interface Shown {
  readonly client: TeamClient
  readonly store: AppStore
}

async function show(team: Partial<TeamView> = {}): Promise<Shown> {
  const client = createTeamClient([teamMessage(20, 'jon', '@Coder rename the field', {})], {
    agents: [...fixtureLocals],
    prompts: [...fixturePrompts],
    ...team,
  })
  client.answer('log', () => ({ lines: [{ seq: 1, at: 0, text: 'started\u202E' }], hasBefore: false }))
  client.answer('lastPrompt', () => fixtureBuilt)
  const { store } = await renderApp(
    <>
      <TestKeys commands={agentCommands} />
      <AgentsView />
      <section aria-label="Pane">
        <AgentPane />
      </section>
      <RemoveAgent />
    </>,
    client,
  )
  act(() => store.getState().setView('agents'))
  return { client, store }
}
const choose = async ({ store }: Shown, id: string): Promise<HTMLElement> => {
  act(() => store.getState().setDetail('agents', localKey('l7', id)))
  const pane = screen.getByRole('region', { name: 'Pane' })
  await within(pane).findByRole('heading', { name: 'Local agent' })
  return pane
}
const rowOf = (name: string): HTMLElement => {
  const table = screen.getByRole('table', { name: 'Local agents' })
  const row = within(table).getByRole('button', { name }).closest<HTMLElement>('[role=row]')
  if (row === null) throw new Error(`no row of ${name}`)
  return row
}
const cells = (name: string): (string | null)[] =>
  within(rowOf(name))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
const press = (key: string): boolean => fireEvent.keyDown(document.body, { key, code: 'any' })

describe('the rows', () => {
  test('show what each does, what it runs, how many prompts it has; only a paste is the operator’s', async () => {
    await show()
    expect(cells('Coder').slice(1, 7)).toEqual(['answering', 'Coder', 'JA', 'command', 'gemini -p', '4 of Coder'])
    expect(cells('Oracle').slice(1, 7)).toEqual(['needs you', 'Oracle', 'JA', 'paste', 'you, by copy and paste', '1 of Oracle'])
    expect(cells('Changelog').slice(1, 7)).toEqual(['failed', 'Changelog', 'JA', 'command', 'codex: command not found', '–'])
    expect(cells('Echo')[1]).toBe('stopped')
    const amber = [...document.querySelectorAll('.needs')].map((part) => part.textContent)
    expect(amber).toEqual(['needs you'])
  })
  test('a row’s button depends on its state', async () => {
    const shown = await show()
    shown.client.answer('stopAgent', () => fail('unavailable', 'The link is off.'))
    fireEvent.click(within(rowOf('Coder')).getByRole('button', { name: 'Stop Coder' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The link is off.')
    expect(shown.client.asked('stopAgent')).toEqual([{ agent: 'a1' }])
    fireEvent.click(within(rowOf('Echo')).getByRole('button', { name: 'Start Echo' }))
    expect(shown.store.getState().overlay).toEqual({ kind: 'start agent', link: 'l7', agent: 'a4' })
    fireEvent.click(within(rowOf('Oracle')).getByRole('button', { name: 'Paste Oracle' }))
    expect(shown.store.getState().view).toBe('paste')
    expect(shown.store.getState().pasteItem).toEqual({ link: 'l7', id: 'r3' })
  })
  test('one that has lost its approval asks the operator; one that is about to run does not', async () => {
    const agents = [localAgent('a1', { state: 'waiting' })]
    const { client } = await show({ agents, prompts: [] })
    expect(cells('Coder')[1]).toBe('starting')
    const effect = { kind: 'spawn' as const, target: 'claude', exact: 'the prompt' }
    const actor = { kind: 'agent' as const, name: 'Coder (Jaibber)' }
    act(() =>
      client.setState({
        approvals: [{ id: 'q1', source: 'l7', actor, effect, question: 'Coder asks', at: fixtureNow, hidden: [], digest: 'd' }],
      }),
    )
    await waitFor(() => expect(cells('Coder')[1]).toBe('needs you'))
    expect(within(rowOf('Coder')).getByRole('button', { name: 'Stop Coder' })).toBeTruthy()
  })
  test('without an agent it explains agents; without a team nothing is shown', async () => {
    const { client, store } = await show({ agents: [], prompts: [] })
    fireEvent.click(await screen.findByRole('button', { name: 'Add one' }))
    expect(store.getState().overlay).toEqual({ kind: 'local agent' })
    act(() => client.setState({ views: [] }))
    await waitFor(() => expect(screen.queryByText('Local agents')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Local agent' })).toBeNull()
  })
  test('keys continue from the listed agents to those of this machine, and act on the selected one', async () => {
    const shown = await show()
    const { client, store } = shown
    client.answer('stopAnswer', () => ({}))
    act(() => moveAgent(store.getState(), 100))
    expect(store.getState().detail.get('agents')).toBe('local:l7:a4')
    press('k')
    press('k')
    press('k')
    expect(store.getState().detail.get('agents')).toBe('local:l7:a1')
    press('e') // it runs: nothing to change
    expect(store.getState().overlay).toBeUndefined()
    press('x')
    await waitFor(() => expect(client.asked('stopAnswer')).toEqual([{ agent: 'a1' }]))
    await choose(shown, 'a4')
    press('e')
    expect(store.getState().overlay).toEqual({ kind: 'local agent', link: 'l7', agent: 'a4' })
  })
})

describe('the pane', () => {
  test('shows the current and waiting messages, each with a link to the feed', async () => {
    const shown = await show()
    const pane = await choose(shown, 'a1')
    expect(pane.textContent).toContain('1,204 characters so far')
    const queue = within(pane).getByRole('list', { name: 'Queue' })
    expect(queue.textContent).toContain('@Coder and the tests?')
    expect(pane.textContent).toContain('2 later prompts not shown.')
    shown.client.on('events.find', () => fail('not-found', 'It is not known here any more.'))
    fireEvent.click(within(queue).getByRole('button', { name: 'show' }))
    expect((await within(queue).findByRole('alert')).textContent).toBe('It is not known here any more.')
    const asked = shown.client.calls.filter(({ method }) => method === 'events.find').map(({ input }) => input)
    expect(asked).toEqual([{ source: 'l7', wireId: 'm2' }])
  })
  test('stops an answer in mid-stream', async () => {
    const shown = await show()
    shown.client.answer('stopAnswer', () => ({}))
    const pane = await choose(shown, 'a1')
    fireEvent.click(within(pane).getByRole('button', { name: /^Stop answer/ }))
    await waitFor(() => expect(shown.client.asked('stopAnswer')).toEqual([{ agent: 'a1' }]))
  })
  test('shows the last prompt as built, and the log, with nothing hidden', async () => {
    const shown = await show()
    const pane = await choose(shown, 'a2')
    await within(pane).findByText(/12 messages before it, 3 older ones left out/)
    expect(within(pane).getByRole('button', { name: /^Read/ })).toBeTruthy()
    expect(pane.querySelector('.peek .ctrl')?.textContent).toBe('U+202E')
    const log = within(pane).getByRole('region', { name: 'Log' })
    await within(log).findByText(/started/)
    expect(log.querySelector('.ctrl')?.textContent).toBe('U+202E')
  })
  test('failures are shown with their reason', async () => {
    const pane = await choose(await show(), 'a3')
    expect(within(pane).getByRole('alert').textContent).toMatch(/^codex: command not found/)
  })
  test('what a provider lacks is not shown; a stopped agent can be changed', async () => {
    const pane = await choose(await show({ agents: [localAgent('a4', {}, { provider: { kind: 'echo' } })] }), 'a4')
    expect(pane.textContent).not.toContain('Folder')
    expect(within(pane).getByRole('button', { name: /^Edit/ })).toBeTruthy()
  })
  test('is removed only after a confirmation', async () => {
    const shown = await show()
    shown.client.answer('removeAgent', () => ({}))
    const pane = await choose(shown, 'a1')
    fireEvent.click(within(pane).getByRole('button', { name: 'Remove agent' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove Coder?' })
    expect(dialog.textContent).toContain('It is stopped first')
    expect(document.activeElement?.textContent).toContain('Cancel')
    expect(shown.client.asked('removeAgent')).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove agent' }))
    await waitFor(() => expect(shown.client.asked('removeAgent')).toEqual([{ agent: 'a1' }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

test('a listed agent shows its projects, its machine, its owner, and doubts', async () => {
  const shown = await show()
  const [coder] = shown.client.calls.length > 0 ? (shown.store.getState().state?.agents ?? []).filter((one) => one.id === 'coder') : []
  if (coder === undefined) throw new Error('no coder')
  const names = [...coder.names, { source: 'l7', protocol: 'jaibber', name: 'Coder', by: 'operator' as const }]
  act(() => shown.client.setState({ agents: [{ ...coder, names, instructions: 'What its file says.' }] }))
  const pane = screen.getByRole('region', { name: 'Pane' })
  await within(pane).findByText(/On harbour/)
  expect(pane.textContent).toContain('web-console, on dev-server, this machine, of mira, for')
  expect(within(pane).getByLabelText('Instructions, as its team sees them').textContent).toBe('Write small changes with tests.')
  expect(screen.getByRole('columnheader', { name: 'Runtime, machine' })).toBeTruthy()
  expect(within(screen.getByRole('table', { name: 'Agents' })).getByText('dev-server, from here')).toBeTruthy()
  fireEvent.click(within(pane).getByRole('button', { name: /Runs on this machine/ }))
  expect(shown.store.getState().detail.get('agents')).toBe('local:l7:a1')
})
