import { expect, test, vi } from 'vitest'
import { defaultSettings } from '../../api/contract.ts'
import type { Event } from '../../core/event.ts'
import { fail, ok } from '../../core/fault.ts'
import { createMockClient } from '../features/testing/client-mock.ts'
import type { MockClient } from '../features/testing/client-mock.ts'
import { bodyEvent, fixtureEvents, fixtureNow, fixtureState, messageEvent } from '../features/testing/fixtures.ts'
import { draftOf, recipientsOf } from '../features/state/draft.ts'
import type { StoreEnv } from '../features/state/env.ts'
import { testStore } from './testing.ts'
import type { AppState } from '../features/screen.ts'

interface Started {
  readonly client: MockClient
  readonly now: () => AppState
}

async function started(client: MockClient = createMockClient(), env: Partial<StoreEnv> = {}): Promise<Started> {
  const store = testStore(client, env)
  await store.getState().start()
  await vi.waitFor(() => {
    expect(store.getState().feedPhase).not.toBe('loading')
    expect(store.getState().state).toBeDefined()
  })
  return { client, now: store.getState }
}

const many = (count: number) => Array.from({ length: count }, (_, index) => messageEvent(index + 1, 'coder', 'tester', `line ${index + 1}`))
const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => messageEvent(from + index, 'coder', 'tester', 'x'))
const page = (count: number) => ok({ events: many(count), hasBefore: false, hasAfter: false })
const sent = (client: MockClient, method: string): unknown[] =>
  client.calls.filter((call) => call.method === method).map((call) => call.input)

test('starts with what needs the operator in the last workspace, its newest page and its unread marker', async () => {
  const { now } = await started()
  expect(now().view).toBe('needs')
  expect(now().phase).toBe('ready')
  expect(now().workspace).toBe('w1')
  expect(now().feed.rows).toHaveLength(fixtureEvents.length)
  expect(now().marker).toEqual({ ord: 12, count: 3 })
  expect(now().following).toBe(true)
})

test('tells those who know the old number keys once that they moved', async () => {
  const client = createMockClient()
  client.on('settings.get', () => ok(defaultSettings))
  client.on('workspaces.list', () => ok([fixtureState.info, { ...fixtureState.info, id: 'w2' }]))
  const { now } = await started(client)
  expect(now().toasts.map(({ text }) => text)).toEqual([expect.stringContaining('1 is now Needs me')])
  expect(sent(client, 'settings.set')).toEqual([{ numbersTold: true }])
  const fresh = createMockClient()
  fresh.on('settings.get', () => ok(defaultSettings))
  fresh.on('workspaces.list', () => ok([{ ...fixtureState.info, openedAt: fixtureNow }]))
  expect((await started(fresh)).now().toasts).toEqual([])
  // The first start of all, whose page was opened a while after it.
  const first = createMockClient()
  first.on('settings.get', () => ok(defaultSettings))
  first.on('workspaces.list', () => ok([fixtureState.info]))
  expect((await started(first)).now().toasts).toEqual([])
  const demo = createMockClient()
  demo.on('settings.get', () => ok(defaultSettings))
  demo.on('workspaces.list', () => ok([{ ...fixtureState.info, demo: true }]))
  expect((await started(demo)).now().toasts).toEqual([])
  expect((await started()).now().toasts).toEqual([])
})

test('a core that does not answer is a fault with an action, and the connection retries by itself', async () => {
  const client = createMockClient()
  client.on('app.info', () => fail('unavailable', 'No connection.'))
  const store = testStore(client)
  await store.getState().start()
  expect(store.getState().phase).toBe('failed')
  expect(store.getState().startFault?.message).toBe('No connection.')
  client.on('app.info', () =>
    ok({
      version: '1',
      shell: 'browser',
      platform: 'linux',
      node: '24',
      dataDir: '/',
      canPickFolder: false,
      canReadClipboard: false,
      canNotify: false,
    }),
  )
  client.setConnection('open')
  await vi.waitFor(() => expect(store.getState().phase).toBe('ready'))
})

