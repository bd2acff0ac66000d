import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Inbox } from 'lucide-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readMs } from '../../../core/read-time.ts'
import type { Notice } from '../../../core/notice.ts'
import { ok } from '../../../core/fault.ts'
import type { NoticePermission, SystemNotices } from '../../ui/system-notices.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureNow, fixtureWorkspace } from '../testing/fixtures.ts'
import { renderApp, testingWith } from '../testing/test-render.tsx'
import { defineScreen } from '../screen.ts'
import { Toasts } from '../common/toasts.tsx'
import { NoticeToasts } from './notice-toasts.tsx'
import { NoticePresence } from './presence.tsx'

let time = fixtureNow
beforeEach(() => {
  time = fixtureNow
  const later = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms) => later(run, ms === readMs ? 0 : ms))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
/** Presses a button of a notification once that has been on the screen long enough. */
async function pressRead(name: string): Promise<void> {
  const button = screen.getByRole('button', { name })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  time += readMs
  fireEvent.click(button)
}

const notice: Notice = { id: 'w1|d1', title: 'reviewer asks you', body: 'Keep 15 s?', sound: false, item: 'w1|d1', workspace: 'w1' }

/** A system that shows what the operator allowed it. */
function system(permission: NoticePermission) {
  const shown = new Map<string, () => void>()
  const notices: SystemNotices = {
    permission: () => permission,
    ask: async () => (permission = 'granted'),
    show({ id }, onClick) {
      if (permission === 'granted') shown.set(id, onClick)
      return permission === 'granted'
    },
    close: (id) => void shown.delete(id),
  }
  return { notices, shown }
}

const page = (
  <>
    <Toasts hasOthers>{(hold, place) => <NoticeToasts hold={hold} place={place} />}</Toasts>
    <NoticePresence />
  </>
)

function push(client: MockClient, show: readonly Notice[], close: readonly string[] = []): void {
  act(() => client.push({ type: 'notices', workspace: 'w1', show: [...show], close: [...close] }))
}

test('the system shows a notification, a click leads to its item, and it goes with its cause (F27)', async () => {
  const { notices, shown } = system('granted')
  const { client, store } = await renderApp(page, createMockClient(), { notices })
  push(client, [notice])
  expect(screen.queryByRole('group', { name: 'reviewer asks you' })).toBeNull()
  act(() => shown.get('w1|d1')?.())
  await waitFor(() => expect(store.getState()).toMatchObject({ view: 'needs', need: 'd1' }))
  push(client, [], ['w1|d1'])
  expect(shown.size).toBe(0)
})

test('a click on an item of another workspace opens that one first', async () => {
  const client = createMockClient()
  const harbour = { ...fixtureWorkspace, id: 'w2', name: 'harbour', path: '/home/mira/harbour' }
  const { store } = await renderApp(page, client)
  client.on('workspaces.list', () => ok([fixtureWorkspace, harbour]))
  client.on('workspaces.open', ({ path }) => ok(path === harbour.path ? harbour : fixtureWorkspace))
  await act(() => store.getState().openNotice({ workspace: 'w2', item: 'w2|d9' }))
  expect(store.getState()).toMatchObject({ workspace: 'w2', view: 'needs', need: 'd9' })
})

test('where the system shows none, the window does; Show leads to the item, and it goes with its cause', async () => {
  const { notices } = system('denied')
  const { client, store } = await renderApp(page, createMockClient(), { notices, now: () => time })
  push(client, [notice, { ...notice, id: 'w1|d2', title: 'tester needs your approval' }])
  push(client, [], ['w1|d2'])
  expect(screen.getAllByRole('group')).toHaveLength(1)
  await pressRead('Show')
  await waitFor(() => expect(store.getState()).toMatchObject({ view: 'needs', need: 'd1' }))
  expect(screen.queryByRole('group')).toBeNull()
})

test('Reply opens the item with its answer; Later puts it off, and leaves the screen as it is', async () => {
  const { client, store } = await renderApp(page, createMockClient(), { now: () => time })
  client.on('desk.get', () => ok({ row: { keys: ['d1', 'd2'] } }) as never)
  client.on('desk.mark', () => ok({ undo: 'u', sent: 0 }))
  push(client, [{ ...notice, verbs: ['reply', 'later'] }])
  await pressRead('Later')
  await waitFor(() => expect(client.calls.map(({ method }) => method)).toContain('desk.mark'))
  const marked = client.calls.find(({ method }) => method === 'desk.mark')?.input
  expect(marked).toMatchObject({ workspace: 'w1', keys: ['d1', 'd2'], verb: 'snooze' })
  expect(store.getState().need).toBeUndefined()
  push(client, [{ ...notice, verbs: ['reply', 'later'] }])
  await pressRead('Reply')
  await waitFor(() => expect(store.getState()).toMatchObject({ view: 'needs', need: 'd1', answer: { debt: 'd1' } }))
})

