import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fail } from '../../../core/fault.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { renderApp, type Rendered } from '../testing/test-render.tsx'
import { AgentPane } from './agent-pane.tsx'
import { AgentsView } from './agents-view.tsx'
import type { AgentsOnly } from '../state/slices.ts'
import { countedAgents, moveAgent, orderAgents, shownAgent } from './agent-order.ts'
import { statusTone } from './status-text.ts'

afterEach(cleanup)

const show = (client?: MockClient): Promise<Rendered> =>
  renderApp(
    <>
      <AgentsView />
      <section aria-label="Pane">
        <AgentPane />
      </section>
    </>,
    client,
  )
const inputs = (client: MockClient, method: string): unknown[] =>
  client.calls.filter((call) => call.method === method).map((call) => call.input)
const names = (): (string | null)[] =>
  within(screen.getByRole('table'))
    .getAllByRole('button', { name: /^[a-z]+$/ })
    .map((button) => button.textContent)

/** The agents of the fixtures that a number counts. */
const idsOf = (only: AgentsOnly): string[] => countedAgents(fixtureState.agents, only).map(({ id }) => id)

const drawn = (): number => within(screen.getByRole('table')).getAllByRole('row').length - 1

describe('the table', () => {
  test('is ordered by what needs attention, then by name, the operator last', async () => {
    await show()
    await screen.findByRole('table')
    expect(names()).toEqual(['coder', 'docs', 'orchestrator', 'reviewer', 'tester', 'gemini', 'scout', 'operator'])
  })
  test('is below a head that opens the search', async () => {
    const { store } = await show()
    fireEvent.click(await screen.findByRole('button', { name: 'Search' }))
    expect(store.getState().overlay?.kind).toBe('search')
  })
  test('says how a status is known', async () => {
    await show()
    expect((await screen.findByText('declared: exited with 1')).parentElement?.textContent).toContain('lost')
    expect(screen.getByText('lost').className).toContain('lost')
    expect(screen.getAllByText('no evidence').length).toBe(1) // of the scout: the operator's own is not asked for
  })
  test('its word has a colour where it needs attention', () => {
    const status = { evidence: 'declared', said: '' } as const
    const words = ['needs you', 'lost', 'working', 'idle'] as const
    expect(words.map((word) => statusTone({ ...status, word }))).toEqual(['needs', 'lost', 'mid', 'mid'])
  })
  test('today’s count links to exactly those messages', async () => {
    const { store } = await show()
    fireEvent.click(within(await screen.findByRole('table')).getByRole('button', { name: '11 today, show them' }))
    expect(store.getState().overlay).toEqual({ kind: 'search', query: 'from:"coder" after:today' })
    fireEvent.click(within(screen.getByRole('region', { name: 'Pane' })).getByRole('button', { name: /messages, show them$/ }))
    expect(store.getState().overlay).toMatchObject({ query: 'from:"coder"' })
  })
  test('the number of those who were active today, and of those who work, leads to exactly these, and back to all', async () => {
    const { store } = await show()
    const all = (await screen.findAllByRole('row')).length
    const today = screen.getByRole('button', { name: `${idsOf('today').length} active today` })
    fireEvent.click(today)
    expect(new Set(names())).toEqual(new Set(idsOf('today')))
    fireEvent.click(screen.getByRole('button', { name: /only .* active today/, pressed: true }))
    expect(drawn()).toBe(all - 1)
    act(() => store.getState().showAgents('working'))
    expect(new Set(names())).toEqual(new Set(idsOf('working')))
    expect(idsOf('working')).toContain(shownAgent(store.getState())?.id)
    for (let rows = 0; rows < all; rows++) act(() => moveAgent(store.getState(), 1))
    expect(idsOf('working')).toContain(shownAgent(store.getState())?.id)
  })
  test('of very many agents, as many are drawn as a page can draw at once, more on request, and always the one on the right', async () => {
    const [first] = fixtureState.agents
    if (first === undefined) throw new Error('no agent')
    const many = Array.from({ length: 450 }, (_, at) => ({ ...first, id: `a${at}`, name: `agent${String(at).padStart(3, '0')}` }))
    const { store } = await show(createMockClient({ state: { ...fixtureState, agents: many } }))
    await screen.findByRole('table')
    expect(drawn()).toBe(200)
    act(() => store.getState().setDetail('agents', 'a230'))
    expect(drawn()).toBe(231)
    fireEvent.click(screen.getByRole('button', { name: 'Show more, 219 left' }))
    expect(drawn()).toBe(450)
    expect(screen.queryByRole('button', { name: /^Show more/ })).toBeNull()
    // The button is gone: the keyboard goes on with the first row that came.
    expect(document.activeElement?.textContent).toBe('agent231')
  })
  test('Show more moves the focus to the first row that came, at once and never later', async () => {
    const [first] = fixtureState.agents
    if (first === undefined) throw new Error('no agent')
    const many = Array.from({ length: 450 }, (_, at) => ({ ...first, id: `a${at}`, name: `agent${String(at).padStart(3, '0')}` }))
    const { store } = await show(createMockClient({ state: { ...fixtureState, agents: many } }))
    await screen.findByRole('table')
    fireEvent.click(screen.getByRole('button', { name: 'Show more, 250 left' }))
    expect(document.activeElement?.textContent).toBe('agent200')
    const elsewhere = screen.getByRole('button', { name: 'Invite' })
    elsewhere.focus()
    act(() => store.setState(({ state }) => ({ state: state && { ...state, agents: many.slice(0, 300) } })))
    expect(drawn()).toBe(300)
    expect(document.activeElement).toBe(elsewhere)
  })
  test('keys move through the rows and stop at the ends', async () => {
    const { store } = await show()
    await screen.findByRole('table')
    moveAgent(store.getState(), 1)
    expect(shownAgent(store.getState())?.id).toBe('docs')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('docs'))
    moveAgent(store.getState(), -5)
    expect(shownAgent(store.getState())?.id).toBe('coder')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('coder'))
  })
  test('a message or a calm status moves no row', async () => {
    const { client } = await show()
    await screen.findByRole('table')
    const before = names()
    const words = ['working', 'waiting', 'idle'] as const
    for (const word of words) {
      const agents = fixtureState.agents.map((agent, at) =>
        (words as readonly string[]).includes(agent.status.word)
          ? { ...agent, status: { ...agent.status, word }, lastSeen: fixtureNow + at * 1_000 }
          : agent,
      )
      act(() => client.setState({ agents }))
      expect(names()).toEqual(before)
    }
  })
  test('no row changes place under the pointer or the focus; the keys follow the rows on screen', async () => {
    const { client, store } = await show()
    const table = await screen.findByRole('table')
    const before = names()
    const agents = fixtureState.agents.map((agent) =>
      agent.id === 'scout' ? { ...agent, status: { ...agent.status, word: 'needs you' as const } } : agent,
    )
    fireEvent.pointerEnter(table)
    act(() => client.setState({ agents }))
    expect(names()).toEqual(before)
    const below = before[before.indexOf('scout') + 1]
    act(() => store.getState().setDetail('agents', 'scout'))
    act(() => moveAgent(store.getState(), 1))
    expect(shownAgent(store.getState())?.name).toBe(below)
    fireEvent.pointerLeave(table)
    expect(names()).toEqual(before)
    act(() => (document.activeElement as HTMLElement).blur())
    await waitFor(() => expect(names()?.slice(0, 3)).toContain('scout'))
  })
  test('another agent that comes first takes no place in the pane, which opens no drawer by itself', async () => {
    const { store } = await show()
    const first = shownAgent(store.getState())?.id
    const agents = fixtureState.agents.map((agent) =>
      agent.id === first ? agent : { ...agent, status: { ...agent.status, word: 'needs you' as const }, lastSeen: fixtureNow + 1 },
    )
    // With the focus in it, the table keeps its order.
    act(() => (document.activeElement as HTMLElement).blur())
    act(() => store.setState({ state: { ...fixtureState, agents } }))
    await waitFor(() => expect(store.getState().agentOrder[0]).toBe(orderAgents(agents)[0]?.id))
    expect(orderAgents(agents)[0]?.id).not.toBe(first)
    expect(shownAgent(store.getState())?.id).toBe(first)
    expect(store.getState().drawer).toBeUndefined()
  })
  test('without agents, says what would appear', async () => {
    await show(createMockClient({ state: { ...fixtureState, agents: [], guesses: [] } }))
    expect(await screen.findByText('No agents yet')).toBeTruthy()
  })
  test('does not say that there are none before they are read, and offers nothing in the past', async () => {
    const { store } = await show(createMockClient({ state: { ...fixtureState, agents: [], guesses: [] } }))
    expect(await screen.findByText('No agents yet')).toBeTruthy()
    act(() => store.setState({ state: undefined }))
    expect(screen.queryByText('No agents yet')).toBeNull()
    expect(await screen.findByText('Reading…')).toBeTruthy()
    const past = { at: 1, asOf: 1 } as unknown as NonNullable<ReturnType<typeof store.getState>['past']>
    act(() => store.setState({ state: { ...fixtureState, agents: [], guesses: [] }, past }))
    expect(screen.getByText('No agents at that time')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Invite|demo/ })).toBeNull()
  })
})

