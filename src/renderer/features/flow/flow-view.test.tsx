import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { searchOverlay } from '../overlays.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureDesk } from '../testing/desk-fixtures.ts'
import { fixtureFlow } from '../testing/flow-page.ts'
import { fixtureNow, fixtureState, messageEvent } from '../testing/fixtures.ts'
import { pastCore, pastMoment as then } from '../testing/past-fixtures.ts'
import { TestKeys } from '../testing/screen-parts.tsx'
import { renderApp, type Rendered } from '../testing/test-render.tsx'
import { flowCommands } from './flow-commands.ts'
import { laneOf } from '../../../../test/fakes/flow-rows.ts'
import { FlowInspector } from './flow-inspector.tsx'
import { FlowView } from './flow-view.tsx'

afterEach(cleanup)

async function show(client?: MockClient): Promise<Rendered> {
  const rendered = await renderApp(
    <>
      <TestKeys commands={flowCommands} />
      <main>
        <FlowView />
      </main>
      <aside>
        <FlowInspector />
      </aside>
    </>,
    client,
  )
  act(() => rendered.store.getState().setView('flow'))
  return rendered
}
const press = (key: string, more: KeyboardEventInit = {}): void =>
  void fireEvent.keyDown(document.activeElement ?? document.body, { key, code: 'any', ...more })
const focused = (): string => document.activeElement?.textContent ?? ''
const headers = (): (string | null)[] => screen.getAllByRole('rowheader').map((one) => one.getAttribute('aria-label'))

const kinds = (): (string | undefined)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent ?? undefined)

/** Where the selected row of the table is, after its head. */
const at = (): number => screen.getAllByRole('row').findIndex((row) => row.getAttribute('aria-current') === 'true')

/** No messages, no tasks, and these debts. */
const noMessages = (debts: NonNullable<typeof fixtureFlow.frame>['debts'] = []): MockClient => {
  const client = createMockClient()
  const frame = fixtureFlow.frame as NonNullable<typeof fixtureFlow.frame>
  client.on('flow.window', ({ to }) => ok({ ...fixtureFlow, asOf: to, frame: { ...frame, messages: 0, debts, tasks: [] }, messages: [] }))
  return client
}

describe('the lanes as a grid', () => {
  it('name who, status and age of each row: you first, then groups', async () => {
    await show()
    await screen.findByRole('rowheader', { name: /coder/ })
    expect(headers()).toEqual([
      expect.stringContaining('you, '),
      'auth-crew, 3 agents, open',
      expect.stringMatching(/^reviewer, waiting/),
      expect.stringMatching(/^coder, working, 14 m/),
      expect.stringMatching(/^tester, working/),
    ])
    expect(screen.getByRole('grid', { name: 'Lanes' }).getAttribute('aria-rowcount')).toBe('5')
  })

  it('are walked by keys alone, and marks are sentences', async () => {
    const client = createMockClient()
    await show(client)
    await screen.findByRole('rowheader', { name: /coder/ })
    press('j')
    expect(document.activeElement?.getAttribute('aria-label')).toContain('you')
    press('l')
    expect(focused()).toMatch(/you owe reviewer over chat.md, open 12 m, overdue: May I merge\?/)
    const card = screen.getByRole('tooltip').textContent
    expect(card).toMatch(/12\sm of 10\sm/)
    expect(card).toMatch(/^youowereviewer/)
    expect(card).not.toContain('nudge')
    press('g')
    expect(client.calls.map(({ method }) => method)).not.toContain('desk.draft')
    press('Escape')
    expect(screen.queryByRole('tooltip')).toBeNull()
    for (const key of ['j', 'j', 'j', 'h', 'h']) press(key)
    expect(focused()).toMatch(/3 messages in 12 s to tester over chat.md, all read/)
    press('[')
    expect(focused()).toMatch(/asks you|you owe/)
  })

  it('fold and unfold a group with f, and its lanes are gone', async () => {
    await show()
    await screen.findByRole('rowheader', { name: /coder/ })
    for (const key of ['j', 'j', 'f']) press(key)
    expect(headers()).toEqual([expect.stringContaining('you'), 'auth-crew, 3 agents, folded'])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('auth-crew, 3 agents, folded')
    press('f')
    expect(headers()).toHaveLength(5)
  })
})

