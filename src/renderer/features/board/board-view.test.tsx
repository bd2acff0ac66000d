import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { columnTitle } from '../../../core/task-columns.ts'
import { busyTasks, fixtureTasks, renderApp, movesOf } from './board-fixtures.ts'
import { TestKeys } from '../testing/screen-parts.tsx'
import { boardCommands } from './board-commands.ts'
import { fixtureEvents } from '../testing/fixtures.ts'
import { asked } from '../testing/link-calls.ts'
import { openTab, type Rendered } from '../testing/test-render.tsx'
import { BoardInspector } from './board-inspector.tsx'
import { BoardView } from './board-view.tsx'
import { createLinkClient, type LinkClient } from '../testing/link-client.ts'

afterEach(cleanup)

async function show(client: LinkClient): Promise<Rendered> {
  const rendered = await renderApp(
    <>
      <BoardView />
      <BoardInspector />
      <TestKeys commands={boardCommands} />
    </>,
    client,
  )
  act(() => rendered.store.getState().setView('board'))
  await waitFor(() => expect(rendered.store.getState().board.pages.size).toBeGreaterThan(0))
  return rendered
}
/** A column by its id, which says in its name that it holds so many tasks. */
function column(id: string, tasks?: string): HTMLElement {
  const found = screen.getAllByRole('region', { name: new RegExp(`, ${tasks ?? '.* task'}`) })
  return found.find((one) => one.dataset['column'] === id) ?? raise(`No column ${id} with ${tasks ?? 'tasks'}`)
}
function raise(text: string): never {
  throw new Error(text)
}
const cardIn = (id: string, title: RegExp, tasks?: string): HTMLElement => within(column(id, tasks)).getByRole('button', { name: title })
const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key, code: 'any' })

describe('the columns', () => {
  test('show how many tasks they have; done is folded until it is opened', async () => {
    await show(createLinkClient(busyTasks()))
    expect(screen.getByText('6 open')).toBeTruthy()
    expect(within(column('working', '2 tasks$')).getAllByRole('listitem')).toHaveLength(2)
    expect(column('other:cooking', '1 task$')).toBeTruthy()
    fireEvent.click(within(column('done', '1 task, folded$')).getByRole('button', { expanded: false }))
    expect(cardIn('done', /Count revoked families/, '1 task$')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: `Fold ${columnTitle('done')}` }))
    expect(column('done', '.* folded$')).toBeTruthy()
  })

  test('a card shows its owner, whether the owner is present, and how long it is unchanged', async () => {
    await show(createLinkClient(busyTasks()))
    const card = cardIn('working', /Port rate limiter/).closest('[data-card]')
    expect(card?.textContent).toContain('scout')
    expect(card?.textContent).toContain('owner gone')
    expect(card?.querySelector('.age.over')).toBeNull()
    expect(cardIn('proposed', /Redis/).closest('[data-card]')?.textContent).toContain('unassigned')
    expect(cardIn('proposed', /Redis/).closest('[data-card]')?.querySelector('.age.over')).toBeNull()
  })

  test('hostile text is not markup, and hidden characters have names', async () => {
    const network = fixtureTasks('l5', 'libera')
    const task = network.create(
      { title: '<img src=x onerror=alert(1)> \u202Egpj.exe', description: '<script>1</script>\u200B', owner: '__proto__' },
      'constructor',
    )
    network.change(task, { status: '<b>\u202E' }, '"><svg onload=1>')
    const { container, store } = await show(createLinkClient(network))
    fireEvent.click(await screen.findByRole('button', { name: /<img src=x/ }))
    await waitFor(() => expect(screen.getByRole('list', { name: 'History' }).children).toHaveLength(2))
    expect(container.querySelector('img, script, svg[onload]')).toBeNull()
    expect([...container.querySelectorAll('.ctrl')].map((one) => one.textContent)).toContain('U+202E')
    expect(store.getState().board.selected?.task).toBe(task)
    expect(({} as Record<string, unknown>)['title']).toBeUndefined()
  })
})

