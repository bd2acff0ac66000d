import { afterEach, describe, expect, test } from 'vitest'
import { fakeJaibberServer } from '../../../test/fakes/jaibber-server.ts'
import type { FakeJaibberServer } from '../../../test/fakes/jaibber-server.ts'
import { boss, openTeam } from '../../../test/fakes/team-world.ts'
import type { TeamWorld } from '../../../test/fakes/team-world.ts'
import type { RunningTeam } from '../../../test/fakes/jaibber-link.ts'
import type { HaltNow } from '../../core/halt.ts'
import type { LinkConfig } from '../../core/link.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'
import { until } from '../../../test/fakes/until.ts'

type StoredRow = NonNullable<ReturnType<FakeJaibberServer['messages']['get']>>[number]

let world: TeamWorld | undefined
let rest: FakeJaibberServer | undefined
afterEach(async () => {
  await world?.end()
  await rest?.close()
  world = rest = undefined
})

const password = 'locksmith-secret-77'

async function open(): Promise<{ readonly world: TeamWorld; readonly rest: FakeJaibberServer; readonly settings: LinkConfig }> {
  world = await openTeam()
  rest = await fakeJaibberServer({ account: 'mira', password, ablyKey: world.server.key, projects: [{ id: 'harbour', name: 'Harbour' }] })
  return { world, rest, settings: { auth: 'server', server: rest.base, account: 'mira', password, projects: [] } }
}

async function send(link: RunningTeam, text: string, id = '01HX9Z0000000000000000000B'): Promise<string> {
  const draft = { from: 'boss', to: [], observers: [], text, where: 'harbour' }
  const { wire } = valueOf(link.link.format(draft, { id, at: 0 }))
  valueOf(await link.link.send(wire, boss))
  return (JSON.parse(wire) as { messageId: string }).messageId
}
const row = (number: number): StoredRow => ({
  id: `m${number}`,
  senderId: 'user-coder',
  senderType: 'user',
  senderName: 'Coder',
  type: 'message',
  text: `m${number}`,
  createdAt: at(number),
})
/** Within the last hour. */
const at = (minute: number): string => new Date(Date.now() - 3_600_000 + minute * 60_000).toISOString()