test('pushed events are appended once, in order, and announced', async () => {
  const { client, now } = await started()
  const event = messageEvent(15, 'coder', 'operator', 'done')
  client.add(event)
  client.push({ type: 'events', workspace: 'w1', events: [event], cursor: 15 })
  await vi.waitFor(() => expect(now().feed.rows.at(-1)?.id).toBe(event.id))
  expect(now().feed.rows.filter((row) => row.id === event.id)).toHaveLength(1)
  expect(now().arrived.last?.id).toBe(event.id)
})

test('an event that is stored while the first page is read is shown', async () => {
  const client = createMockClient({ events: [] })
  const event = messageEvent(1, 'coder', 'operator', 'hello')
  client.on('feed.page', () => {
    client.add(event)
    return ok({ events: [], hasBefore: false, hasAfter: false })
  })
  const { now } = await started(client)
  await vi.waitFor(() => expect(now().feed.rows.map(({ id }) => id)).toEqual([event.id]))
})

test('events of another workspace are not shown', async () => {
  const { client, now } = await started()
  client.push({ type: 'events', workspace: 'w2', events: [{ ...messageEvent(15, 'a', 'b', 'c'), workspace: 'w2' }], cursor: 15 })
  await Promise.resolve()
  expect(now().feed.rows.at(-1)?.ord).toBe(14)
})

test('a pause counts new events; following again shows them', async () => {
  const { client, now } = await started()
  now().pause('key')
  client.add(messageEvent(15, 'coder', 'operator', 'one'), messageEvent(16, 'coder', 'operator', 'two'))
  await vi.waitFor(() => expect(now().newCount).toBe(2))
  expect(now().following).toBe(false)
  now().toggleFollow()
  expect(now().following).toBe(true)
  expect(now().newCount).toBe(0)
  expect(now().scroll).toEqual({ to: 'end' })
})

test('the marker moves to the first message that nobody looked at', async () => {
  let isLooking = true
  const { client, now } = await started(createMockClient({ state: { ...fixtureState, conversations: [] } }), { isLooking: () => isLooking })
  expect(now().marker).toBeUndefined()
  client.add(messageEvent(15, 'coder', 'tester', 'seen'))
  await vi.waitFor(() => expect(now().feed.rows).toHaveLength(15))
  expect(now().marker).toBeUndefined()
  isLooking = false
  client.add(messageEvent(16, 'coder', 'tester', 'unseen'))
  await vi.waitFor(() => expect(now().marker).toEqual({ ord: 16, count: 1 }))
  client.add(messageEvent(17, 'coder', 'tester', 'unseen too'), messageEvent(18, 'operator', 'tester', 'own'))
  await vi.waitFor(() => expect(now().marker).toEqual({ ord: 16, count: 2 }))
})

test('what is on screen while somebody looks is marked as read, once', async () => {
  const { client, now } = await started()
  now().seen(14)
  await vi.waitFor(() => expect(sent(client, 'conversations.markRead')).toEqual([{ workspace: 'w1', filter: {}, upTo: 14 }]))
  now().seen(14)
  now().seen(3)
  await Promise.resolve()
  expect(sent(client, 'conversations.markRead')).toHaveLength(1)
})

test('an answer seen while it was written is marked again when it is complete', async () => {
  const { client, now } = await started()
  const done: Event = messageEvent(15, 'coder', 'tester', 'done')
  const body = { kind: 'stream', id: 'r', conversation: 'coder⇄tester', from: 'coder', text: '', state: 'typing' } as const
  client.add({ ...done, body })
  await vi.waitFor(() => expect(now().feed.rows).toHaveLength(15))
  now().seen(15)
  await vi.waitFor(() => expect(sent(client, 'conversations.markRead')).toHaveLength(1))
  client.add({ ...done, id: 'complete', supersedes: done.id })
  await vi.waitFor(() => expect(now().arrived.last?.id).toBe('complete'))
  now().seen(15)
  await vi.waitFor(() => expect(sent(client, 'conversations.markRead')).toHaveLength(2))
})

test('nothing is marked as read if nobody looks, nor after it was marked unread here', async () => {
  const unseen = await started(createMockClient(), { isLooking: () => false })
  unseen.now().seen(14)
  await Promise.resolve()
  expect(sent(unseen.client, 'conversations.markRead')).toEqual([])

  const { client, now } = await started()
  await now().markUnread('e000010')
  expect(sent(client, 'conversations.markUnread')).toEqual([{ event: 'e000010' }])
  expect(now().marker).toEqual({ ord: 10, count: 1 })
  now().seen(14)
  await Promise.resolve()
  expect(sent(client, 'conversations.markRead')).toEqual([])
})