test('a click on a notification in the window leads to its item, whatever else it offers, once it can have been read', async () => {
  const { client, store } = await renderApp(page, createMockClient(), { now: () => time })
  act(() => store.getState().setView('feed'))
  push(client, [{ ...notice, verbs: ['reply', 'later'] }])
  fireEvent.click(screen.getByRole('button', { name: 'reviewer asks you' }))
  expect(store.getState().view).toBe('feed')
  await pressRead('reviewer asks you')
  await waitFor(() => expect(store.getState()).toMatchObject({ view: 'needs', need: 'd1', answer: undefined }))
  expect(screen.queryByRole('group')).toBeNull()
})

test('no button of a notification works before it can have been read, nor after it has changed', async () => {
  const { client } = await renderApp(page, createMockClient(), { now: () => time })
  push(client, [{ ...notice, verbs: ['later'] }])
  const later = screen.getByRole('button', { name: 'Later' })
  await waitFor(() => expect(later.getAttribute('aria-disabled')).toBe('false'))
  time += readMs - 1
  fireEvent.click(later)
  time += 1
  push(client, [{ ...notice, title: 'tester asks you', verbs: ['later'] }])
  fireEvent.click(screen.getByRole('button', { name: 'Later' }))
  expect(client.calls.map(({ method }) => method)).not.toContain('desk.get')
})

test('a notification that has moved, up for a control or down where a note below it went, has to be read again there', async () => {
  const { client, store } = await renderApp(page, createMockClient(), { now: () => time })
  act(() => store.getState().toast({ text: 'Done' }))
  push(client, [{ ...notice, verbs: ['later'] }])
  const later = screen.getByRole('button', { name: 'Later' })
  const waits = (): boolean => later.getAttribute('aria-disabled') === 'true'
  await waitFor(() => expect(waits()).toBe(false))
  time += readMs
  act(() => store.getState().dismissToast(store.getState().toasts[0]?.id ?? ''))
  fireEvent.click(later)
  await waitFor(() => expect(waits()).toBe(false))
  time += readMs
  const frame = later.closest<HTMLElement>('.toasts')
  if (frame === null) throw new Error('no frame')
  const control = document.body.appendChild(document.createElement('div'))
  control.className = 'app'
  control.innerHTML = '<div class="pane"><button>Send</button></div>'
  frame.getBoundingClientRect = () => new DOMRect(0, window.innerHeight - 100, 100, 100)
  for (const button of control.querySelectorAll('button'))
    button.getBoundingClientRect = () => new DOMRect(0, window.innerHeight - 60, 100, 20)
  await waitFor(() => expect(frame.style.bottom).not.toBe('0px'))
  fireEvent.click(later)
  control.remove()
  expect(client.calls.map(({ method }) => method)).not.toContain('desk.get')
})

test('a notification stays while the focus is in it', async () => {
  const { client } = await renderApp(page, createMockClient(), { now: () => time })
  push(client, [notice, { ...notice, id: 'two', title: 'two' }])
  const show = within(screen.getByRole('group', { name: 'reviewer asks you' })).getByRole('button', { name: 'Show' })
  act(() => show.focus())
  push(client, [], [notice.id])
  expect(document.activeElement).toBe(show)
  expect(show.isConnected).toBe(true)
  act(() => show.blur())
  expect(titles()).toEqual(['two'])
})

const titles = (): (string | null)[] => screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))

/** What is shown, from the lowest upwards: that place stays where it is. */
function upwards(): (string | null)[] {
  const notes = [...document.querySelectorAll<HTMLElement>('.toast')]
  return notes
    .toSorted((a, b) => Number(b.style.order) - Number(a.style.order))
    .map((note) => note.querySelector('b, .said')?.textContent ?? null)
}

test('what comes stands above what is there, and under the pointer nothing goes away below it', async () => {
  const { client, store } = await renderApp(page, createMockClient(), { now: () => time })
  push(client, [{ ...notice, id: 'one', title: 'one' }])
  act(() => store.getState().toast({ text: 'Done' }))
  push(client, [{ ...notice, id: 'two', title: 'two' }])
  expect(upwards()).toEqual(['one', 'Done', 'two'])
  fireEvent.pointerMove(screen.getByRole('group', { name: 'two' }))
  act(() => store.getState().dismissToast(store.getState().toasts[0]?.id ?? ''))
  push(client, [{ ...notice, id: 'three', title: 'three' }], ['one'])
  expect(upwards()).toEqual(['one', 'Done', 'two', 'three'])
  fireEvent.pointerLeave(screen.getByRole('group', { name: 'two' }))
  expect(upwards()).toEqual(['two', 'three'])
})

