import { expect, test } from 'vitest'
import { fail } from '../../../../core/fault.ts'
import { busyTasks, fixtureTasks, testStore, movesOf } from '../board-fixtures.ts'
import type { Event } from '../../../../core/event.ts'
import { messageEvent } from '../../testing/fixtures.ts'
import { asked } from '../../testing/link-calls.ts'
import { columnsOf } from './board.ts'
import type { AppStore } from '../../state/store.ts'
import { createLinkClient, type LinkClient } from '../../testing/link-client.ts'

async function loaded(client: LinkClient, later: (run: () => void, ms: number) => void = soon): Promise<AppStore> {
  const store = testStore(client, { later })
  await store.getState().start()
  await Promise.resolve()
  await store.getState().loadBoard()
  return store
}

/** Titles by column, those without cards left out. */
function titles(store: AppStore): Record<string, (string | undefined)[]> {
  return Object.fromEntries(
    columnsOf(store.getState())
      .filter((column) => column.cards.length > 0)
      .map((column) => [column.id, column.cards.map((one) => one.card.title?.split(' ', 1)[0])]),
  )
}

/** Timers of more than some seconds never run by themselves. */
function soon(run: () => void, ms: number): void {
  if (ms < 5_000) queueMicrotask(run)
}

/** Everything that is under way without a timer has run. */
const allElse = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

const coder = 'l5 l5-000005' // “Map every caller of verify()”, in `working`

test('shows the tasks of every link in one board', async () => {
  const other = fixtureTasks('l6', 'local')
  other.create({ title: 'Alpha test' }, 'lead', 500)
  const store = await loaded(createLinkClient(busyTasks(), other))
  expect(titles(store)).toEqual({
    proposed: ['Alpha', 'Move'],
    assigned: ['Explain'],
    working: ['Port', 'Map'],
    review: ['Gateway'],
    'other:cooking': ['Staging'],
    done: ['Count'],
  })
  store.getState().filterBoard({ hidden: ['l6'] })
  expect(titles(store)['proposed']).toEqual(['Move'])
})

test('shows a move immediately, sends its column, and keeps it when the link shows it', async () => {
  const client = createLinkClient(busyTasks())
  const store = await loaded(client)
  const moved = store.getState().moveTask(coder, 'review')
  expect(titles(store)['review']).toEqual(['Map', 'Gateway'])
  await moved
  expect(movesOf(client)).toEqual([{ task: 'l5-000005', column: 'review' }])
  expect(store.getState().board.moves.size).toBe(0)
  expect(titles(store)['review']).toEqual(['Map', 'Gateway'])
})

test('takes back a refused move with its fault, which the next move removes', async () => {
  const client = createLinkClient(busyTasks())
  client.answer('move', () => fail('unavailable', 'The network is not connected.'))
  const store = await loaded(client)
  await store.getState().moveTask(coder, 'review')
  expect(titles(store)['working']).toEqual(['Port', 'Map'])
  expect(store.getState().board.faults.get(coder)?.message).toBe('The network is not connected.')
  client.answer('move', undefined)
  await store.getState().moveTask(coder, 'review')
  expect(store.getState().board.faults.size).toBe(0)
  expect(titles(store)['review']).toEqual(['Map', 'Gateway'])
})

test('sends moves of one task in order, one at a time, and the last column wins', async () => {
  const client = createLinkClient(busyTasks())
  const gates: (() => void)[] = []
  client.answer('move', () => new Promise((resolve) => gates.push(() => resolve({ id: 'x' }))))
  const store = await loaded(client)
  void store.getState().moveTask(coder, 'waiting')
  await expect.poll(() => gates.length).toBe(1)
  void store.getState().moveTask(coder, 'review')
  void store.getState().moveTask(coder, 'done')
  await allElse()
  expect(movesOf(client)).toEqual([{ task: 'l5-000005', column: 'waiting' }])
  gates[0]?.()
  await expect.poll(() => gates.length).toBe(2)
  expect(movesOf(client).at(-1)).toEqual({ task: 'l5-000005', column: 'done' })
  expect(titles(store)['done']).toContain('Map')
})

