import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { emptyDesk } from '../../../../test/fakes/empty-desk.ts'
import type { Debt, DebtRow } from '../../../core/debt.ts'
import { ok } from '../../../core/fault.ts'
import type { Need } from '../../../core/need.ts'
import { handOverOverlay } from '../overlays.ts'
import { fixtureDebt, fixtureNeeds, fixtureRow } from '../testing/desk-fixtures.ts'
import { fixtureNow } from '../testing/fixtures.ts'
import { createLinkClient, type LinkClient } from '../testing/link-client.ts'
import { pastAt } from '../testing/past-fixtures.ts'
import type { Rendered } from '../testing/test-render.tsx'
import { busyTasks, renderApp } from './board-fixtures.ts'
import { boardCommands } from './board-commands.ts'
import { BoardInspector } from './board-inspector.tsx'
import { BoardView } from './board-view.tsx'

afterEach(cleanup)

const minute = 60_000
const need = fixtureNeeds[0] as Need

function task(of: number, text: string, debt: Partial<Debt> = {}, row: Partial<DebtRow> = {}): DebtRow {
  return fixtureRow(fixtureDebt(of, { kind: 'task', creditor: 'planner', debtor: 'coder', text, ...debt }), row)
}

const { debtor: _debtor, ...nobodys } = fixtureDebt(1, { kind: 'task', creditor: 'planner', text: 'Port it' })
const tasks: readonly DebtRow[] = [
  fixtureRow(nobodys),
  task(2, 'Write the guide'),
  task(3, 'Run the tests', { taken: true }, { overdueAt: fixtureNow - minute, life: 'overdue' }),
  task(4, 'Merge it', { taken: true, awaitedNames: ['reviewer'] }),
  task(5, 'Count them', { state: 'settled', end: { at: fixtureNow - minute, by: 'coder', how: 'ref', evidence: 'declared' } }),
  task(6, 'Drop it', { state: 'failed', end: { at: fixtureNow - minute, by: 'coder', how: 'ref', evidence: 'declared' } }),
  task(7, 'Never mind', { state: 'void' }),
  task(8, 'Rotate the keys', {}, { keys: ['l1|8', 'l5|task/l5-000001'] }),
]

function clientWith(rows: readonly DebtRow[]): LinkClient {
  const client = createLinkClient(busyTasks())
  client.on('desk.page', ({ list, source, before, limit }) => {
    const all = list !== 'tasks' ? [] : rows.filter(({ keys }) => keys.some((key) => key.startsWith(`${source ?? ''}|`)))
    const from = before === undefined ? 0 : all.findIndex(({ debt }) => debt.key === before) + 1
    return ok({ rows: all.slice(from, from + Math.min(limit, 3)), total: all.length, hasMore: from + 3 < all.length })
  })
  const row = rows.find(({ debt }) => debt.text === 'Write the guide')
  if (row !== undefined) client.on('desk.get', () => ok({ row, events: [], waiting: [], awaited: [] }))
  return client
}

async function show(client: LinkClient, links: readonly string[]): Promise<Rendered> {
  const rendered = await renderApp(
    <>
      <BoardView />
      <BoardInspector />
    </>,
    client,
  )
  const { desk } = rendered.store.getState().state ?? {}
  if (desk !== undefined) act(() => client.setState({ desk: { ...desk, tasks: [...links] } }))
  act(() => rendered.store.getState().setView('board'))
  act(() => rendered.store.getState().setBoard({ showsDone: true }))
  return rendered
}

const card = (name: RegExp): HTMLElement | null => screen.queryByRole('button', { name })?.closest('[data-card]') ?? null
const assigns = (): unknown[] => screen.queryAllByRole('button', { name: /^assign/i })
const columnOf = (name: RegExp): string | undefined => card(name)?.closest<HTMLElement>('[data-column]')?.dataset['column']

test('a debt of kind task is a card in the column that its messages say, whichever protocol it came by', async () => {
  await show(clientWith(tasks), ['l1'])
  await waitFor(() => expect(columnOf(/Port it/)).toBe('proposed'))
  expect([/Write the guide/, /Run the tests/, /Merge it/, /Count them/, /Drop it/].map(columnOf)).toEqual([
    'assigned',
    'working',
    'waiting',
    'done',
    'other:failed',
  ])
  expect(card(/Run the tests/)?.querySelector('.age.over')?.textContent).toContain('overdue')
  expect(card(/Write the guide/)?.querySelector('.age.over')).toBeNull()
  expect(card(/Merge it/)?.textContent).toContain('reviewer')
  expect(card(/Never mind/)).toBeNull()
})

test('what a link shows itself is one card, which is overdue when its debt is', async () => {
  const own = task(9, 'Move session store', { source: 'l5', key: 'l5|task/l5-000001' }, { overdueAt: fixtureNow - minute })
  await show(clientWith([...tasks, { ...own, keys: ['l5|task/l5-000001'] }]), ['l1', 'l5'])
  await waitFor(() => expect(card(/Move session store/)?.querySelector('.age.over')).toBeTruthy())
  expect(screen.getAllByRole('button', { name: /Move session store/ })).toHaveLength(1)
  await waitFor(() => expect(card(/Port it/)).toBeTruthy())
  expect(card(/Rotate the keys/)).toBeNull()
})