test('older pages are loaded at the upper edge, and the end of the past is known', async () => {
  const { now } = await started(createMockClient({ events: many(450) }))
  expect(now().feed.rows[0]?.ord).toBe(251)
  await now().loadOlder()
  expect(now().feed.rows[0]?.ord).toBe(51)
  await now().loadOlder()
  expect(now().feed.rows[0]?.ord).toBe(1)
  expect(now().feed.hasBefore).toBe(false)
  await now().loadOlder()
  expect(now().feed.rows).toHaveLength(450)
})

test('a jump shows the event in its context; newer pages lead back to the end', async () => {
  const { now } = await started(createMockClient({ events: many(1_000) }))
  const jumped = await now().jumpTo('e000300')
  expect(jumped.ok).toBe(true)
  expect(now().highlight).toBe('e000300')
  expect(now().selection).toBe('e000300')
  expect(now().following).toBe(false)
  expect(now().feed.rows.some((row) => row.ord === 300)).toBe(true)
  expect(now().feed.hasAfter).toBe(true)
  while (now().feed.hasAfter) await now().loadNewer()
  expect(now().feed.rows.at(-1)?.ord).toBe(1_000)
  now().follow()
  expect(now().following).toBe(true)
})

test('a jump removes a filter that would hide the event, and shows raw lines for one that is not a message', async () => {
  const comment = bodyEvent(15, { kind: 'comment', text: '# notes' })
  const { now } = await started(createMockClient({ events: [...fixtureEvents, comment] }))
  now().setFilter({ conversation: 'l1|coder⇄reviewer' })
  await vi.waitFor(() => expect(now().feed.rows).toHaveLength(2))
  await now().jumpTo('e000010')
  expect(now().filter).toEqual({})
  await now().jumpTo(comment.id)
  expect(now().filter).toEqual({ raw: true })
  expect((await now().jumpTo('gone')).ok).toBe(false)
})

test('resync loads the newest page again', async () => {
  const { client, now } = await started()
  client.on('feed.page', () => ok({ events: many(20), hasBefore: false, hasAfter: false }))
  client.push({ type: 'resync', workspace: 'w1', cursor: 20 })
  await vi.waitFor(() => expect(now().feed.rows).toHaveLength(20))
})

test('a page that cannot be loaded is a fault in place, and can be retried', async () => {
  const client = createMockClient()
  client.on('feed.page', () => fail('unavailable', 'The journal is locked.'))
  const { now } = await started(client)
  expect(now().feedPhase).toBe('failed')
  expect(now().feedFault?.message).toBe('The journal is locked.')
  client.on('feed.page', () => ok({ events: many(3), hasBefore: false, hasAfter: false }))
  now().reload()
  await vi.waitFor(() => expect(now().feedPhase).toBe('ready'))
})

test('an answer for a previous filter is dropped', async () => {
  const { client, now } = await started()
  const answers: ((value: unknown) => void)[] = []
  client.on('feed.page', () => new Promise((resolve) => answers.push(resolve as never)))
  now().setFilter({ agent: 'coder' })
  now().setFilter({ agent: 'tester' })
  answers[1]?.(page(2))
  await vi.waitFor(() => expect(now().feed.rows).toHaveLength(2))
  answers[0]?.(page(5))
  await Promise.resolve()
  await Promise.resolve()
  expect(now().feed.rows).toHaveLength(2)
})

test('a refused message keeps its text and its id, so a retry is the same message', async () => {
  const { client, now } = await started()
  client.on('messages.send', () => fail('unavailable', 'The disk is full.'))
  now().editDraft({ to: ['coder'], text: 'go on' })
  expect((await now().send()).ok).toBe(false)
  expect(draftOf(now())).toMatchObject({ text: 'go on', fault: { message: 'The disk is full.' } })
  await now().send()
  const [first, second] = sent(client, 'messages.send') as { id: string }[]
  expect(first?.id).toBe(second?.id)
  now().editDraft({ text: 'go on!' })
  await now().send()
  expect((sent(client, 'messages.send')[2] as { id: string }).id).not.toBe(first?.id)
})

