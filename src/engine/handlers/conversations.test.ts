import { expect, test } from 'vitest'
import { follow } from '../../../test/fakes/engine.ts'
import { bodiesOf, useOpenedEngine } from '../../../test/fakes/opened-engine.ts'

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

test('messages to the operator are counted, paged and read separately; a new name of the operator is counted again', async () => {
  engine.fake.medium.push('coder>operator: look', 'coder>tester: not you', 'operator>coder: mine', 'tester>operator: and here')
  engine.fake.drivers[0]?.read()
  const followed = follow(engine.running.client, engine.workspace)
  expect((await followed.state()).forYou).toBe(2)
  const mine = await events({ forYou: true })
  expect(bodiesOf(mine)).toEqual(['look', 'and here'])
  await value('conversations.markRead', { workspace: engine.workspace, filter: { forYou: true }, upTo: mine.at(-1)?.ord ?? 0 })
  const read = await followed.state((state) => state.forYou === 0)
  expect(unread(read)).toMatchObject({ 'coder⇄tester': 1 })
  await value('conversations.markUnread', { event: mine[0]?.id ?? '' })
  await followed.state((state) => state.forYou === 1)
  await value('workspaces.setOperator', { workspace: engine.workspace, name: 'reviewer' })
  await followed.state((state) => state.forYou === 0)
  expect(bodiesOf(await events({ forYou: true }))).toContain('bad news')
})