it('a card closes with Escape wherever the focus is in the pane, and in a dialog the dialog has that key', async () => {
  await show()
  await screen.findByRole('rowheader', { name: /coder/ })
  for (const key of ['j', 'l']) press(key)
  const outside = document.body.appendChild(document.createElement('input'))
  fireEvent.keyDown(outside, { key: 'Escape' })
  outside.remove()
  expect(screen.getByRole('tooltip')).toBeTruthy()
  const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
  act(() => void screen.getByRole('button', { name: 'Table' }).dispatchEvent(event))
  expect(screen.queryByRole('tooltip')).toBeNull()
  expect(event.defaultPrevented).toBe(true)
})

describe('opening', () => {
  it('shows a bundle as a list in the inspector, and its messages one by one', async () => {
    const { store } = await show()
    await screen.findByRole('rowheader', { name: /coder/ })
    for (const key of ['j', 'j', 'j', 'j', 'h', 'h']) press(key)
    press('Enter')
    const pane = within(screen.getByRole('complementary'))
    expect(pane.getByText(/3 messages/).textContent).toContain('All read.')
    expect(pane.getAllByRole('listitem')).toHaveLength(3)
    fireEvent.click(pane.getAllByRole('button', { name: /6 minutes ago/ })[0] as HTMLElement)
    await waitFor(() => expect(store.getState().flow.bundle).toBeUndefined())
  })

  it('shows the ask of a debt', async () => {
    const { store } = await show()
    await screen.findByRole('rowheader', { name: /coder/ })
    for (const key of ['j', 'l', 'Enter']) press(key)
    await waitFor(() => expect(store.getState().selected?.id).toBe('e000008'))
    expect(within(screen.getByRole('complementary')).getByRole('tab', { name: 'Waits' })).toBeTruthy()
  })
})

describe('following', () => {
  it('stops with Space, counts what is new, and goes back to now', async () => {
    const { store, client } = await show()
    await screen.findByRole('rowheader', { name: /coder/ })
    press(' ', { code: 'Space' })
    expect(store.getState().flow.end).toBe(fixtureNow)
    act(() => client.add(messageEvent(31, 'coder', 'tester', 'new'), messageEvent(32, 'coder', 'tester', 'newer')))
    fireEvent.click(await screen.findByRole('button', { name: '2 new' }))
    expect(store.getState().flow).toMatchObject({ end: undefined, newCount: 0 })
  })

  it('zooms with keys, around now while it follows', async () => {
    const { store } = await show()
    await screen.findByRole('rowheader', { name: /coder/ })
    press('+', { shiftKey: true })
    expect(store.getState().flow).toMatchObject({ span: 600_000, end: undefined })
    press('-')
    press('-')
    expect(store.getState().flow.span).toBe(2_400_000)
    press('0')
    expect(store.getState().flow.span).toBe(1_200_000)
  })

  it('moves the brush with keys', async () => {
    const { store } = await show()
    const brush = await screen.findByRole('slider', { name: /Time shown/ })
    expect(brush.getAttribute('aria-valuetext')).toMatch(/20 m 00 s, following/)
    fireEvent.keyDown(brush, { key: 'ArrowLeft' })
    expect(store.getState().flow.end).toBe(fixtureNow - 120_000)
    fireEvent.keyDown(brush, { key: 'End' })
    expect(store.getState().flow.end).toBeUndefined()
  })
})

