import { expect, test } from 'vitest'
import { follow } from '../../../test/fakes/engine.ts'
import { useOpenedEngine } from '../../../test/fakes/opened-engine.ts'

const engine = useOpenedEngine()
const { value, events, eventAt } = engine

function unread(state: { conversations: readonly { key: string; unread: number }[] }): Record<string, number> {
  return Object.fromEntries(state.conversations.map((each) => [each.key, each.unread]))
}

test('marks by filter, and unread again from one message on', async () => {
  engine.fake.medium.push('coder>reviewer: new', 'coder>tester: new')
  engine.fake.drivers[0]?.read()
  const followed = follow(engine.running.client, engine.workspace)
  expect(unread(await followed.state())).toEqual({ 'coder⇄reviewer': 1, 'coder⇄tester': 1 })
  const last = (await events()).at(-1)?.ord ?? 0
  await value('conversations.markRead', { workspace: engine.workspace, filter: { agent: 'tester' }, upTo: last })
  await followed.state((state) => unread(state)['coder⇄tester'] === 0 && unread(state)['coder⇄reviewer'] === 1)
  await value('conversations.markRead', { workspace: engine.workspace, filter: {}, upTo: last })
  await followed.state((state) => unread(state)['coder⇄reviewer'] === 0)
  await value('conversations.markUnread', { event: (await eventAt(0)).id })
  const state = await followed.state((each) => unread(each)['coder⇄reviewer'] === 3)
  expect(state.agents.map((agent) => [agent.name, agent.unread])).toEqual([
    ['coder', 2],
    ['reviewer', 1],
    ['tester', 0],
  ])
})
