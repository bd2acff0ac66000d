import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ulid } from 'ulid'
import type { WorkspaceState } from '../api/contract.ts'
import { fakeProtocol, type FakeProtocol } from '../../test/fakes/protocol.ts'
import { follow, testEngine, texts, type TestEngine } from '../../test/fakes/engine.ts'
import { valueOf } from '../../test/fakes/value-of.ts'

let fake: FakeProtocol
let running: TestEngine

beforeEach(async () => {
  fake = fakeProtocol()
  running = await testEngine({ protocols: [fake] })
})
afterEach(() => running.stop())

async function open(): Promise<string> {
  return valueOf(await running.client.call('workspaces.open', { path: running.folder })).id
}

function says(agent: string, until?: number): void {
  const raw = { text: agent }
  const body = {
    kind: 'presence',
    agent,
    word: 'working',
    evidence: 'declared',
    said: 'compiling',
    ...(until !== undefined && { until }),
  } as const
  fake.drivers[0]?.context.emit([{ wireId: `p:${agent}`, raw, body }], undefined)
}

/** True for a state that marks exactly these of its agents as current. */
function knows(...names: readonly string[]): (state: WorkspaceState) => boolean {
  return ({ agents }) => agents.length === 2 && agents.every(({ name, status }) => names.includes(name) === (status.was === undefined))
}

describe('the main path', () => {
  test('a line on the medium reaches a follower, after the state', async () => {
    fake.medium.push('coder>reviewer: hello')
    const workspace = await open()
    const followed = follow(running.client, workspace, 0)
    await followed.until((pushes) => texts(pushes).includes('hello'))
    expect(followed.pushes[0]?.type).toBe('state')
    fake.medium.push('reviewer>coder: hi')
    fake.drivers[0]?.read()
    await followed.until((pushes) => texts(pushes).includes('hi'))
    expect(texts(followed.pushes)).toEqual(['hello', 'hi'])
    const state = await followed.state((each) => each.messages === 2)
    expect(state.conversations).toMatchObject([{ key: 'coder⇄reviewer', count: 2, unread: 1, members: ['coder', 'reviewer'] }])
    expect(state.agents.map((agent) => agent.name)).toEqual(['coder', 'reviewer'])
    expect(state.links).toMatchObject([{ name: 'fake room', place: 'one', status: { lamp: 'up' } }])
  })

  test('a sent message is confirmed when it is read back', async () => {
    const workspace = await open()
    const followed = follow(running.client, workspace)
    const { links } = await followed.state((state) => state.links[0]?.status.lamp === 'up')
    const draft = { from: 'operator', to: ['coder'], observers: [], text: 'go on' }
    const sent = valueOf(await running.client.call('messages.send', { id: ulid(), source: links[0]?.id ?? '', draft }))
    expect(sent).toMatchObject({ state: 'confirmed', wire: 'operator>coder: go on\n' })
    await followed.until((pushes) => texts(pushes).includes('go on'))
    const state = await followed.state((each) => each.commands.some((command) => command.state === 'confirmed'))
    expect(state.conversations[0]).toMatchObject({ count: 1, unread: 0 })
  })

  test('knowledge about agents lasts as long as their link, or as long as they said', async () => {
    const workspace = await open()
    const followed = follow(running.client, workspace)
    says('coder')
    says('tester', Date.now() + 300)
    await followed.state(knows('coder'))
    const { links } = await followed.state((state) => state.links.length > 0)
    valueOf(await running.client.call('links.enable', { link: links[0]?.id ?? '', enabled: false }))
    await followed.state(knows())
  })
})

test('pages damaged on the disk are reported on every screen and to whoever started us', async () => {
  for (let line = 0; line < 600; line++) fake.medium.push(`coder>reviewer: ${line} ${'long '.repeat(100)}`)
  const workspace = await open()
  await follow(running.client, workspace).state((state) => state.messages === 600)
  await running.engine.close()
  const file = path.join(running.dataDir, 'journal.db')
  const bytes = readFileSync(file)
  const at = Math.floor(bytes.indexOf('coder>reviewer: 100 ') / 4_096) * 4_096
  writeFileSync(file, bytes.fill(0xff, at, at + 4_096))
  running = await running.restart()
  const followed = follow(running.client, workspace)
  expect(await running.client.call('feed.page', { workspace, filter: {}, before: 200, limit: 200 })).toMatchObject({ ok: false })
  const { journalFault } = await followed.state((state) => state.journalFault !== undefined)
  expect(journalFault?.message).toMatch(/damaged.*patchbay repair/)
  expect(running.warned).toEqual([journalFault?.message])
})

test('a clock set back, while we run or before, is reported once, and the order stays that of arrival', async () => {
  const shown = async (): Promise<string[]> => {
    const { events } = valueOf(await running.client.call('feed.page', { workspace, filter: {}, limit: 20 }))
    return events.map(({ body }) => (body.kind === 'message' ? body.text : body.kind === 'marker' ? body.marker : body.kind))
  }
  fake.medium.push('coder>reviewer: one')
  const workspace = await open()
  await follow(running.client, workspace).state((state) => state.messages === 1)
  running.skip(-3_600_000)
  for (const text of ['two', 'three']) {
    fake.medium.push(`coder>reviewer: ${text}`)
    fake.drivers.at(-1)?.read()
  }
  expect(await shown()).toEqual(['one', 'clock', 'two', 'three'])
  running.skip(-30 * 365 * 24 * 3_600_000)
  running = await running.restart()
  await follow(running.client, workspace).state((state) => state.links[0]?.status.lamp === 'up')
  fake.medium.push('coder>reviewer: four')
  fake.drivers.at(-1)?.read()
  running.skip(8 * 3_600_000) // a night's sleep is not a jump
  fake.medium.push('coder>reviewer: five')
  fake.drivers.at(-1)?.read()
  expect(await shown()).toEqual(['one', 'clock', 'two', 'three', 'clock', 'four', 'five'])
})
