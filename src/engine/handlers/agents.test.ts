import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { answerIn } from '../../../test/fakes/answer.ts'
import { follow } from '../../../test/fakes/engine.ts'
import { bodiesOf, useOpenedEngine } from '../../../test/fakes/opened-engine.ts'
import { ok } from '../../core/fault.ts'

const engine = useOpenedEngine()
const { value, faultOf, events, source } = engine

test('names are joined, shown under one agent, and split again; a decided guess stays decided', async () => {
  engine.fake.medium.push('Coder>reviewer: hi')
  engine.fake.drivers[0]?.read()
  const followed = follow(engine.running.client, engine.workspace)
  const { guesses } = await followed.state((state) => state.guesses.length === 1)
  const own = { workspace: engine.workspace, source: await source(), name: 'Coder' }
  expect(guesses[0]).toMatchObject({ name: 'Coder', agent: 'coder', reason: 'differs only in case' })
  await value('agents.join', { ...own, agent: 'coder' })
  const joined = await followed.state((state) => state.guesses.length === 0)
  expect(joined.agents.find((agent) => agent.id === 'coder')?.names.map((name) => name.name)).toEqual(['coder', 'Coder'])
  expect(bodiesOf(await events({ agent: 'coder' }))).toContain('hi')
  await value('agents.split', own)
  const split = await followed.state((state) => state.agents.some((agent) => agent.name === 'Coder'))
  expect(split.guesses).toEqual([])
  expect(await faultOf('agents.join', { ...own, agent: 'nobody' })).toMatchObject({ code: 'not-found', field: 'agent' })
  expect(await faultOf('agents.split', { ...own, name: 'nobody' })).toMatchObject({ code: 'not-found' })
})

test('no name that only resembles that of the operator is offered as his, nor his as that of another', async () => {
  const followed = follow(engine.running.client, engine.workspace)
  const { info } = await followed.state(() => true)
  engine.fake.medium.push(`${info.operator}x>coder: hi`)
  engine.fake.medium.push(`coder>${info.operator}: hi`)
  engine.fake.medium.push(`${info.operator}_>coder: hi`)
  engine.fake.medium.push('Coder>reviewer: hi')
  engine.fake.drivers[0]?.read()
  const { guesses } = await followed.state((state) => state.guesses.some(({ name }) => name === 'Coder'))
  expect(guesses.map(({ agent }) => agent)).not.toContain(info.operator)
  expect(guesses.map(({ name }) => name)).not.toContain(info.operator)
})

test('the file that defines an agent is opened after approval, if one is known', async () => {
  const opened: string[] = []
  await engine.start({ openPath: (_permit, file) => Promise.resolve((opened.push(file), ok(undefined))) })
  expect(await faultOf('agents.open', { workspace: engine.workspace, agent: 'coder' })).toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('No file'),
  })
  expect(await faultOf('agents.open', { workspace: engine.workspace, agent: 'nobody' })).toMatchObject({
    code: 'not-found',
    field: 'agent',
  })
  const body = { kind: 'profile', agent: 'coder', role: 'writes' } as const
  const raw = { text: '', anchor: { label: 'fake.txt', path: 'fake.txt' } }
  engine.fake.drivers[0]?.context.emit([{ wireId: 'coder.md', raw, body }], 4)
  await follow(engine.running.client, engine.workspace).state((each) => each.agents.some((agent) => agent.definedIn === 'fake.txt'))
  const call = engine.running.client.call('agents.open', { workspace: engine.workspace, agent: 'coder' })
  const { approvals } = await follow(engine.running.client, engine.workspace).state((each) => each.approvals.length === 1)
  expect(opened).toEqual([])
  await answerIn(engine.running, approvals[0], { allow: true, scope: 'once' })
  expect(await call).toMatchObject({ ok: true })
  expect(opened).toEqual([path.join(engine.running.folder, 'fake.txt')])
})

test('the lint of an agent covers what it sent, and is read again only when it has sent more', async () => {
  for (let index = 0; index < 24; index++)
    engine.fake.medium.push(`${index < 20 ? 'coder' : 'reviewer'}>${index < 20 ? 'reviewer' : 'coder'}: line ${index}`)
  engine.fake.drivers[0]?.read()
  const lint = vi.spyOn(engine.fake, 'lint').mockReturnValue([])
  const agents = ['coder', 'nobody']
  const [coder, nobody] = await value('agents.lint', { workspace: engine.workspace, agents })
  expect(coder).toMatchObject({ agent: 'coder', found: 0, rules: [], score: 100 })
  expect(coder?.messages).toBeGreaterThanOrEqual(20)
  expect(nobody).toEqual({ agent: 'nobody', messages: 0, found: 0, rules: [] })
  const calls = lint.mock.calls.length
  expect(calls).toBe(coder?.messages)
  await value('agents.lint', { workspace: engine.workspace, agents })
  expect(lint.mock.calls).toHaveLength(calls)
  engine.fake.medium.push('coder>reviewer: one more')
  engine.fake.drivers[0]?.read()
  const [again] = await value('agents.lint', { workspace: engine.workspace, agents })
  expect(again?.messages).toBe(calls + 1)
  lint.mockRestore()
})

test('what somebody else may have written in an agent’s name is no mistake of that agent', async () => {
  const [{ messages: before } = { messages: 0 }] = await value('agents.lint', { workspace: engine.workspace, agents: ['coder'] })
  for (let index = 0; index < 24; index++) engine.fake.medium.push(`coder>reviewer: ${index === 3 ? 'forged ' : ''}bad ${index}`)
  engine.fake.drivers[0]?.read()
  const forged = vi.spyOn(engine.fake, 'isForged').mockImplementation(({ text }) => text.includes('forged'))
  const [report] = await value('agents.lint', { workspace: engine.workspace, agents: ['coder'] })
  forged.mockRestore()
  // One line of it was there before.
  expect(report).toMatchObject({ messages: before + 23, found: 24 })
})

test('what others say to an agent keeps none of its own messages from being checked', async () => {
  for (let index = 0; index < 24; index++) engine.fake.medium.push(`sloppy>reviewer: bad ${index}`)
  for (let index = 0; index < 2_100; index++) engine.fake.medium.push(`friend>sloppy: line ${index}`)
  engine.fake.drivers[0]?.read()
  const [report] = await value('agents.lint', { workspace: engine.workspace, agents: ['sloppy'] })
  expect(report).toMatchObject({ messages: 24, found: 24, score: 0 })
})