describe('names', () => {
  test('a guess is joined or becomes a separate agent', async () => {
    const { client, store } = await show()
    fireEvent.click(await screen.findByRole('button', { name: 'Join coder' }))
    await waitFor(() => expect(store.getState().toasts[0]?.text).toBe('Coder is joined to coder'))
    fireEvent.click(screen.getByRole('button', { name: 'Keep separate' }))
    expect(inputs(client, 'agents.join')).toEqual([{ workspace: 'w1', source: 'l1', name: 'Coder', agent: 'coder' }])
    store.getState().toasts[0]?.act?.run()
    const split = { workspace: 'w1', source: 'l1', name: 'Coder' }
    expect(inputs(client, 'agents.split')).toEqual([split, split])
  })
  test('a name is added in the pane; a refused one stays', async () => {
    const client = createMockClient()
    client.on('agents.join', () => fail('invalid', 'That is the operator.'))
    await show(client)
    const field = await screen.findByRole('textbox', { name: 'Add a name' })
    fireEvent.change(field, { target: { value: 'operator' } })
    fireEvent.submit(field)
    expect((await screen.findByRole('alert')).textContent).toContain('That is the operator.')
    expect(field).toHaveProperty('value', 'operator')
  })
  test('only one of several names can be separated', async () => {
    const [first, ...rest] = fixtureState.agents.filter((agent) => agent.id === 'coder')
    if (first === undefined) throw new Error('the fixtures have a coder')
    const alias = { source: 'l1', protocol: 'chat', name: 'coder-2', by: 'operator' as const }
    const state = { ...fixtureState, agents: [{ ...first, names: [...first.names, alias] }, ...rest] }
    const { client } = await show(createMockClient({ state }))
    fireEvent.click(await screen.findByRole('button', { name: 'Separate coder-2' }))
    expect(inputs(client, 'agents.split')).toEqual([{ workspace: 'w1', source: 'l1', name: 'coder-2' }])
  })
})

