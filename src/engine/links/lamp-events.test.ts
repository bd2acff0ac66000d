import { afterEach, beforeEach, expect, test } from 'vitest'
import { callValue } from '../../../test/fakes/calls.ts'
import { follow, testEngine, type TestEngine } from '../../../test/fakes/engine.ts'
import { fakeProtocol, type FakeProtocol } from '../../../test/fakes/protocol.ts'

let fake: FakeProtocol
let running: TestEngine

beforeEach(async () => {
  fake = fakeProtocol()
  running = await testEngine({ protocols: [fake] })
})
afterEach(() => running.stop())

test('what a link was is an event of the raw view, and neither a message nor news', async () => {
  fake.medium.push('coder>operator: hello')
  const workspace = (await callValue(running.client, 'workspaces.open', { path: running.folder })).id
  const before = await follow(running.client, workspace).state((state) => state.links[0]?.status.lamp === 'up')
  fake.drivers[0]?.context.status({ lamp: 'down', text: 'no answer', reason: { code: 'unavailable', message: 'refused' } })
  running = await running.restart()
  const { links, messages, conversations, forYou } = await follow(running.client, workspace).state(
    (state) => state.links[0]?.status.lamp === 'up' && state.messages > 0,
  )
  const page = (raw: boolean) => callValue(running.client, 'feed.page', { workspace, filter: raw ? { raw: true } : {}, limit: 50 })
  const stored = (await page(true)).events.filter(({ body }) => body.kind === 'lamp')
  expect(stored).toMatchObject([{ source: links[0]?.id, body: { lamp: 'down', reason: 'refused' } }])
  expect((await page(false)).events.map(({ body }) => body.kind)).toEqual(['message'])
  expect({ messages, conversations, forYou }).toEqual({
    messages: before.messages,
    conversations: before.conversations,
    forYou: before.forYou,
  })
  const found = await callValue(running.client, 'feed.search', { workspace, query: 'answer', limit: 10 })
  expect(found.hits).toEqual([])
})
