import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import type { Need } from '../../../core/need.ts'
import { readMs } from '../../../core/read-time.ts'
import { draftOf } from '../state/draft.ts'
import { useApp } from '../state/store.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureDebt, fixtureDesk, fixtureNeeds, fixtureRow } from '../testing/desk-fixtures.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { TestKeys } from '../testing/screen-parts.tsx'
import { renderApp, type Rendered } from '../testing/test-render.tsx'
import { needCommands } from './need-commands.ts'
import { NeedsView } from './needs-view.tsx'

afterEach(cleanup)

async function shown(
  desk: Partial<typeof fixtureDesk> = {},
  client?: MockClient,
  more?: Parameters<typeof renderApp>[2],
): Promise<Rendered> {
  const used = client ?? createMockClient({ state: { ...fixtureState, desk: { ...fixtureDesk, ...desk } } })
  const rendered = await renderApp(
    <>
      <TestKeys commands={needCommands} />
      <NeedsView />
    </>,
    used,
    more,
  )
  act(() => rendered.store.getState().setView('needs'))
  const others = await screen.findByRole('region', { name: 'Owed by others' })
  await waitFor(() => expect(within(others).queryByText('Reading…')).toBeNull())
  return rendered
}

const press = (key: string, more: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: 'any', ...more })
const rows = (): HTMLElement[] => within(screen.getByRole('list', { name: 'Needs me' })).getAllByRole('article')
const asked = (client: MockClient, method: string): unknown[] =>
  client.calls.filter((call) => call.method === method).map(({ input }) => input)
const owed = (): HTMLElement => within(screen.getByRole('list', { name: 'Owed by others' })).getAllByRole('listitem')[0] as HTMLElement
const [question] = fixtureNeeds
if (question === undefined) throw new Error('no question')

test('when the selected row closes, the next keys go on from its place, not from the top', async () => {
  const { store, client } = await shown()
  const [first, second, third] = fixtureNeeds
  for (const key of ['n', 'j']) press(key)
  expect(store.getState().need).toBe(second?.id)
  act(() => client.setState({ desk: { ...fixtureDesk, needs: [first, third].flatMap((need) => need ?? []) } }))
  press('j')
  expect(store.getState().need).toBe(third?.id)
  act(() => client.setState({ desk: { ...fixtureDesk, needs: [first].flatMap((need) => need ?? []) } }))
  press('k')
  expect(store.getState().need).toBe(first?.id)
})

/** Needs me, while it is the view. */
function Shown(): React.JSX.Element | null {
  return useApp((state) => state.view === 'needs') ? <NeedsView /> : null
}

test('coming back from another view, the inspector shows the row that is marked', async () => {
  const { store } = await renderApp(<Shown />, createMockClient({ state: { ...fixtureState, desk: fixtureDesk } }))
  act(() => store.getState().selectNeed(question.id))
  act(() => store.getState().setView('feed'))
  act(() => store.getState().select('e000001'))
  act(() => store.getState().setView('needs'))
  await waitFor(() => expect(store.getState().selection).toBe(question.event))
  act(() => store.getState().setView('feed'))
  act(() => store.getState().selectNeed('gone'))
  act(() => store.getState().select('e000001'))
  act(() => store.getState().setView('needs'))
  expect(store.getState().selection).toBe('e000001')
})

test('an undo that changes nothing says so', async () => {
  const client = createMockClient({ state: { ...fixtureState, desk: fixtureDesk } })
  client.on('desk.mark', () => ok({ undo: 'u', sent: 0 }))
  client.on('desk.unmark', () => ok({ restored: 0 }))
  const { store } = await shown({}, client)
  await act(() => store.getState().markDebts([question.id], 'settle', 'Done'))
  await act(() => store.getState().undoMark())
  expect(store.getState().toasts.map(({ text }) => text)).toContain('Not undone')
})