describe('the pane', () => {
  test('shows what is known and links to a message', async () => {
    const { store } = await show()
    const pane = within(await screen.findByRole('region', { name: 'Pane' }))
    expect(await pane.findByText('Rotate refresh tokens on reuse')).toBeTruthy()
    expect(pane.getByText('Write small changes with tests.')).toBeTruthy()
    fireEvent.click(pane.getByRole('button', { name: /^Message/ }))
    expect(store.getState().view).toBe('feed')
    expect([...store.getState().drafts.values()].map((draft) => draft.to)).toEqual([['coder']])
  })
  test('a task that the Board does not know is in the agent’s words, code as code', async () => {
    const task = 'Step 3: rate limits in `client.ts`'
    const agents = fixtureState.agents.map((agent) => (agent.name === 'coder' ? { ...agent, task } : agent))
    await show(createMockClient({ state: { ...fixtureState, agents } }))
    const pane = within(await screen.findByRole('region', { name: 'Pane' }))
    expect((await pane.findByText('client.ts')).tagName).toBe('CODE')
  })
  test('an agent’s file opens at the source; the reason why not is next to it', async () => {
    const client = createMockClient()
    await show(client)
    const path = await screen.findByRole('button', { name: '.workplace/agents/coder.md' })
    fireEvent.click(path)
    await waitFor(() => expect(inputs(client, 'agents.open')).toEqual([{ workspace: 'w1', agent: 'coder' }]))
    expect(screen.queryByRole('alert')).toBeNull()
    client.on('agents.open', () => fail('unsupported', 'No editor is set.'))
    fireEvent.click(path)
    expect((await screen.findByRole('alert')).textContent).toContain('No editor is set.')
  })
  test('recent messages link to their place', async () => {
    const { store } = await show()
    fireEvent.click(await screen.findByRole('button', { name: 'chat.md:12' }))
    await waitFor(() => expect(store.getState().selection).toBe('e000012'))
  })
  test('whom no message reaches cannot be written to, and why', async () => {
    const { store } = await show()
    expect(await screen.findByRole('button', { name: /^Message/ })).toBeTruthy()
    act(() => store.setState({ protocols: store.getState().protocols.map((protocol) => ({ ...protocol, takesMessages: false })) }))
    expect(screen.queryByRole('button', { name: /^Message/ })).toBeNull()
    expect(screen.getByText('chat.md takes no messages.')).toBeTruthy()
  })
  test('the operator cannot write to itself', async () => {
    const { store } = await show()
    await screen.findByRole('table')
    store.getState().setDetail('agents', 'operator')
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Message/ })).toBeNull())
  })
})
