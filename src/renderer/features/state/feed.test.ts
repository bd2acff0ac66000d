import { expect, test, vi } from 'vitest'
import type { Output } from '../../../api/contract.ts'
import type { Event } from '../../../core/event.ts'
import { ok, type Result } from '../../../core/fault.ts'
import type { AppState } from '../screen.ts'
import { windowLimits } from '../feed/feed-window.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureState, messageEvent } from '../testing/fixtures.ts'
import { testStore } from '../testing/test-render.tsx'

type Page = Output<'feed.page'>

const line = (ord: number): Event => messageEvent(ord, 'coder', 'tester', `line ${ord}`)
const lines = (from: number, to: number): Event[] => Array.from({ length: to - from + 1 }, (_, index) => line(from + index))
const page = (from: number, to: number, more: Partial<Page> = {}): Result<Page> =>
  ok({ events: lines(from, to), hasBefore: from > 1, hasAfter: false, ...more })

/** A store that shows a workspace. Frames are drawn immediately; pages asked for from now on are answered by hand, in their order. */
async function started(first: Result<Page> = page(1, 3)): Promise<{
  readonly client: MockClient
  readonly now: () => AppState
  readonly pages: ((answer: Result<Page>) => void)[]
  shown(): readonly number[]
  push(...events: Event[]): void
}> {
  const client = createMockClient({ handlers: { 'feed.page': () => first } })
  const store = testStore(client, { onFrame: (run) => run() })
  await store.getState().start()
  await vi.waitFor(() => expect([store.getState().feedPhase, store.getState().state?.workspace]).toEqual(['ready', 'w1']))
  const pages: ((answer: Result<Page>) => void)[] = []
  client.on('feed.page', () => new Promise((resolve) => pages.push(resolve)))
  return {
    client,
    now: store.getState,
    pages,
    shown: () => store.getState().feed.rows.map(({ ord }) => ord),
    push: (...events) => client.push({ type: 'events', workspace: 'w1', events, cursor: events.at(-1)?.cursor ?? 0 }),
  }
}

test('an event that is stored while the rows are loaded again stays on screen', async () => {
  const { client, now, pages, push, shown } = await started()
  client.push({ type: 'resync', workspace: 'w1', cursor: 3 })
  push(line(4))
  expect(shown()).toEqual([1, 2, 3, 4])
  // The page was read before it was stored.
  pages[0]?.(page(1, 3, { hasBefore: true }))
  await vi.waitFor(() => expect(now().feed.hasBefore).toBe(true))
  expect(shown()).toEqual([1, 2, 3, 4])
})

test('an event that is stored while the last page is loaded is shown after it', async () => {
  const { now, pages, push, shown } = await started(page(1, 3, { hasAfter: true }))
  const more = now().loadNewer()
  push(line(6))
  expect(shown()).toEqual([1, 2, 3])
  pages[0]?.(page(4, 5))
  await more
  expect(shown()).toEqual([1, 2, 3, 4, 5, 6])
})

test('a page with a newer version of an event than was pushed since keeps it', async () => {
  const { now, pages, push } = await started()
  now().showNewest()
  const [old, newer] = [line(2), { ...line(2), id: 'e2new', supersedes: line(2).id, cursor: 9 }]
  push({ ...old, id: 'e2mid', supersedes: old.id, cursor: 8 })
  pages[0]?.(ok({ events: [line(1), newer, line(3)], hasBefore: false, hasAfter: false }))
  await vi.waitFor(() => expect(now().feed.rows[1]?.id).toBe('e2new'))
})

test('a page of a window that is gone is not joined to the next: there would be a gap', async () => {
  const { now, pages, shown } = await started(page(300, 310, { hasAfter: true }))
  now().follow()
  const older = now().loadOlder()
  pages[0]?.(page(900, 903))
  await vi.waitFor(() => expect(shown()).toEqual([900, 901, 902, 903]))
  pages[1]?.(page(290, 299))
  await older
  expect(shown()).toEqual([900, 901, 902, 903])
  expect(now().loadingSide).toBeUndefined()
})

test('an older page is not joined to rows whose beginning was cut off since', async () => {
  const { now, pages, push, shown } = await started(page(2, windowLimits.max))
  const older = now().loadOlder()
  push(line(windowLimits.max + 1), line(windowLimits.max + 2))
  const [first] = shown()
  expect(first).toBeGreaterThan(2)
  pages[0]?.(page(1, 1))
  await older
  expect(shown()[0]).toBe(first)
  expect(now().feed.hasBefore).toBe(true)
})

test('a resync during a jump loads again where the jump went', async () => {
  const { client, now, pages, shown } = await started()
  client.on('events.get', () => ok(line(2)))
  client.on('feed.page', () => new Promise((resolve) => pages.push(resolve)))
  now().setFilter({ agent: 'coder' })
  const jumped = now().jumpTo(line(2).id)
  await vi.waitFor(() => expect(pages).toHaveLength(2))
  client.push({ type: 'resync', workspace: 'w1', cursor: 3 })
  pages[1]?.(page(1, 3, { hasAfter: true }))
  expect(await jumped).toMatchObject({ ok: true })
  await vi.waitFor(() => expect(pages).toHaveLength(3))
  pages[2]?.(page(1, 3))
  await vi.waitFor(() => expect(now().feed.hasAfter).toBe(false))
  expect([now().selection, now().following, shown()]).toEqual([line(2).id, false, [1, 2, 3]])
})

test.each(['another message', 'another workspace'])('a message that is found after %s was opened is not shown', async (what) => {
  const { client, now, pages } = await started()
  const found = Promise.withResolvers<Result<Event>>()
  client.on('events.get', ({ id }) => (id === 'slow' ? found.promise : ok(line(500))))
  const slow = now().jumpTo('slow')
  if (what === 'another message') void now().jumpTo(line(500).id)
  else now().showWorkspace({ ...fixtureState.info, id: 'w2' })
  await vi.waitFor(() => expect(pages).toHaveLength(1))
  found.resolve(ok(line(20)))
  expect(await slow).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
  pages[0]?.(page(499, 501))
  await vi.waitFor(() =>
    expect([now().feedPhase, now().selection]).toEqual(['ready', what === 'another message' ? line(500).id : undefined]),
  )
  expect(pages).toHaveLength(1)
})