test('each confirmation takes back what it confirms, also after another decision', async () => {
  const client = createMockClient({ state: { ...fixtureState, desk: fixtureDesk } })
  const tokens = ['first', 'second']
  client.on('desk.mark', () => ok({ undo: tokens.shift() ?? '', sent: 0 }))
  client.on('desk.unmark', () => ok({ restored: 1 }))
  const { store } = await shown({}, client)
  await act(() => store.getState().markDebts([question.id], 'settle', 'Done'))
  await act(() => store.getState().markDebts(['other'], 'waive', 'No longer needed'))
  const undo = (words: string): unknown =>
    act(() =>
      store
        .getState()
        .toasts.find(({ text }) => text === words)
        ?.act?.run(),
    )
  undo('Done')
  await waitFor(() => expect(asked(client, 'desk.unmark')).toEqual([{ workspace: 'w1', undo: 'first' }]))
  expect(store.getState().toasts.at(-1)?.text).toBe('Undone: Done')
  // The key takes back the last one that stands.
  expect(store.getState().lastMark?.undo).toBe('second')
  undo('No longer needed')
  await waitFor(() => expect(asked(client, 'desk.unmark')).toHaveLength(2))
  expect(store.getState().lastMark).toBeUndefined()
})

test('every row has a name that says why, who, what, and how much of its limit is used', async () => {
  await shown()
  expect(rows().map((row) => row.getAttribute('aria-label'))).toEqual([
    `question, from reviewer, ${question.text}, 12 of 10 m, overdue`,
    'approve, from tester, Run migration 0042 on staging, 3 of 10 m',
    'link, from chat.md, chat.md has been down for 4 m, 4 m',
  ])
  // That whoever asks waits for it is no news.
  expect(rows()[0]?.querySelector('.harm')?.textContent).toBe('Blockscoder')
  expect(rows()[1]?.querySelector('.harm')?.textContent).toBe(' the command has 2 hidden characters')
  const others = within(screen.getByRole('list', { name: 'Owed by others' })).getAllByRole('listitem')
  expect(others.map((row) => row.getAttribute('aria-label'))).toEqual([
    'gemini owes orchestrator, Result: Port the rate limiter, 41 of 30 m, overdue',
    'reviewer owes coder, Review: JWT validation in src/auth.rs, 14 of 30 m',
  ])
  // Not what the operator is late with, which the rows above show.
  expect(screen.getByText('1 overdue')).toBeTruthy()
  expect((await screen.findByRole('list', { name: 'Closed today' })).textContent).toContain('you answered in 3 m')
})

test('keys go through the rows, and n begins again after the last', async () => {
  const { store } = await shown()
  press('j')
  expect(document.activeElement).toBe(rows()[0])
  expect(store.getState().selection).toBe('e000008')
  for (const key of ['ArrowDown', 'j']) press(key)
  expect(store.getState().need).toBe('link|l1')
  press('n')
  expect(store.getState().need).toBe(question.id)
  press('N', { shiftKey: true })
  expect(rows()[2]?.getAttribute('aria-current')).toBe('true')
})

test('e closes a row, which stays struck through until focus and pointer leave; Ctrl Z takes it back', async () => {
  const { client, store } = await shown()
  client.on('desk.mark', () => ok({ undo: 'u7', sent: 1 }))
  for (const key of ['n', 'e']) press(key)
  await waitFor(() => expect(store.getState().lastMark?.undo).toBe('u7'))
  expect(asked(client, 'desk.mark')).toEqual([{ workspace: 'w1', keys: [question.id], verb: 'settle' }])
  expect(store.getState().toasts.at(-1)).toMatchObject({ text: 'Done', detail: '1 message about it already sent' })
  act(() => client.setState({ desk: { ...fixtureDesk, needs: fixtureNeeds.slice(1) } }))
  expect(rows()[0]?.getAttribute('aria-label')).toContain('closed')
  expect(within(rows()[0] as HTMLElement).queryByRole('button', { name: /Reply/ })).toBeNull()
  act(() => (document.activeElement as HTMLElement).blur())
  await waitFor(() => expect(rows()).toHaveLength(2))
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  press('z', { ctrlKey: true })
  expect(asked(client, 'desk.unmark')).toEqual([])
  field.remove()
  press('z', { ctrlKey: true })
  await waitFor(() => expect(asked(client, 'desk.unmark')).toEqual([{ workspace: 'w1', undo: 'u7' }]))
  expect(store.getState().toasts.at(-1)?.detail).toContain('cannot be taken back')
})