test('while the first page of a link is read, the board says so, and not that there are no tasks', async () => {
  const slow = busyTasks('l6', 'south')
  const answered = Promise.withResolvers<void>()
  const waiting = { ...slow, call: async (...asked: Parameters<typeof slow.call>) => answered.promise.then(() => slow.call(...asked)) }
  await show(createLinkClient(fixtureTasks('l5', 'north'), waiting))
  expect(screen.queryByRole('heading', { name: 'No tasks yet' })).toBeNull()
  expect(await screen.findByText('Reading…')).toBeTruthy()
  await act(async () => answered.resolve())
  await waitFor(() => expect(screen.getByText('6 open')).toBeTruthy())
  expect(screen.queryByText('Reading…')).toBeNull()
})

test('an empty column is folded, and a card can still be dropped on it', async () => {
  const client = createLinkClient(busyTasks())
  await show(client)
  expect(column('waiting', '0 tasks').classList.contains('none')).toBe(true)
  expect(within(column('waiting', '0 tasks')).queryByRole('list')).toBeNull()
  const card = cardIn('working', /Map every caller/).closest('[data-card]') as HTMLElement
  const dataTransfer = { effectAllowed: '', dropEffect: '', setData: () => undefined }
  await act(async () => void fireEvent.dragStart(card, { dataTransfer }))
  fireEvent.drop(column('waiting'), { dataTransfer })
  expect(column('waiting', '1 task').classList.contains('none')).toBe(false)
  await waitFor(() => expect(movesOf(client)).toEqual([{ task: 'l5-000005', column: 'waiting' }]))
})

describe('moving', () => {
  test('a card dropped on a column moves there; nothing is loaded under the pointer during the drag', async () => {
    const network = busyTasks()
    const client = createLinkClient(network)
    const { store } = await show(client)
    const card = cardIn('working', /Map every caller/).closest('[data-card]') as HTMLElement
    const data = { effectAllowed: '', dropEffect: '', setData: () => undefined }
    await act(async () => void fireEvent.dragStart(card, { dataTransfer: data }))
    const before = asked(client, 'board').length
    network.create({ title: 'Came meanwhile' }, 'lead')
    await act(async () => client.show())
    expect(asked(client, 'board')).toHaveLength(before)
    fireEvent.dragOver(column('review'), { dataTransfer: data })
    expect(column('review').className).toContain('over')
    fireEvent.drop(column('review'), { dataTransfer: data })
    expect(cardIn('review', /Map every caller/, '2 tasks')).toBeTruthy()
    await waitFor(() => expect(movesOf(client)).toEqual([{ task: 'l5-000005', column: 'review' }]))
    await waitFor(() => expect(store.getState().board.moves.size).toBe(0))
    expect(cardIn('proposed', /Came meanwhile/, '2 tasks')).toBeTruthy()
  })

  test('something dragged from elsewhere is not a task', async () => {
    const client = createLinkClient(busyTasks())
    await show(client)
    const dropped = fireEvent.drop(column('review'), { dataTransfer: { getData: () => 'l5 l5-000005' } })
    expect(dropped).toBe(true)
    expect(movesOf(client)).toEqual([])
  })

  test('a refused move is shown at its card, and can be dismissed', async () => {
    const client = createLinkClient(busyTasks())
    client.answer('move', () => fail('too-large', 'This envelope has 402 bytes; 398 fit.'))
    const { store } = await show(client)
    act(() => store.getState().selectTask({ link: 'l5', task: 'l5-000005' }))
    press('l')
    const card = await waitFor(() => {
      const found = cardIn('working', /^Map every caller/).closest<HTMLElement>('[data-card]')
      expect(found?.textContent).toContain('This envelope has 402 bytes; 398 fit.')
      return found as HTMLElement
    })
    fireEvent.click(within(card).getByRole('button', { name: /Dismiss/ }))
    expect(card.textContent).not.toContain('402 bytes')
  })

  test('with keys alone: select, move, and the focus follows', async () => {
    const client = createLinkClient(busyTasks())
    await show(client)
    press('j')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Redis'))
    press('ArrowRight')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Explain token reuse'))
    press('l')
    // A word has no room in a button for an icon, and a press beside it would open the card.
    expect(screen.getByRole('button', { name: 'Undo this move' }).classList).not.toContain('mini')
    await waitFor(() => expect(cardIn('working', /Explain token reuse/, '3 tasks')).toBe(document.activeElement))
    await waitFor(() => expect(movesOf(client)).toEqual([{ task: 'l5-000002', column: 'working' }]))
  })

  test('the inspector moves it with a select', async () => {
    const client = createLinkClient(busyTasks())
    await show(client)
    fireEvent.click(cardIn('working', /Map every caller/))
    fireEvent.change(screen.getByRole('combobox', { name: 'Column' }), { target: { value: 'waiting' } })
    await waitFor(() => expect(movesOf(client)).toEqual([{ task: 'l5-000005', column: 'waiting' }]))
    expect(cardIn('waiting', /Map every caller/, '1 task')).toBeTruthy()
  })
})