describe('the table', () => {
  it('shows the same marks, sorts, and opens a row', async () => {
    const { store } = await show()
    await screen.findByRole('rowheader', { name: /coder/ })
    press('T', { shiftKey: true })
    expect(kinds()).toEqual(['message', 'message', 'messages', 'owed', 'ask', 'task'])
    fireEvent.click(screen.getByRole('button', { name: 'Kind' }))
    expect(kinds()).toEqual(['ask', 'message', 'message', 'messages', 'owed', 'task'])
    expect(screen.getByRole('columnheader', { name: 'Kind' }).getAttribute('aria-sort')).toBe('ascending')
    fireEvent.click(within(screen.getAllByRole('row')[1] as HTMLElement).getByRole('button'))
    await waitFor(() => expect(store.getState().selected?.id).toBe('e000008'))
  })
  it('marks the row that is open, which a click anywhere in it opens', async () => {
    const { store } = await show()
    await screen.findByRole('rowheader', { name: /coder/ })
    press('T', { shiftKey: true })
    fireEvent.click(within(screen.getAllByRole('row')[5] as HTMLElement).getByText('ask'))
    await waitFor(() => expect(store.getState().selected?.id).toBe('e000008'))
    expect(screen.getAllByRole('row').map((row) => row.getAttribute('aria-current') === 'true')).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((at) => at === 5),
    )
  })
  it('is walked by the keys of every list, in the order that it is sorted by, and by the events of any lane', async () => {
    const { store } = await show()
    await screen.findByRole('rowheader', { name: /coder/ })
    press('T', { shiftKey: true })
    fireEvent.click(screen.getByRole('button', { name: 'Kind' }))
    for (const key of ['j', 'ArrowDown', 'j', 'k']) press(key)
    expect(at()).toBe(2)
    expect(screen.getAllByRole('row')[2]?.contains(document.activeElement)).toBe(true)
    for (const key of ['ArrowUp', 'k', 'k']) press(key)
    expect(at()).toBe(1)
    press('[')
    expect(kinds()[at() - 1]).toBe('task')
    press(']')
    expect(at()).toBe(1)
    // Enter presses the button that has the focus.
    fireEvent.click(document.activeElement as HTMLElement)
    await waitFor(() => expect(store.getState().selected?.id).toBe('e000008'))
  })
  it('has no legend of marks and lanes, which it does not show', async () => {
    await show()
    await screen.findByRole('rowheader', { name: /coder/ })
    expect(screen.getByRole('note', { name: 'Legend' })).toBeTruthy()
    press('T', { shiftKey: true })
    expect(screen.queryByRole('note', { name: 'Legend' })).toBeNull()
  })
})

describe('a table', () => {
  it('of one row counts one row', async () => {
    await show(noMessages(fixtureFlow.frame?.debts.slice(0, 1)))
    await screen.findByRole('rowheader', { name: /coder/ })
    press('T', { shiftKey: true })
    expect(kinds()).toHaveLength(1)
    expect(screen.getByRole('group', { name: 'Flow as a table' }).textContent).toMatch(/, 1 row(?!s)/)
  })
  it('without rows says so instead of showing its heads alone', async () => {
    await show(noMessages())
    await screen.findByRole('rowheader', { name: /coder/ })
    press('T', { shiftKey: true })
    expect(screen.queryByRole('columnheader')).toBeNull()
    expect(screen.getByRole('group', { name: 'Flow as a table' }).textContent).toContain('Nothing in this window.')
    expect(screen.queryByRole('button', { name: /Copy/ })).toBeNull()
  })
})

const query = (store: Rendered['store']): string | undefined => searchOverlay.of(store.getState())?.query