test('the order stays while the pointer is among the rows', async () => {
  const { client } = await shown()
  const list = screen.getByRole('list', { name: 'Needs me' })
  const before = rows().map((row) => row.dataset['need'])
  fireEvent.pointerEnter(list)
  act(() => client.setState({ desk: { ...fixtureDesk, needs: fixtureNeeds.toReversed() } }))
  expect(rows().map((row) => row.dataset['need'])).toEqual(before)
  fireEvent.pointerLeave(list)
  await waitFor(() => expect(rows().map((row) => row.dataset['need'])).toEqual(before.toReversed()))
})

test('a row that closes while the pointer is among the rows keeps its height, without verbs to press', async () => {
  const { client } = await shown()
  const verbs = (): number => rows()[0]?.querySelectorAll('.q-a .btn').length ?? 0
  const before = verbs()
  fireEvent.pointerEnter(screen.getByRole('list', { name: 'Needs me' }))
  act(() => client.setState({ desk: { ...fixtureDesk, needs: fixtureNeeds.slice(1) } }))
  expect(rows()[0]?.className).toContain('closed')
  expect(verbs()).toBe(before)
  expect(rows()[0]?.querySelectorAll('.q-a button')).toHaveLength(0)
})

test('what comes while the pointer is below the rows pushes nothing down; its number is said, and it comes afterwards', async () => {
  const { client } = await shown({ needs: fixtureNeeds.slice(1) })
  const before = rows().map((row) => row.dataset['need'])
  const below = await screen.findByRole('region', { name: 'Owed by others' })
  fireEvent.pointerEnter(below.parentElement as HTMLElement)
  act(() => client.setState({ desk: fixtureDesk }))
  expect(rows().map((row) => row.dataset['need'])).toEqual(before)
  expect(screen.getByText('1 new')).toBeTruthy()
  fireEvent.pointerLeave(below.parentElement as HTMLElement)
  await waitFor(() => expect(rows()).toHaveLength(fixtureNeeds.length))
  expect(screen.queryByText('1 new')).toBeNull()
})

test('a pointer that was left below the rows keeps nothing away, neither from the keys nor for long', async () => {
  const { client } = await shown({ needs: fixtureNeeds.slice(1) })
  const below = await screen.findByRole('region', { name: 'Owed by others' })
  const rest = below.parentElement as HTMLElement
  fireEvent.pointerEnter(rest)
  act(() => client.setState({ desk: fixtureDesk }))
  expect(rows()).toHaveLength(fixtureNeeds.length - 1)
  fireEvent.keyDown(document.body, { key: 'Shift' })
  await waitFor(() => expect(rows()).toHaveLength(fixtureNeeds.length))

  act(() => client.setState({ desk: { ...fixtureDesk, needs: fixtureNeeds.slice(1) } }))
  await waitFor(() => expect(rows()).toHaveLength(fixtureNeeds.length - 1))
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  fireEvent.pointerMove(rest)
  act(() => client.setState({ desk: fixtureDesk }))
  expect(rows()).toHaveLength(fixtureNeeds.length - 1)
  act(() => void vi.advanceTimersByTime(10_000))
  expect(rows()).toHaveLength(fixtureNeeds.length)
})

test('z offers times to snooze a row; what cannot be snoozed says why', async () => {
  const { client } = await shown()
  for (const key of ['n', 'z']) press(key)
  fireEvent.click(await screen.findByRole('menuitem', { name: '3 hours' }))
  await waitFor(() =>
    expect(asked(client, 'desk.mark')).toEqual([
      { workspace: 'w1', keys: [question.id], verb: 'snooze', until: fixtureNow + 3 * 3_600_000 },
    ]),
  )
  const more = within(rows()[2] as HTMLElement).getByRole('button', { name: /^More/ })
  fireEvent.keyDown(more, { key: 'Enter' })
  const done = await screen.findByRole('menuitem', { name: /Done/ })
  expect(done.getAttribute('aria-disabled')).toBe('true')
  expect(done.textContent).toContain('It closes when the link works as it was set up.')
})