test('sends several steps as one message, and none for a step back', async () => {
  const client = createLinkClient(busyTasks())
  const waiting: (() => void)[] = []
  const store = await loaded(client, (run, ms) => (ms === 1_500 ? waiting.push(run) : soon(run, ms)))
  const pass = async (): Promise<void> => {
    waiting.shift()?.()
    await allElse()
  }
  store.getState().selectTask({ link: 'l5', task: 'l5-000005' })
  store.getState().shiftTask(1)
  store.getState().shiftTask(1)
  expect(titles(store)['review']).toEqual(['Map', 'Gateway'])
  await pass()
  expect(movesOf(client)).toEqual([])
  await pass()
  expect(movesOf(client)).toEqual([{ task: 'l5-000005', column: 'review' }])
  await expect.poll(() => store.getState().board.moves.size).toBe(0)
  void store.getState().moveTask(coder, 'done')
  void store.getState().moveTask(coder, 'review')
  expect(store.getState().board.moves.size).toBe(0)
  await pass()
  expect(movesOf(client)).toHaveLength(1)
})

test('takes back a move that the link never shows, and says so', async () => {
  const client = createLinkClient(busyTasks())
  client.answer('move', () => ({ id: 'lost' }))
  const timers: (() => void)[] = []
  const store = await loaded(client, (run, ms) => (ms < 5_000 ? soon(run, ms) : timers.push(run)))
  await store.getState().moveTask(coder, 'review')
  expect(titles(store)['review']).toEqual(['Map', 'Gateway'])
  timers.forEach((run) => run())
  expect(titles(store)['review']).toEqual(['Gateway'])
  expect(store.getState().board.faults.get(coder)?.message).toContain('not confirmed')
})

test('a change by an agent replaces the move', async () => {
  const network = busyTasks()
  const client = createLinkClient(network)
  const store = await loaded(client)
  client.answer('move', () => ({ id: network.change('l5-000005', { summary: 'all 14 found' }, 'coder') }))
  await store.getState().moveTask(coder, 'review')
  expect(store.getState().board.moves.size).toBe(0)
  expect(titles(store)['done']).toContain('Map')
})

test('a move is not sent when the task was completed or moved elsewhere meanwhile, and says so', async () => {
  const network = busyTasks()
  const client = createLinkClient(network)
  const waiting: (() => void)[] = []
  const store = await loaded(client, (run, ms) => (ms === 1_500 ? waiting.push(run) : soon(run, ms)))
  const moved = store.getState().moveTask(coder, 'review')
  network.change('l5-000005', { summary: 'all 14 found' }, 'operator')
  await store.getState().loadBoard()
  expect(titles(store)['review']).toEqual(['Map', 'Gateway'])
  waiting.shift()?.()
  await moved
  expect(movesOf(client)).toEqual([])
  expect(titles(store)['done']).toContain('Map')
  expect(store.getState().board.faults.get(coder)).toMatchObject({ code: 'conflict', message: expect.stringContaining('completed') })
  void store.getState().moveTask(coder, 'review')
  waiting.shift()?.()
  await allElse()
  expect(movesOf(client)).toEqual([{ task: 'l5-000005', column: 'review' }])
  expect(store.getState().board.faults.size).toBe(0)
})

test('a move is not undone when the task was completed since, and says so', async () => {
  const network = busyTasks()
  const client = createLinkClient(network)
  client.answer('move', () => ({ id: network.change('l5-000005', { status: 'review' }) }))
  const store = await loaded(client)
  await store.getState().moveTask(coder, 'review')
  const undo = store.getState().toasts.at(-1)?.act?.run
  network.change('l5-000005', { summary: 'all 14 found' }, 'coder')
  await store.getState().loadBoard()
  undo?.()
  await allElse()
  expect(movesOf(client)).toHaveLength(1)
  expect(store.getState().board.faults.get(coder)?.message).toMatch(/completed meanwhile\. Nothing was undone\.$/)
})