describe('a team with a Jaibber server', () => {
  test('logs in with its tokens, joins its projects, and stores the operator’s messages under the same id', async () => {
    const { world: team, rest: server, settings } = await open()
    const link = team.run(settings)
    await link.isUp()
    await until(() => expect(link.view()?.projects).toMatchObject([{ id: 'harbour', name: 'Harbour', isListed: true, isAttached: true }]))
    expect(link.view()).toMatchObject({ userId: 'user-mira', username: 'mira', server: { isReachable: true, waiting: 0 } })
    const id = await send(link, 'hello')
    await until(() => expect(server.messages.get('harbour')).toMatchObject([{ id, senderType: 'user', senderName: 'mira', text: 'hello' }]))
    await until(() => expect(link.texts()).toEqual(['hello']))
    expect(link.kept.events.find(({ wireId }) => wireId === id)?.body).toMatchObject({ from: 'boss', conversation: 'harbour' })
    expect(link.kept.events.find(({ wireId }) => wireId === id)?.body).not.toHaveProperty('doubts')
  })

  test('messages that could not be stored wait, are counted, and are stored after a restart', async () => {
    const { world: team, rest: server, settings } = await open()
    const first = team.run(settings)
    await first.isUp()
    server.intercept = (request, response) => {
      if (request.method !== 'POST' || request.url?.endsWith('/messages') !== true) return false
      response.writeHead(503).end('{}')
      return true
    }
    const ids = [await send(first, 'one', '01HX9Z0000000000000000000C'), await send(first, 'two', '01HX9Z0000000000000000000D')]
    await until(() => expect(first.view()?.server).toMatchObject({ isReachable: false, waiting: 2 }))
    await until(() => expect(first.texts()).toEqual(['one', 'two']))
    await first.link.stop()
    server.intercept = undefined
    const second = team.run(settings, first.kept)
    await until(() => expect(server.messages.get('harbour')?.map(({ id }) => id)).toEqual(ids))
    await until(() => expect(second.view()?.server).toMatchObject({ isReachable: true, waiting: 0 }))
  })

  test('earlier messages of the server and of Ably are one history in order, with the same ids', async () => {
    const { world: team, rest: server, settings } = await open()
    server.messages.set('harbour', [row(1), row(2), row(3)])
    for (const number of [3, 4]) team.coder.publish({ type: 'message', text: `m${number}`, messageId: `m${number}` })
    team.forgetRewind()
    const link = team.run(settings)
    await link.isUp()
    await until(() => expect(link.texts()).toEqual(['m1', 'm2', 'm3', 'm4']))
    team.coder.say('m5')
    await until(() => expect(link.texts()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']))
    expect(new Set(link.emitted.map(({ wireId }) => wireId)).size).toBe(link.emitted.length)
  })

  test('an unreachable server blocks nothing that does not need it', async () => {
    const { world: team, rest: server, settings } = await open()
    const mixed = { ...settings, auth: 'key' }
    const first = team.run(mixed)
    await first.isUp()
    await until(() => expect(first.view()?.projects).toHaveLength(1))
    await first.link.stop()
    server.intercept = (_request, response) => {
      response.writeHead(500).end()
      return true
    }
    const second = team.run(mixed, first.kept)
    await second.isUp()
    team.coder.say('still here')
    await until(() => expect(second.texts()).toEqual(['still here']))
    await until(() => expect(second.view()?.server).toMatchObject({ isReachable: false }))
    await until(() => expect(second.view()).toMatchObject({ userId: 'user-mira', projects: [{ id: 'harbour', isAttached: true }] }))
    server.messages.set('harbour', [row(1), row(2)])
    server.intercept = undefined
    await until(() => expect(second.texts()).toEqual(['m1', 'm2', 'still here']))
    await until(() => expect(second.view()?.server).toMatchObject({ isReachable: true }))
  })

  test('tasks pass the gate, and without a server there are none', async () => {
    const { world: team, settings } = await open()
    const link = team.run(settings)
    await link.isUp()
    const { id } = await link.call<{ id: string }>('createTask', { project: 'harbour', title: 'Index the ledger', assignee: 'Coder' })
    await link.call('moveTask', { project: 'harbour', task: id, status: 'working' })
    expect(await link.call('tasks', { project: 'harbour' })).toMatchObject({
      tasks: [{ id, title: 'Index the ledger', status: 'working', assignee: 'Coder' }],
    })
    const effects = link.published.filter(({ exact }) => exact.includes('"title"') || exact.includes('"status"'))
    expect(effects.map(({ exact }) => exact)).toEqual(['{"title":"Index the ledger","assignedAgentName":"Coder"}', '{"status":"working"}'])
    const alone = team.run()
    await alone.isUp()
    expect(await alone.link.call('tasks', { project: 'harbour' }, { actor: boss })).toMatchObject({ fault: { code: 'unavailable' } })
  })

  test('secrets are in no event, status, view, log or saved state (F16)', async () => {
    const { world: team, rest: server, settings } = await open()
    const { key } = team.server
    const both = [team.run(settings), team.run({ server: server.base, account: 'mira', password })]
    for (const link of both) await link.isUp()
    await until(() => expect(both[1]?.view()?.server?.isReachable).toBe(true))
    await send(both[0] ?? team.run(), 'hello')
    server.intercept = (request, response) => {
      response.writeHead(500).end(`you said ${request.headers.authorization} and ${password}`)
      return true
    }
    team.server.expireTokens()
    for (const link of both) await link.link.call('tasks', { project: 'harbour' }, { actor: boss })
    await until(() => expect(both[0]?.statuses.some(({ lamp }) => lamp !== 'up')).toBe(true))
    for (const { link } of both) await link.stop()
    const told = JSON.stringify(
      both.map(({ emitted, statuses, view, logged, kept, published }) => [emitted, statuses, view(), logged, kept.saved, published]),
    )
    expect(told).toContain('hello')
    for (const secret of [password, key, key.split(':')[1] ?? '-', 'Bearer jwt', '"mac":']) expect(told).not.toContain(secret)
  })

  test('while the operator has halted nothing is stored there; it is after Resume (F28)', async () => {
    const { world: team, rest: server, settings } = await open()
    let halt: HaltNow | undefined = { id: '7F3K', at: 0, level: 'stop', scope: { kind: 'all' } }
    const link = team.run(settings, undefined, { halt: { now: () => halt, refused: () => undefined } })
    await link.isUp()
    await until(() => expect(link.view()?.projects).toMatchObject([{ isAttached: true }]))
    const id = await send(link, 'hello')
    await until(() => expect(link.view()?.server).toMatchObject({ waiting: 1 }))
    expect(server.messages.get('harbour') ?? []).toEqual([])
    halt = undefined
    await until(() => expect(server.messages.get('harbour')).toMatchObject([{ id }]))
  })

  test('a wrong password keeps the link down, with the server’s message', async () => {
    const { world: team, settings } = await open()
    const link = team.run({ ...settings, password: 'not-the-password' })
    await until(() => expect(link.statuses.at(-1)).toMatchObject({ lamp: 'down', reason: { code: 'refused' } }))
    expect(JSON.stringify(link.statuses)).not.toContain('not-the-password')
  })
})