test('a sent message empties the text and keeps the recipient; drafts are kept per conversation', async () => {
  const { now } = await started()
  now().editDraft({ to: ['coder'], text: 'hello' })
  await now().send()
  expect(draftOf(now())).toMatchObject({ text: '', to: ['coder'] })
  now().editDraft({ text: 'half a thought' })
  now().setFilter({ agent: 'tester' })
  expect(draftOf(now()).text).toBe('')
  expect(recipientsOf(now())).toEqual(['tester'])
  now().setFilter({})
  expect(draftOf(now()).text).toBe('half a thought')
})

test.each([
  [{ text: 'x' }, 'to'],
  [{ to: ['coder'], text: '  ' }, 'text'],
])('send names what is missing: %j', async (patch, field) => {
  const { client, now } = await started()
  now().editDraft(patch)
  const answer = await now().send()
  expect(answer.ok ? undefined : answer.fault.field).toBe(field)
  expect(sent(client, 'messages.send')).toEqual([])
})

test('reply requests the protocol’s draft and keeps the existing text', async () => {
  const { client, now } = await started()
  now().editDraft({ text: 'already here' })
  await now().reply('e000008')
  expect(sent(client, 'messages.draft')).toEqual([{ event: 'e000008', intent: 'reply' }])
  expect(draftOf(now())).toMatchObject({ to: ['reviewer'], text: 'already here', replyTo: { id: 'e000008' } })
  expect(now().composerFocus).toBe(1)
  now().cancelReply()
  expect(draftOf(now())).toEqual({ observers: [], text: 'already here' })
})

test('reply focuses the text immediately; a refusal restores the draft without the reply, a cancelled one stays cancelled', async () => {
  const { client, now } = await started()
  now().editDraft({ to: ['docs'], text: 'kept' })
  client.on('messages.draft', () => fail('unavailable', 'Patchbay does not answer.'))
  const refused = now().reply('e000008')
  expect(now().composerFocus).toBe(1)
  expect(draftOf(now())).toMatchObject({ to: ['reviewer'], text: 'kept', replyTo: { id: 'e000008' } })
  await refused
  expect(now().actFault?.fault.message).toBe('Patchbay does not answer.')
  expect(draftOf(now())).toEqual({ to: ['docs'], observers: [], text: 'kept' })
  client.on('messages.draft', () => ok({ from: 'operator', to: ['reviewer'], observers: ['coder'], text: '' }))
  const late = now().reply('e000008')
  now().cancelReply()
  await late
  expect(draftOf(now())).toEqual({ observers: [], text: 'kept' })
})

/** An answer that takes its time. */
const soon = <T>(answer: T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(answer), 5))

test('a reply sent before its parties are known waits for them, and is not sent if they cannot be known', async () => {
  const { client, now } = await started()
  client.on('messages.draft', () => soon(ok({ from: 'operator', to: ['reviewer'], observers: ['coder'], text: '' })))
  void now().reply('e000008')
  now().editDraft({ text: 'Fifteen' })
  await now().send()
  expect(sent(client, 'messages.send')).toMatchObject([{ draft: { to: ['reviewer'], observers: ['coder'], text: 'Fifteen' } }])
  client.on('messages.draft', () => soon(fail('unavailable', 'Patchbay does not answer.')))
  void now().reply('e000008')
  now().editDraft({ text: 'kept' })
  expect(await now().send()).toMatchObject({ ok: false })
  expect(sent(client, 'messages.send')).toHaveLength(1)
  expect(draftOf(now())).toMatchObject({ text: 'kept' })
})

test('acknowledge sends immediately; its fault is shown at the row', async () => {
  const { client, now } = await started()
  await now().acknowledge('e000008')
  expect(sent(client, 'messages.send')).toHaveLength(1)
  expect(now().toasts.at(-1)?.text).toBe('Acknowledged')
  expect(await now().acknowledge('e000008')).toMatchObject({ ok: false, fault: { code: 'conflict' } })
  expect(sent(client, 'messages.send')).toHaveLength(1)
  expect(now().acknowledged.has('e000008')).toBe(true)
  client.on('messages.send', () => fail('unavailable', 'chat.md cannot be written.'))
  await now().acknowledge('e000006')
  expect(now().acknowledged.has('e000006')).toBe(false)
  await now().acknowledge('e000006')
  expect(now().actFault).toMatchObject({ event: 'e000006', fault: { message: 'chat.md cannot be written.' } })
})