/** What the operator owes for a task. */
const asked = (of: number, parent: string): Need => ({
  ...need,
  id: `n${of}`,
  source: of === 1 ? 'answer' : 'review',
  row: fixtureRow(fixtureDebt(of, { parent })),
})

test('a card that waits for the operator says why, and its column how many do; in the past nothing waits', async () => {
  const client = clientWith(tasks)
  const { store } = await show(client, ['l1', 'l5'])
  await waitFor(() => expect(card(/Write the guide/)).toBeTruthy())
  const desk = store.getState().state?.desk ?? emptyDesk
  act(() => client.setState({ desk: { ...desk, needs: [asked(1, 'l1|1:2:x'), asked(2, 'l5|task/l5-000001')] } }))
  await waitFor(() => expect(card(/Write the guide/)?.querySelector('.st.needs')?.textContent).toContain('question'))
  expect(card(/Move session store/)?.querySelector('.st.needs')?.textContent).toContain('review')
  expect(card(/Merge it/)?.querySelector('.st.needs')).toBeNull()
  expect(
    card(/Write the guide/)
      ?.closest('section')
      ?.querySelector('header .needs')?.textContent,
  ).toContain('1')
  client.on('past.state', ({ asOf }) => ok(pastAt(asOf)))
  await act(async () => store.getState().lookAt(fixtureNow - minute))
  await waitFor(() => expect(document.querySelector('.st.needs')).toBeNull())
})

test('how many cards of a column wait for the operator leads to them, one after the other', async () => {
  const client = clientWith([...tasks, task(12, 'Print the guide')])
  const { store } = await show(client, ['l1'])
  await waitFor(() => expect(card(/Print the guide/)).toBeTruthy())
  const desk = store.getState().state?.desk ?? emptyDesk
  act(() => client.setState({ desk: { ...desk, needs: [asked(1, 'l1|1:2:x'), asked(2, 'l1|1:12:x')] } }))
  const count = await screen.findByRole('button', { name: /^2 on you/ })
  const selected = [1, 2, 3].map(() => {
    fireEvent.click(count)
    return store.getState().board.selected?.task
  })
  expect(new Set(selected.slice(0, 2))).toEqual(new Set(['l1|1:2:x', 'l1|1:12:x']))
  expect(selected[2]).toBe(selected[0])
})

test('the operator hands such a task over with a message; what no message says is absent, with the reason', async () => {
  const { store } = await show(clientWith(tasks), ['l1'])
  await waitFor(() => expect(card(/Write the guide/)).toBeTruthy())
  expect(card(/Write the guide/)?.getAttribute('draggable')).toBe('false')
  act(() => store.getState().selectTask({ link: 'l1', task: 'l1|1:2:x' }))
  const assign = await screen.findByRole('button', { name: /^Assign/ })
  for (const name of [/^Comment/, /^Complete/]) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByRole('contentinfo').textContent).toContain('Needs me')
  act(() => assign.click())
  expect(handOverOverlay.of(store.getState())).toMatchObject({ key: 'l1|1:2:x', text: 'Write the guide' })
  act(() => store.getState().setOverlay(undefined))
  act(() => void boardCommands.find(({ id }) => id === 'board.assign')?.run(store.getState()))
  expect(handOverOverlay.of(store.getState())?.key).toBe('l1|1:2:x')
})

test('a link without tasks any more leaves the board', async () => {
  const client = clientWith(tasks)
  const { store } = await show(client, ['l1'])
  await waitFor(() => expect(card(/Port it/)).toBeTruthy())
  const { desk } = store.getState().state ?? {}
  if (desk !== undefined) act(() => client.setState({ desk: { ...desk, tasks: [], revision: desk.revision + 1 } }))
  await waitFor(() => expect(card(/Port it/)).toBeNull())
})

test('in the past a task is shown without what would act on it', async () => {
  const client = clientWith(tasks)
  client.on('past.state', ({ asOf }) => ok(pastAt(asOf)))
  const { store } = await show(client, ['l1'])
  await waitFor(() => expect(card(/Write the guide/)).toBeTruthy())
  act(() => store.getState().selectTask({ link: 'l1', task: tasks[1]?.debt.key ?? '' }))
  await waitFor(() => expect(assigns()).toHaveLength(2))
  expect(boardCommands.find(({ id }) => id === 'board.assign')?.when?.(store.getState())).toBe(true)
  await act(async () => store.getState().lookAt(fixtureNow - minute))
  await waitFor(() => expect(assigns()).toEqual([]))
  const offered = boardCommands.filter(({ group, when }) => group === 'Board' && when?.(store.getState()) === true)
  expect(offered.filter(({ label }) => /task/i.test(typeof label === 'string' ? label : ''))).toEqual([])
  await waitFor(() => expect(card(/Write the guide/)).toBeTruthy())
  expect(screen.queryByRole('alert')).toBeNull()
})