describe('one task', () => {
  test('its history names every change, and each links to its event', async () => {
    const client = createLinkClient(busyTasks())
    client.on('events.find', () => (fixtureEvents[5] === undefined ? fail('not-found', 'gone') : ok(fixtureEvents[5])))
    const { store } = await show(client)
    fireEvent.click(cardIn('working', /Map every caller/))
    const rows = await waitFor(() => {
      const found = within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem')
      expect(found).toHaveLength(2)
      return found
    })
    expect(rows[0]?.textContent).toContain('created, assigned to coder')
    expect(rows[1]?.textContent).toContain('working')
    fireEvent.click(within(rows[1] as HTMLElement).getByRole('button'))
    await waitFor(() => expect(store.getState().highlight).toBe('e000006'))
    expect(client.calls.find((call) => call.method === 'events.find')?.input).toEqual({ source: 'l5', wireId: 'l5:6' })
  })

  test('shows a fault next to a change whose message is no longer in the journal', async () => {
    const client = createLinkClient(busyTasks())
    client.on('events.find', () => fail('not-found', 'This event is not kept any more.'))
    await show(client)
    fireEvent.click(cardIn('working', /Map every caller/))
    fireEvent.click(await screen.findByRole('button', { name: 'l5-000005' }))
    await screen.findByText('This event is not kept any more.')
    openTab('Raw')
    await waitFor(() => expect(screen.getAllByText('This event is not kept any more.')).toHaveLength(2))
  })

  test('follows changes by agents while it is open', async () => {
    const network = busyTasks()
    const client = createLinkClient(network)
    await show(client)
    fireEvent.click(cardIn('working', /Map every caller/))
    network.change('l5-000005', { comment: 'nine of fourteen' }, 'coder')
    act(() => client.show())
    await screen.findByText(/“nine of fourteen”/)
  })
})

describe('empty states', () => {
  test('no task: how to create one', async () => {
    const { store } = await show(createLinkClient(fixtureTasks('l5', 'libera')))
    fireEvent.click(screen.getByRole('button', { name: 'New task' }))
    expect(store.getState().overlay).toEqual({ kind: 'new task' })
  })

  test('no matching task: the way back to all', async () => {
    const { store } = await show(createLinkClient(busyTasks()))
    press('f')
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'no such words' } })
    fireEvent.click(await screen.findByRole('button', { name: 'Show all tasks' }))
    await waitFor(() => expect(column('working', '2 tasks')).toBeTruthy())
    expect(store.getState().board.filter.text).toBe('')
  })
})

test('a task can be created from every view, by its key and from the palette', async () => {
  const { store } = await show(createLinkClient(busyTasks()))
  const isOffered = (): boolean => boardCommands.some(({ id, when }) => id === 'board.new' && when?.(store.getState()) === true)
  for (const view of ['needs', 'feed', 'flow', 'agents', 'settings'] as const) {
    act(() => store.getState().setView(view))
    expect(isOffered(), view).toBe(true)
  }
  press('t')
  expect(store.getState().overlay).toEqual({ kind: 'new task' })
})

test('10,000 tasks: only visible ones are drawn', async () => {
  const network = fixtureTasks('l5', 'libera')
  for (let index = 0; index < 10_000; index++) network.create({ title: `t${index}` }, 'lead', index)
  const { container } = await show(createLinkClient(network))
  expect(column('proposed', '10,000 tasks$')).toBeTruthy()
  expect(container.querySelectorAll('[data-card]').length).toBeLessThanOrEqual(60)
})