test('under the pointer no notification changes place, comes between or goes', async () => {
  const { client } = await renderApp(page, createMockClient(), { now: () => time })
  const [one, two, three] = ['one', 'two', 'three'].map((id) => ({ ...notice, id, title: id }))
  if (one === undefined || two === undefined || three === undefined) throw new Error('no notice')
  push(client, [one, two])
  const stack = screen.getAllByRole('group')[0]?.parentElement
  if (!stack) throw new Error('no stack')
  fireEvent.pointerMove(stack)
  push(client, [one, three], ['two'])
  expect(titles()).toEqual(['one', 'two', 'three'])
  fireEvent.pointerLeave(stack)
  expect(titles()).toEqual(['one', 'three'])
  fireEvent.pointerMove(stack)
  const dismiss = within(screen.getByRole('group', { name: 'one' })).getByRole('button', { name: 'Dismiss' })
  fireEvent.click(dismiss)
  expect(titles()).toEqual(['one', 'three'])
  await waitFor(() => expect(dismiss.getAttribute('aria-disabled')).toBe('false'))
  time += readMs
  fireEvent.click(dismiss)
  // It is gone under the pointer, and holds nothing back any more.
  push(client, [], ['three'])
  expect(screen.queryAllByRole('group')).toHaveLength(0)
})

const dismissOf = (name: string): HTMLElement => within(screen.getByRole('group', { name })).getByRole('button', { name: 'Dismiss' })

test('after Dismiss by the keys the focus is on that of the next notification, and after the last one in the main pane', async () => {
  const main = document.body.appendChild(document.createElement('main'))
  main.className = 'pane'
  main.tabIndex = -1
  const { client } = await renderApp(page, createMockClient(), { now: () => time })
  push(
    client,
    ['one', 'two', 'three'].map((id) => ({ ...notice, id, title: id })),
  )
  act(() => dismissOf('two').focus())
  for (const [name, next] of [
    ['two', 'three'],
    ['three', 'one'],
  ] as const) {
    await waitFor(() => expect(dismissOf(name).getAttribute('aria-disabled')).toBe('false'))
    time += readMs
    fireEvent.click(dismissOf(name))
    expect(document.activeElement).toBe(dismissOf(next))
  }
  await pressRead('Dismiss')
  expect(document.activeElement).toBe(main)
  main.remove()
})

test('a screen reader hears the title only, and nothing while Needs me is open', async () => {
  const { client, store } = await renderApp(page)
  const region = screen.getByRole('status', { name: 'Notification' })
  act(() => store.getState().setView('feed'))
  push(client, [notice])
  expect(region.textContent).toBe('reviewer asks you')
  act(() => store.getState().setView('needs'))
  push(client, [{ ...notice, id: 'w1|d2', title: 'tester asks you' }])
  expect(region.textContent).toBe('reviewer asks you')
})

test('the page says what is in sight, whether it may notify, and says it again after a reconnect', async () => {
  const { client, store } = await renderApp(page, createMockClient(), { notices: system('granted').notices })
  const said = (): unknown[] => client.calls.filter(({ method }) => method === 'desk.here').map(({ input }) => input)
  expect(said().at(-1)).toEqual({ workspace: 'w1', list: true, canNotify: true, isFocused: expect.any(Boolean) })
  act(() => store.getState().setFilter({ conversation: 'l1|coder⇄reviewer' }))
  expect(said().at(-1)).toMatchObject({ source: 'l1', conversation: 'l1|coder⇄reviewer' })
  act(() => store.getState().setView('needs'))
  expect(said().at(-1)).toMatchObject({ list: true })
  const before = said().length
  act(() => client.setConnection('closed'))
  act(() => client.setConnection('open'))
  expect(said().length).toBe(before + 1)
})

test('what a view of a protocol shows, and the item of the Paste view, is in sight as well', async () => {
  const mailbox = defineScreen({
    id: 'chat',
    hue: '#000',
    view: { id: 'inboxes', title: 'Inboxes', icon: Inbox, Main: () => null, conversationInSight: () => 'l1|inbox/mira' },
    pasteItems: {
      sections: () => [],
      current: () => ({ link: 'l1', id: 'a1b2c3d4' }),
      open: () => undefined,
      copy: () => Promise.resolve(true),
      paste: () => undefined,
      Main: () => null,
      Under: () => null,
    },
  })
  const { client, store } = await testingWith([mailbox]).renderApp(page, createMockClient(), {})
  const said = (): unknown => client.calls.findLast(({ method }) => method === 'desk.here')?.input
  act(() => store.getState().setView('inboxes'))
  expect(said()).toMatchObject({ source: 'l1', conversation: 'l1|inbox/mira' })
  act(() => store.getState().setView('paste'))
  expect(said()).toMatchObject({ source: 'l1', conversation: 'l1|a1b2c3d4' })
  act(() => store.getState().setView('board'))
  expect(said()).not.toHaveProperty('conversation')
})
