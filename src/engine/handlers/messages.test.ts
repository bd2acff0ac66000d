import { ulid } from 'ulid'
import { expect, test, vi } from 'vitest'
import { follow } from '../../../test/fakes/engine.ts'
import { useOpenedEngine } from '../../../test/fakes/opened-engine.ts'

const engine = useOpenedEngine()
const { value, faultOf, eventAt, source } = engine

test('one-key drafts are made by the protocol', async () => {
  const { id } = await eventAt(0)
  expect(await value('messages.draft', { event: id, intent: 'reply' })).toMatchObject({ from: 'operator', to: ['coder'] })
  expect(await value('messages.draft', { event: id, intent: 'acknowledge', text: 'seen' })).toMatchObject({ text: 'seen' })
  expect(await faultOf('messages.draft', { event: (await eventAt(3)).id, intent: 'reply' })).toMatchObject({ code: 'invalid' })
})

test('preview, send, retry and discard', async () => {
  const link = await source()
  const draft = { from: 'operator', to: ['coder'], observers: [], text: 'x' }
  expect(await value('messages.preview', { source: link, draft })).toMatchObject({ wire: 'operator>coder: x\n' })
  expect(await faultOf('messages.preview', { source: 'gone', draft })).toMatchObject({ code: 'not-found' })
  engine.fake.sending = 'fail'
  const sent = await value('messages.send', { id: ulid(), source: link, draft })
  expect(sent).toMatchObject({ state: 'failed', fault: { message: 'The medium is full.' } })
  engine.fake.sending = 'echo'
  expect((await value('messages.retry', { id: sent.id })).state).toBe('confirmed')
  expect(await faultOf('messages.discard', { id: sent.id })).toMatchObject({ code: 'conflict' })
})

test('a crash while a message is being sent is resolved at the next start', async () => {
  engine.fake.sending = 'hang'
  const link = await source()
  const draft = { from: 'operator', to: ['coder'], observers: [], text: 'lost?' }
  const id = ulid()
  void engine.running.client.call('messages.send', { id, source: link, draft })
  await follow(engine.running.client, engine.workspace).state((state) => state.commands[0]?.state === 'accepted')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const restarted = engine.running.restart()
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  engine.running = await restarted
  const state = await follow(engine.running.client, engine.workspace).state((each) => each.commands[0]?.state === 'unsent')
  expect(state.commands[0]).toMatchObject({ id, draft, fault: { code: 'unavailable' } })
  expect(await value('messages.discard', { id })).toMatchObject({ draft })
  await follow(engine.running.client, engine.workspace).state((each) => each.commands.length === 0)
})