test('a move of one’s own that arrives meanwhile keeps no later one from being sent', async () => {
  const network = busyTasks()
  const client = createLinkClient(network)
  const gates: (() => void)[] = []
  client.answer('move', () => new Promise((resolve) => gates.push(() => resolve({ id: 'x' }))))
  const store = await loaded(client)
  void store.getState().moveTask(coder, 'waiting')
  await expect.poll(() => gates.length).toBe(1)
  network.change('l5-000005', { status: 'blocked' })
  void store.getState().moveTask(coder, 'review')
  await store.getState().loadBoard()
  gates[0]?.()
  await expect.poll(() => movesOf(client)).toHaveLength(2)
  expect(store.getState().board.faults.size).toBe(0)
})

test('a move says in which columns its window has seen the task, or put it', async () => {
  const client = createLinkClient(busyTasks())
  const store = await loaded(client)
  await store.getState().moveTask(coder, 'waiting')
  await store.getState().moveTask(coder, 'review')
  expect(asked(client, 'move')).toMatchObject([{ from: ['working'] }, { from: ['waiting'] }])
  client.answer('move', () => ({ id: 'not seen yet' }))
  await store.getState().moveTask(coder, 'assigned')
  void store.getState().moveTask(coder, 'done')
  await expect.poll(() => movesOf(client)).toHaveLength(4)
  expect(asked(client, 'move').at(-1)).toMatchObject({ from: ['review', 'waiting', 'assigned'] })
})

test('a column in which a slow link still puts a task is one of this window until the link has answered', async () => {
  const client = createLinkClient(busyTasks())
  const timers: (() => void)[] = []
  const store = await loaded(client, (run, ms) => (ms < 5_000 ? soon(run, ms) : timers.push(run)))
  const gates: (() => void)[] = []
  client.answer('move', () => new Promise((resolve) => gates.push(() => resolve({ id: 'late' }))))
  void store.getState().moveTask(coder, 'review')
  await expect.poll(() => movesOf(client)).toHaveLength(1)
  for (const run of timers.splice(0)) run()
  void store.getState().moveTask(coder, 'done')
  gates[0]?.()
  await expect.poll(() => movesOf(client)).toHaveLength(2)
  expect(asked(client, 'move').at(-1)).toMatchObject({ from: ['working', 'review'] })
})

test('a column in which a task is put again is one of this window until that is over, too', async () => {
  const client = createLinkClient(busyTasks())
  const timers: (() => void)[] = []
  const store = await loaded(client, (run, ms) => (ms < 5_000 ? soon(run, ms) : timers.push(run)))
  client.answer('move', () => ({ id: 'late' }))
  for (const column of ['review', 'waiting']) await store.getState().moveTask(coder, column)
  const gates: (() => void)[] = []
  client.answer('move', () => new Promise((resolve) => gates.push(() => resolve({ id: 'late' }))))
  void store.getState().moveTask(coder, 'review')
  await expect.poll(() => movesOf(client)).toHaveLength(3)
  for (const run of timers.splice(0)) run()
  void store.getState().moveTask(coder, 'done')
  gates[0]?.()
  await expect.poll(() => movesOf(client)).toHaveLength(4)
  expect(asked(client, 'move').at(-1)).toMatchObject({ from: ['working', 'review'] })
})

test('a task that is moved to Done can be moved back', async () => {
  const client = createLinkClient(busyTasks())
  const store = await loaded(client)
  await store.getState().moveTask(coder, 'done')
  const toast = store.getState().toasts.at(-1)
  expect(toast?.text).toBe('Completed')
  toast?.act?.run()
  await expect.poll(() => titles(store)['working']).toEqual(['Port', 'Map'])
  expect(movesOf(client).at(-1)).toEqual({ task: 'l5-000005', column: 'working' })
})