describe('a number', () => {
  it('of messages leads to exactly these', async () => {
    const { store } = await show()
    await screen.findByRole('rowheader', { name: /coder/ })
    fireEvent.click(await screen.findByRole('button', { name: /in the last hour|since midnight/ }))
    expect(query(store)).toMatch(/^is:live after:\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    fireEvent.click(screen.getByRole('button', { name: /^Today ?, 76 ?messages$/ }))
    expect(query(store)).toMatch(/^is:live after:\d{4}-\d\d-\d\dT00:00$/)
    fireEvent.click(screen.getByRole('button', { name: /^CH ?, \d+ ?messages$/ }))
    expect(query(store)).toContain('link:chat')
  })

  it('of the past counts what had been said by then', async () => {
    const client = pastCore()
    client.on('flow.day', ({ end, asOf }) => ok({ asOf: end, links: [], total: asOf === undefined ? 76 : 12 }))
    const { store } = await show(client)
    await screen.findByRole('button', { name: /^Today ?, 76 ?messages$/ })
    await act(() => store.getState().lookAt(then))
    expect(await screen.findByRole('button', { name: /^Today ?, 12 ?messages$/ })).toBeTruthy()
    expect(screen.queryByText(/in the last hour/)).toBeNull()
    expect(headers()[0]).toContain('you owed ')
  })

  it('of what the operator owes leads to these debts, also with Enter on their lane', async () => {
    const operator = fixtureState.agents.find(({ isOperator }) => isOperator)?.id ?? ''
    const desk = { ...fixtureDesk, agents: [{ id: operator, owes: 2, overdue: 0, owed: 0 }] }
    const { store } = await show(createMockClient({ state: { ...fixtureState, desk } }))
    await screen.findByRole('rowheader', { name: /coder/ })
    press('j')
    press('Enter')
    expect(store.getState()).toMatchObject({ view: 'agents', agentPart: { agent: operator, part: 'owes' } })
    act(() => store.setState({ view: 'flow', agentPart: undefined }))
    fireEvent.click(screen.getByRole('button', { name: 'you owe 2', hidden: true }))
    expect(store.getState()).toMatchObject({ view: 'agents', agentPart: { part: 'owes' } })
  })

  it('of what is overdue leads to a list of that', async () => {
    const { store } = await show(createMockClient({ state: { ...fixtureState, desk: fixtureDesk } }))
    await screen.findByRole('rowheader', { name: /coder/ })
    fireEvent.click(screen.getByRole('button', { name: '2 overdue' }))
    expect(store.getState()).toMatchObject({ view: 'needs', owedBy: 'overdue' })
  })
})

describe('states', () => {
  it('say that the window is being read only if it takes long', async () => {
    const client = createMockClient()
    client.on('flow.window', () => new Promise(() => undefined))
    await show(client)
    expect(screen.queryByText('Reading…')).toBeNull()
    expect(await screen.findByText('Reading…')).toBeTruthy()
  })

  it.each([
    ['say that nobody has spoken, and offer the demo; lanes stay', 0, 'Nobody has spoken yet'],
    ['say that what was said is older', 12, 'Nothing new was said today'],
  ])('%s', async (_, sent, title) => {
    const client = createMockClient({ state: { ...fixtureState, agents: fixtureState.agents.map((agent) => ({ ...agent, sent })) } })
    client.on('flow.window', ({ to }) =>
      ok({
        ...fixtureFlow,
        asOf: to,
        frame: { ...(fixtureFlow.frame as NonNullable<typeof fixtureFlow.frame>), messages: 0, debts: [], tasks: [] },
        messages: [],
      }),
    )
    client.on('flow.day', ({ end }) => ok({ asOf: end, links: [], total: 0 }))
    await show(client)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.queryAllByRole('button', { name: 'Try the demo' })).toHaveLength(sent === 0 ? 1 : 0)
    expect(headers().length).toBeGreaterThan(1)
  })

  it('say from when on the window is complete, if it has too much to read it all', async () => {
    const { store } = await show()
    await screen.findByRole('rowheader', { name: /coder/ })
    const { flowRows } = store.getState()
    act(() => store.setState({ flowRows: { ...flowRows, wholeFrom: fixtureNow - 60_000 } }))
    expect(screen.getByText(/^incomplete before/)).toBeTruthy()
    act(() => store.setState({ flowRows: { ...flowRows, wholeFrom: flowRows.from } }))
    expect(screen.queryByText(/^incomplete before/)).toBeNull()
  })

  it('show why the window cannot be read, and try again', async () => {
    const client = createMockClient()
    client.on('flow.window', () => fail('unavailable', 'The journal cannot be read.'))
    await show(client)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The journal cannot be read.')
    client.on('flow.window', ({ to }) => ok({ ...fixtureFlow, asOf: to }))
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('rowheader', { name: /coder/ })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('fold everything beyond 40 lanes, and a field that has the focus finds one', async () => {
    const client = createMockClient()
    const frame = fixtureFlow.frame as NonNullable<typeof fixtureFlow.frame>
    const lanes = Array.from({ length: 45 }, (_, at) => laneOf(`n${at}`, { team: `crew ${at % 5}` }))
    client.on('flow.window', ({ to }) => ok({ ...fixtureFlow, asOf: to, frame: { ...frame, lanes, debts: [], tasks: [] } }))
    await show(client)
    await screen.findByRole('rowheader', { name: /crew 0/ })
    expect(headers()).toEqual(Array.from({ length: 5 }, (_, at) => `crew ${at}, 9 agents, folded`))
    const field = screen.getByRole('searchbox', { name: /Find an agent/ })
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: 'n41' } })
    expect(headers()).toEqual(['crew 1, 1 agent, open', 'n41, idle'])
  })

  it('hide links of a protocol, and group otherwise', async () => {
    const { store } = await show()
    await screen.findByRole('rowheader', { name: /coder/ })
    act(() => store.getState().setFlow({ grouping: 'none', order: { groups: [], agents: [] }, folded: undefined }))
    expect(headers()).toHaveLength(4)
    act(() => store.getState().setFlow({ without: ['chat'] }))
    expect(store.getState().flowDrawn.marks).toEqual([])
  })
})
