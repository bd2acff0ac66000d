import { expect, test, vi } from 'vitest'
import type { Command, Draft } from '../../../core/command.ts'
import { fail, ok, type Result } from '../../../core/fault.ts'
import type { AppState } from '../screen.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { testingWith } from '../testing/test-render.tsx'
import { draftOf } from './draft.ts'

const harbour = { ...fixtureState.info, id: 'w2', name: 'harbour', path: '/srv/harbour' }

interface Started {
  readonly client: MockClient
  readonly now: () => AppState
  readonly sends: { id: string; draft: Draft; answer: (result: Result<Command>) => void }[]
}

/** A store with a workspace, in which the answers to `messages.send` are given by hand. */
async function started(): Promise<Started> {
  const client = createMockClient()
  const sends: Started['sends'] = []
  client.on('messages.send', ({ id, draft }) => {
    const { promise, resolve } = Promise.withResolvers<Result<Command>>()
    sends.push({ id, draft, answer: resolve })
    return promise
  })
  const store = testingWith([]).testStore(client)
  await store.getState().start()
  await vi.waitFor(() => expect(store.getState().state).toBeDefined())
  store.getState().setFilter({})
  await vi.waitFor(() => expect(store.getState().feedPhase).toBe('ready'))
  return { client, now: store.getState, sends }
}

/** The same, while a first message, `go on`, is being sent. */
async function sending(): Promise<Started & { readonly first: Promise<unknown> }> {
  const room = await started()
  room.now().editDraft({ to: ['coder'], text: 'go on' })
  const first = room.now().send()
  await vi.waitFor(() => expect(room.sends).toHaveLength(1))
  return { ...room, first }
}

const accepted = (id: string, draft: Draft): Result<Command> =>
  ok({ id, workspace: 'w1', source: 'l1', draft, wire: draft.text, state: 'sent', at: fixtureNow })

test('what is typed while a message is being sent stays, as the next message', async () => {
  const { now, sends, first } = await sending()
  now().editDraft({ text: 'go on and then stop' })
  sends[0]?.answer(accepted(sends[0].id, sends[0].draft))
  await first
  expect(draftOf(now())).toMatchObject({ text: 'and then stop', to: ['coder'] })
  expect(draftOf(now()).sending).toBeUndefined()
})

test('a message that was changed while it was being sent, and refused, is another message', async () => {
  const { now, sends, first } = await sending()
  now().editDraft({ text: 'stop' })
  sends[0]?.answer(fail('timeout', 'No answer.'))
  await first
  expect(draftOf(now())).toMatchObject({ text: 'stop', fault: { message: 'No answer.' } })
  void now().send()
  await vi.waitFor(() => expect(sends).toHaveLength(2))
  // Under the id of the first, which may have been accepted, the engine would not send it.
  expect(sends[1]?.id).not.toBe(sends[0]?.id)
})

test.each(['accepted', 'refused'])('a message that is %s after another workspace was opened leaves the draft there alone', async (end) => {
  const { now, sends, first } = await sending()
  now().showWorkspace(harbour)
  now().setFilter({})
  now().editDraft({ to: ['pilot'], text: 'half a thought' })
  const one = sends[0]
  one?.answer(end === 'accepted' ? accepted(one.id, one.draft) : fail('unavailable', 'The disk is full.'))
  await first
  expect(draftOf(now())).toEqual({ to: ['pilot'], text: 'half a thought', observers: [] })
  now().showWorkspace(fixtureState.info)
  now().setFilter({})
  expect(draftOf(now()).text).toBe(end === 'accepted' ? '' : 'go on')
})

test('the parties of a reply arrive in its draft, also after another conversation was opened', async () => {
  const { client, now } = await started()
  const made = Promise.withResolvers<Result<Draft>>()
  client.on('messages.draft', () => made.promise)
  const reply = now().reply('e000008')
  now().setFilter({ agent: 'tester' })
  made.resolve(ok({ from: 'operator', to: ['reviewer'], observers: ['coder'], text: '' }))
  await reply
  expect(draftOf(now())).toEqual({ observers: [], text: '' })
  now().setFilter({})
  expect(draftOf(now())).toMatchObject({ to: ['reviewer'], observers: ['coder'], replyTo: { id: 'e000008' } })
})

test('a failed message is taken back into the draft that was in hand', async () => {
  const { client, now } = await started()
  const taken = Promise.withResolvers<Result<Command>>()
  client.on('messages.discard', () => taken.promise)
  const edited = now().editCommand('c1')
  now().setFilter({ agent: 'tester' })
  now().editDraft({ text: 'half a thought' })
  taken.resolve(accepted('c1', { from: 'operator', to: ['coder'], observers: [], text: 'go on' }))
  await edited
  expect(draftOf(now()).text).toBe('half a thought')
  now().setFilter({})
  expect(draftOf(now())).toMatchObject({ to: ['coder'], text: 'go on' })
})