test('an inferred debt can be kept as one, or be none', async () => {
  const { client } = await shown()
  fireEvent.keyDown(within(rows()[0] as HTMLElement).getByRole('button', { name: /^More/ }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Not a request' }))
  await waitFor(() => expect(asked(client, 'desk.mark')).toMatchObject([{ verb: 'none' }]))
  fireEvent.keyDown(within(rows()[2] as HTMLElement).getByRole('button', { name: /^More/ }), { key: 'Enter' })
  expect(screen.queryByRole('menuitem', { name: 'Not a request' })).toBeNull()
})

test('a key that cannot act on the selected row says why in the row', async () => {
  const { client } = await shown()
  press('n')
  press('h')
  expect(asked(client, 'desk.draft')).toEqual([])
  expect(within(rows()[0] as HTMLElement).getByRole('alert').textContent).toBe('You were asked. To pass it on, reply and say to whom.')
  press('j')
  expect(screen.queryByRole('alert')).toBeNull()
  press('e')
  expect(asked(client, 'desk.mark')).toEqual([])
  expect(within(rows()[1] as HTMLElement).getByRole('alert').textContent).toBe('It closes when you decide.')
  press('h')
  expect(within(rows()[1] as HTMLElement).getByRole('alert').textContent).toContain('nobody to hand it over to')
})

test('a link is retried, and its fault is shown in the row', async () => {
  const { client } = await shown()
  client.on('links.act', () => fail('unavailable', 'The server does not answer.'))
  press('n')
  press('N', { shiftKey: true })
  press('Enter')
  await waitFor(() => expect(rows()[2]?.textContent).toContain('The server does not answer.'))
  expect(asked(client, 'links.act')).toEqual([{ link: 'l1', act: 'retry' }])
})

test('others are reminded first, then the work is given to somebody else', async () => {
  const { client, store } = await shown()
  fireEvent.click(within(owed()).getByRole('button', { name: 'Nudge' }))
  await waitFor(() => expect(asked(client, 'desk.draft')).toMatchObject([{ intent: 'nudge' }]))
  expect(draftOf(store.getState()).text).toBe('nudge text')
  fireEvent.click(within(owed()).getByRole('button', { name: 'Reassign' }))
  expect(store.getState().overlay).toMatchObject({ kind: 'hand over', verb: 'Reassign' })
})

test('what others owe has the verbs that it has once it is overdue, but no time to put it off', async () => {
  const { client } = await shown()
  const menu = within(owed()).getAllByRole('button', { name: /^More/ })[0] as HTMLElement
  fireEvent.keyDown(menu, { key: 'Enter' })
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items).toEqual(expect.arrayContaining(['Reassign', 'Escalate…', 'No longer needed']))
  expect(items.some((item) => item.startsWith('Mute'))).toBe(true)
  expect(items.some((item) => item.startsWith('Snooze'))).toBe(false)
  fireEvent.click(screen.getByRole('menuitem', { name: 'No longer needed' }))
  await waitFor(() => expect(asked(client, 'desk.mark')).toMatchObject([{ verb: 'waive' }]))
})

test('one row stands for what was asked often, and shows each', async () => {
  const often = fixtureRow(fixtureDebt(8), { asked: 31 })
  const { client } = await shown({ needs: [{ ...question, row: often } as Need] })
  const same = screen.getByRole('button', { name: 'Asked 31 ×' })
  fireEvent.click(same)
  await within(screen.getByRole('list', { name: 'Asked' })).findByText(/Clock skew/)
  expect(same.getAttribute('aria-expanded')).toBe('true')
  expect(asked(client, 'desk.get')).toEqual([{ workspace: 'w1', key: often.debt.key }])
})

test('several questions that one message answered are done, or open again', async () => {
  const debt = fixtureDebt(8, {
    state: 'settled',
    end: { event: 'e000009', at: fixtureNow, by: 'operator', how: 'turn', evidence: 'inferred' },
    // Another answer broke off before.
    cut: { at: fixtureNow - 60_000, reason: 'coder left' },
  })
  const row = fixtureRow(debt, { keys: [debt.key, 'l1|2'], asked: 2, spoke: { questions: 3, until: fixtureNow + 1 } })
  const client = createMockClient({
    state: { ...fixtureState, desk: { ...fixtureDesk, needs: [{ ...question, change: 'new', row } as Need] } },
  })
  client.on('desk.page', ({ list }) => ok({ rows: list === 'owed' ? [{ ...row, debtor: 'coder' }] : [], total: 1, hasMore: false }))
  const { store } = await shown({}, client)
  expect(rows()[0]?.getAttribute('aria-label')).toContain('asked 3 ×, spoke once'.slice(1))
  for (const key of ['n', 'e']) press(key)
  await waitFor(() => expect(asked(client, 'desk.mark')).toEqual([{ workspace: 'w1', keys: row.keys, verb: 'settle' }]))
  expect(owed().textContent).toContain('asked 3 ×, spoke once')
  expect(document.body.textContent.toLowerCase()).not.toContain('broke off')
  await act(() => store.getState().undoMark())
  fireEvent.click(within(owed()).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(asked(client, 'desk.mark')).toHaveLength(2))
})

test('Done by key covers no question that joined the row on this page less than a second ago, however long the core has had it', async () => {
  const debt = fixtureDebt(8)
  const of = (...keys: string[]): (typeof fixtureDesk)['needs'] => [
    { ...question, row: fixtureRow(debt, { keys, asked: keys.length }) } as Need,
  ]
  const client = createMockClient({ state: { ...fixtureState, desk: { ...fixtureDesk, needs: of(debt.key) } } })
  let now = fixtureNow
  await shown({}, client, { now: () => now })
  press('n')
  now += readMs
  act(() => client.setState({ desk: { ...fixtureDesk, needs: of(debt.key, 'l1|2') } }))
  press('e')
  await waitFor(() => expect(asked(client, 'desk.mark')).toEqual([{ workspace: 'w1', keys: [debt.key], verb: 'settle' }]))
  now += readMs
  press('e')
  await waitFor(() => expect(asked(client, 'desk.mark').at(-1)).toEqual({ workspace: 'w1', keys: [debt.key, 'l1|2'], verb: 'settle' }))
})

test('where an answer broke off, the row says why, and the clock that it shows stands still', async () => {
  const cut = { at: fixtureNow - 7 * 60_000, reason: 'coder left' }
  const debt = fixtureDebt(8, { openedAt: fixtureNow - 20 * 60_000, sign: fixtureNow - 20 * 60_000, cut })
  const row = fixtureRow(debt, { overdueAt: fixtureNow - 10 * 60_000 })
  const need = { ...question, row, since: debt.sign, limitAt: row.overdueAt, limit: 10 * 60_000 } as Need
  const client = createMockClient({ state: { ...fixtureState, desk: { ...fixtureDesk, needs: [need] } } })
  client.on('desk.page', ({ list }) => ok({ rows: list === 'owed' ? [{ ...row, debtor: 'coder' }] : [], total: 1, hasMore: false }))
  await shown({}, client)
  for (const each of [rows()[0], owed()]) {
    expect(each?.getAttribute('aria-label')).toMatch(/13 of 10 m.*its answer broke off: coder left/u)
    expect(each?.textContent?.toLowerCase()).toContain('its answer broke off: coder left')
  }
})

test('what was said on another link is shown, and settles only when the operator says so', async () => {
  const debt = fixtureDebt(8)
  const elsewhere = { link: 'l1', at: debt.openedAt + 3 * 60_000, event: 'e000009' }
  const row = fixtureRow(debt, { elsewhere })
  const client = createMockClient({ state: { ...fixtureState, desk: { ...fixtureDesk, needs: [{ ...question, row } as Need] } } })
  client.on('desk.page', ({ list }) => ok({ rows: list === 'owed' ? [{ ...row, debtor: 'coder' }] : [], total: 1, hasMore: false }))
  const { store } = await shown({}, client)
  expect([rows()[0], owed()].map((each) => /spoke on \S+ 3 m later/u.test(each?.getAttribute('aria-label') ?? ''))).toEqual([true, true])
  // The space of a time does not break, and is not a hidden character.
  for (const each of [rows()[0], owed()]) expect(each?.textContent).toMatch(/[Ss]poke on \S+ 3\u00A0m later/u)
  for (const each of [rows()[0] as HTMLElement, owed()]) {
    fireEvent.click(within(each).getByRole('button', { name: 'It is done' }))
    await waitFor(() => expect(asked(client, 'desk.mark').at(-1)).toEqual({ workspace: 'w1', keys: row.keys, verb: 'settle' }))
    await act(() => store.getState().undoMark())
  }
  expect(asked(client, 'desk.mark')).toHaveLength(2)
})

test('what somebody may have written in another name says so where it is owed', async () => {
  const row = fixtureRow(fixtureDebt(8, { doubt: 'not sent from here' }), { debtor: 'coder' })
  const client = createMockClient()
  client.on('desk.page', ({ list }) => ok({ rows: list === 'owed' ? [row] : [], total: 1, hasMore: false }))
  await shown({}, client)
  expect(within(owed()).getByTitle(/^in doubt: not sent from here · /).textContent).toMatch(/^in doubt · /)
  expect(owed().getAttribute('aria-label')).toContain('in doubt: not sent from here')
})

test('while the journal is read for what is owed, it does not say that nothing needs you, or that nobody owes anything', async () => {
  const desk = { ...fixtureState.desk, rebuilding: { done: 411, total: 1_000 } }
  const { store } = await renderApp(<NeedsView />, createMockClient({ state: { ...fixtureState, desk } }))
  act(() => store.getState().setView('needs'))
  const bar = await screen.findByRole('progressbar', { name: 'Reading the journal for what is owed' })
  expect(bar.textContent).toBe('Reading the journal for what is owed: 41 %. More may need you when this is done.')
  expect(screen.queryByRole('heading', { name: 'Nothing needs you.' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Owed by others' })).toBeNull()
})

test('with nothing to do it says so and what would come; the lists say when they cannot be read', async () => {
  const client = createMockClient()
  let isBroken = true
  client.on('desk.page', () => (isBroken ? fail('unavailable', 'The journal cannot be read.') : ok({ rows: [], total: 0, hasMore: false })))
  await shown({}, client)
  expect(screen.getByRole('heading', { name: 'Nothing needs you.' })).toBeTruthy()
  const region = screen.getByRole('region', { name: 'Owed by others' })
  await within(region).findByText('The journal cannot be read.')
  isBroken = false
  fireEvent.click(within(region).getByRole('button', { name: 'Try again' }))
  await within(region).findByText('Nobody owes anything.')
})

test('two hundred rows are all there, and what is left out is counted', async () => {
  const needs = Array.from({ length: 200 }, (_, at) => ({ ...question, id: `l1|${at}` }) as Need)
  await shown({ needs, counts: { needs: 240, owed: 240, overdue: 0, owedByOthers: 240, overdueByOthers: 0, stuck: 0 } })
  expect(rows()).toHaveLength(200)
  expect(screen.getByText('40 less urgent items not listed.')).toBeTruthy()
})

test('what was open before is kept or let go all at once; what nobody took is not the operator’s', async () => {
  const client = createMockClient()
  const { debtor: _debtor, ...unowned } = fixtureRow(fixtureDebt(6))
  const old = [fixtureRow(fixtureDebt(1, { openedAt: fixtureNow - 10 * 86_400_000 })), unowned]
  client.on('desk.page', ({ list }) => ok({ rows: list === 'before' ? old : [], total: list === 'before' ? 2 : 0, hasMore: false }))
  await shown({}, client)
  const list = await screen.findByRole('list', { name: 'From before' })
  expect(list.firstElementChild?.textContent).toMatch(/^you→.*10\sd$/)
  expect(list.lastElementChild?.textContent).toContain('nobody yet')
  expect(list.lastElementChild?.textContent).not.toMatch(/^you/)
  fireEvent.click(await screen.findByRole('button', { name: 'Keep none' }))
  await waitFor(() =>
    expect(asked(client, 'desk.mark')).toEqual([{ workspace: 'w1', keys: old.map(({ debt }) => debt.key), verb: 'waive' }]),
  )
})

test('a row without a text says so, and a file that is not a message is to its mailbox, not from it', async () => {
  const file: Need = { ...question, id: 'unusable|e9', source: 'unusable', who: 'planner' }
  await shown({ needs: [{ ...question, text: ' \n' }, file] })
  expect(rows().map((row) => row.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/from reviewer, No text/),
    expect.stringMatching(/^not usable, to planner/),
  ])
  expect(rows()[0]?.textContent).toContain('No text')
  expect(rows()[1]?.textContent).toContain('to planner')
})

test('who was asked for a task is in quotes where the name reads as a word of the screen', async () => {
  const need: Need = { ...question, source: 'unowned', row: fixtureRow(fixtureDebt(8, { group: ['everyone', 'coder'] })) }
  await shown({ needs: [need] })
  expect(rows()[0]?.textContent).toContain('Asked of “everyone”, coder')
})