function messageOf(label: string): Event {
  return { ...messageEvent(90, 'coder', 'operator', 'x', { label }), source: 'l5', protocol: 'post' }
}

test('a message about a task reloads the board, while it is on screen and nothing is dragged', async () => {
  const network = busyTasks()
  const client = createLinkClient(network)
  const store = await loaded(client)
  const count = (): number => asked(client, 'board').length
  const before = count()
  client.add(messageOf('task'))
  expect(count()).toBe(before)
  store.getState().setView('board')
  client.add(messageOf('hello'))
  expect(count()).toBe(before)
  store.getState().dragTask(coder)
  client.add(messageOf('task'))
  expect(count()).toBe(before)
  store.getState().dragTask(undefined)
  client.add(messageOf('task'))
  expect(count()).toBe(before + 1)
})

test('keys select and shift: h and l go through the columns, to the last and no further', async () => {
  const client = createLinkClient(busyTasks())
  const store = await loaded(client)
  store.getState().stepTask(0, 1)
  expect(store.getState().board.selected?.task).toBe('l5-000001')
  store.getState().stepTask(2, 0)
  store.getState().stepTask(0, 1)
  expect(store.getState().board.selected?.task).toBe('l5-000005')
  store.getState().shiftTask(-1)
  await expect.poll(() => movesOf(client)).toEqual([{ task: 'l5-000005', column: 'assigned' }])
  await expect.poll(() => store.getState().board.moves.size).toBe(0)
  store.getState().selectTask({ link: 'l5', task: 'l5-000001' })
  store.getState().shiftTask(-1)
  expect(movesOf(client)).toHaveLength(1)
})

test('sends the filter to the links, where no owner differs from any owner', async () => {
  const client = createLinkClient(busyTasks())
  const store = await loaded(client)
  store.getState().filterBoard({ owner: '' })
  await expect.poll(() => titles(store)).toEqual({ proposed: ['Move'] })
  store.getState().filterBoard({ owner: undefined, text: 'GATEWAY' })
  await expect.poll(() => titles(store)).toEqual({ working: ['Map'], review: ['Gateway'] })
  expect(asked(client, 'board').at(-1)).toMatchObject({ filter: { text: 'GATEWAY' } })
})

test('loads more of a long column on scrolling, each card once', async () => {
  const network = fixtureTasks('l5', 'libera')
  for (let index = 0; index < 700; index++) network.create({ title: `t${index}` }, 'lead', 700 - index)
  const client = createLinkClient(network)
  const store = await loaded(client)
  const proposed = (): readonly unknown[] => columnsOf(store.getState())[0]?.cards ?? []
  expect(proposed()).toHaveLength(60)
  for (const length of [120, 240, 480, 700]) {
    store.getState().deepenColumn('proposed')
    await expect.poll(() => proposed().length).toBe(length)
  }
  expect(new Set(columnsOf(store.getState())[0]?.cards.map((one) => one.key)).size).toBe(700)
  expect(columnsOf(store.getState())[0]?.hasMore).toBe(false)
})

test('keeps the cards of a link that does not answer, and says why', async () => {
  const client = createLinkClient(busyTasks())
  const store = await loaded(client)
  client.answer('board', () => fail('unavailable', 'The link is starting.'))
  await store.getState().loadBoard()
  expect(titles(store)['working']).toEqual(['Port', 'Map'])
  expect(store.getState().board.unread.get('l5')?.message).toBe('The link is starting.')
  client.answer('board', undefined)
  await store.getState().loadBoard()
  expect(store.getState().board.unread.size).toBe(0)
})

test('another workspace starts with an empty board', async () => {
  const client = createLinkClient(busyTasks())
  const store = await loaded(client)
  store.getState().showWorkspace({ id: 'w2', path: '/x', name: 'x', operator: 'o', operatorAsked: true, openedAt: 0, demo: false })
  expect(store.getState().board.pages.size).toBe(0)
})