test('a failed answer that is edited is still the answer, to whom it was', async () => {
  const { client, now, sends } = await started()
  const about = { debt: 'd1', ref: 'e000008', intent: 'answer' } as const
  const draft: Draft = { from: 'operator', to: ['reviewer'], observers: ['coder'], text: 'port 80', replyTo: 'e000008', about }
  client.on('messages.discard', () => accepted('c1', draft))
  const command: Command = { id: 'c1', workspace: 'w1', source: 'l1', draft, wire: '', state: 'failed', at: fixtureNow }
  client.setState({ commands: [command] })
  await vi.waitFor(() => expect(now().state?.commands).toHaveLength(1))
  void now().reply('e000006')
  await now().editCommand('c1')
  now().editDraft({ text: 'port 8080' })
  void now().send()
  await vi.waitFor(() => expect(sends.map((each) => each.draft)).toEqual([{ ...draft, text: 'port 8080' }]))
})

test('a failed message that is edited takes the place of no other text', async () => {
  const { client, now } = await started()
  client.on('messages.discard', () => accepted('c1', { from: 'operator', to: ['coder'], observers: [], text: 'go on' }))
  now().editDraft({ to: ['tester'], text: 'half a thought' })
  expect(await now().editCommand('c1')).toMatchObject({ fault: { code: 'conflict' } })
  expect(now().commandFaults.get('c1')?.code).toBe('conflict')
  expect(draftOf(now())).toMatchObject({ to: ['tester'], text: 'half a thought' })
  expect(client.calls.some(({ method }) => method === 'messages.discard')).toBe(false)
  now().editDraft({ text: '' })
  await now().editCommand('c1')
  expect(draftOf(now())).toMatchObject({ to: ['coder'], text: 'go on' })
  expect(now().commandFaults.size).toBe(0)
})

const parties = ok({ from: 'operator', to: ['reviewer'], observers: ['coder'], text: '' })

/** A reply in each of two conversations, whose parties have not arrived; the second is on screen. */
async function replyingTwice(): Promise<Started & { readonly made: PromiseWithResolvers<Result<Draft>>[] }> {
  const room = await started()
  const made: PromiseWithResolvers<Result<Draft>>[] = []
  room.client.on('messages.draft', () => {
    const next = Promise.withResolvers<Result<Draft>>()
    made.push(next)
    return next.promise
  })
  void room.now().reply('e000008')
  room.now().editDraft({ text: 'first' })
  room.now().setFilter({ agent: 'tester' })
  await vi.waitFor(() => expect(room.now().feedPhase).toBe('ready'))
  void room.now().reply('e000006')
  expect(made).toHaveLength(2)
  room.now().editDraft({ text: 'second' })
  return { ...room, made }
}

test('each reply waits for its own parties', async () => {
  const { now, sends, made } = await replyingTwice()
  now().setFilter({})
  void now().send()
  made[1]?.resolve(parties)
  await vi.waitFor(() => expect(draftOf({ ...now(), filter: { agent: 'tester' } }).observers).toEqual(['coder']))
  expect(sends).toEqual([])
  made[0]?.resolve(parties)
  await vi.waitFor(() => expect(sends).toMatchObject([{ draft: { text: 'first', to: ['reviewer'], observers: ['coder'] } }]))
})

test('a message neither waits for a reply elsewhere nor fails with it', async () => {
  const { now, sends, made } = await replyingTwice()
  now().setFilter({ agent: 'coder' })
  now().editDraft({ to: ['coder'], text: 'third' })
  void now().send()
  await vi.waitFor(() => expect(sends).toMatchObject([{ draft: { text: 'third', to: ['coder'] } }]))
  made[1]?.resolve(fail('unavailable', 'Patchbay does not answer.'))
})

test('a cancelled reply holds up no other message', async () => {
  const { now, sends, made } = await replyingTwice()
  now().cancelReply()
  now().editDraft({ to: ['coder'], text: 'second' })
  void now().send()
  await vi.waitFor(() => expect(sends).toMatchObject([{ draft: { text: 'second', to: ['coder'] } }]))
  made[1]?.resolve(parties)
})

test('what was sent before its parties arrived is that message, also after another conversation was opened', async () => {
  const { now, sends, made } = await replyingTwice()
  void now().send()
  now().setFilter({})
  made[1]?.resolve(parties)
  await vi.waitFor(() => expect(sends).toMatchObject([{ draft: { text: 'second', observers: ['coder'], replyTo: 'e000006' } }]))
})

test('a reply whose workspace was left before its parties arrived stays, and nothing else is sent for it', async () => {
  const { now, sends, made } = await replyingTwice()
  const sent = now().send()
  now().showWorkspace(harbour)
  now().setFilter({})
  now().editDraft({ to: ['pilot'], text: 'half a thought' })
  made[1]?.resolve(parties)
  expect(await sent).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
  expect(sends).toEqual([])
  expect(draftOf(now()).text).toBe('half a thought')
  now().showWorkspace(fixtureState.info)
  now().setFilter({ agent: 'tester' })
  expect(draftOf(now())).toMatchObject({ text: 'second', fault: { code: 'cancelled' } })
})

test('a reply that fails leaves nothing of the incomplete reply that it replaced', async () => {
  const { now, made } = await replyingTwice()
  now().setFilter({})
  await vi.waitFor(() => expect(now().feedPhase).toBe('ready'))
  const third = now().reply('e000006')
  made[0]?.resolve(parties)
  made[2]?.resolve(fail('unavailable', 'Patchbay does not answer.'))
  expect(await third).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
  expect(draftOf(now())).toEqual({ text: 'first', observers: [] })
})