test('a failed command is restored to the composer', async () => {
  const draft = { from: 'operator', to: ['coder'], observers: ['tester'], text: 'again' }
  const command = { id: '01K0000000000000000000000A', workspace: 'w1', source: 'l1', draft, wire: '', state: 'failed' as const, at: 0 }
  const { client, now } = await started(createMockClient({ state: { ...fixtureState, commands: [command] } }))
  await now().editCommand(command.id)
  expect(sent(client, 'messages.discard')).toEqual([{ id: command.id }])
  expect(draftOf(now())).toMatchObject({ to: ['coder'], observers: ['tester'], text: 'again' })
})

test('the selection moves through the rows and stays when its row leaves the window', async () => {
  const { client, now } = await started()
  now().moveSelection(1)
  expect(now().selection).toBe('e000014')
  now().moveSelection(-1)
  expect(now().selection).toBe('e000013')
  now().moveSelection(-100)
  expect(now().selection).toBe('e000001')
  client.on('feed.page', () =>
    ok({ events: many(3).map((one) => ({ ...one, id: `other${one.ord}`, ord: one.ord + 90 })), hasBefore: false, hasAfter: false }),
  )
  now().reload()
  await vi.waitFor(() => expect(now().feed.rows).toHaveLength(3))
  expect(now().selectedEvent()?.id).toBe('e000001')
})

test('if no editor can be started, the source opens in the inspector', async () => {
  const { client, now } = await started()
  client.on('events.open', () => fail('unsupported', 'No editor is set.'))
  await now().openSource('e000008')
  expect(now()).toMatchObject({ selection: 'e000008', inspectorTab: 'raw', drawer: 'inspector' })
})

test('a source that opens late does not take the inspector from the row selected meanwhile', async () => {
  const { client, now } = await started()
  const asked = Promise.withResolvers<void>()
  client.on('events.open', () => asked.promise.then(() => fail('unsupported', 'No editor is set.')) as never)
  now().select('e000008')
  const opening = now().openSource()
  now().select('e000005')
  asked.resolve()
  await opening
  expect(now()).toMatchObject({ selection: 'e000005', inspectorTab: 'details' })
})

test('refused settings are reset', async () => {
  const { client, now } = await started()
  await now().setSettings({ density: 'compact' })
  expect(now().settings.density).toBe('compact')
  client.on('settings.set', () => fail('unavailable', 'The journal is locked.'))
  await now().setSettings({ density: 'comfortable' })
  expect(now().settings.density).toBe('compact')
})

test('more events than fit a frame are replaced by a new page', async () => {
  const frames: (() => void)[] = []
  const { client, now } = await started(createMockClient(), { onFrame: (run) => void frames.push(run) })
  const flood = Array.from({ length: 6_000 }, (_, index) => messageEvent(15 + index, 'coder', 'tester', 'x'))
  for (let at = 0; at < flood.length; at += 1_000) {
    client.push({ type: 'events', workspace: 'w1', events: flood.slice(at, at + 1_000), cursor: at })
  }
  const before = sent(client, 'feed.page').length
  frames.splice(0).forEach((run) => run())
  expect(sent(client, 'feed.page')).toHaveLength(before + 1)
  await vi.waitFor(() => expect(now().feedPhase).toBe('ready'))
})

test('after many rows together the next ones wait a moment, and none is lost', async () => {
  const waiting: (() => void)[] = []
  const later = (run: () => void, ms: number): void => void (ms === 50 && waiting.push(run))
  const { client, now } = await started(createMockClient(), { later })
  const last = (): number | undefined => now().feed.rows.at(-1)?.ord
  client.add(...rows(101, 120))
  await vi.waitFor(() => expect(last()).toBe(120))
  client.add(...rows(121, 140))
  client.add(...rows(141, 142))
  await Promise.resolve()
  expect(last()).toBe(120)
  expect(waiting).toHaveLength(1)
  waiting.shift()?.()
  await vi.waitFor(() => expect(last()).toBe(142))
  waiting.shift()?.()
  client.add(...rows(143, 143))
  await vi.waitFor(() => expect(last()).toBe(143))
  expect(waiting).toEqual([])
})
