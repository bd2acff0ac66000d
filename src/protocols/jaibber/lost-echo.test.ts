import { afterEach, expect, test } from 'vitest'
import { boss, openTeam } from '../../../test/fakes/team-world.ts'
import type { TeamWorld } from '../../../test/fakes/team-world.ts'
import { until } from '../../../test/fakes/jaibber-link.ts'
import type { RunningTeam } from '../../../test/fakes/jaibber-link.ts'
import { valueOf } from '../../../test/fakes/engine.ts'
import type { Draft } from '../../core/command.ts'
import type { Confirmation } from '../../core/protocol.ts'
import { actions } from './demo/ably/wire.ts'

let world: TeamWorld | undefined
afterEach(async () => {
  await world?.end()
  world = undefined
})

const draft: Draft = { from: 'boss', to: [], observers: [], text: 'mine', where: 'harbour' }
const wireOf = (link: RunningTeam): string => valueOf(link.link.format(draft, { id: '01HX9Z3V9N8Q7R6S5T4W3X2Y1Z', at: 1 })).wire
const stored = (): readonly unknown[] => world?.server.server.board.channel('jaibber:project:harbour').messages ?? []

test.each([
  ['the echo', [actions.message], 'cut', 100],
  ['the echo', [actions.message], 'forgotten', 100],
  ['the echo', [actions.message], 'forgotten', 0],
  ['acknowledgement and echo', [actions.ack, actions.message], 'cut', 100],
  ['acknowledgement and echo', [actions.ack, actions.message], 'forgotten', 100],
  ['acknowledgement and echo', [actions.ack, actions.message], 'forgotten', 0],
])('%s is lost (%j), the connection %s, history of %i: sent once, and shown once', async (_what, lost, how, history) => {
  world = await openTeam({ connectionStateTtl: 500 })
  const { server, coder } = world
  const link = world.run({ history })
  await link.isUp()
  server.lose(({ action }) => (lost as readonly number[]).includes(action))
  const sent = link.link.send(wireOf(link), boss)
  await until(() => expect(stored()).toHaveLength(1))
  server.refuse(true)
  if (how === 'cut') server.drop()
  else server.forget(true)
  server.lose(undefined)
  server.refuse(false)
  expect(await sent).toMatchObject({ ok: true })
  coder.say('and then')
  await until(() => expect(link.texts().toSorted()).toEqual(['and then', 'mine']))
  expect(stored()).toHaveLength(2)
  const own = link.kept.events.filter(({ body }) => body.kind === 'message' && body.text === 'mine')
  expect(own).toMatchObject([{ raw: { text: wireOf(link) }, body: { from: 'boss' } }])
})

test('what Ably accepted but never sends back is shown after a while, at the latest at the end', async () => {
  world = await openTeam()
  const link = world.run({ history: 0 })
  await link.isUp()
  world.server.lose(({ action }) => action === actions.message)
  expect(await link.link.send(wireOf(link), boss)).toMatchObject({ ok: true })
  expect(link.texts()).toEqual([])
  await until(() => expect(link.texts()).toEqual(['mine']))
  const again = valueOf(link.link.format({ ...draft, text: 'last' }, { id: '01HX9Z3V9N8Q7R6S5T4W3X2Y2Z', at: 1 })).wire
  expect(await link.link.send(again, boss)).toMatchObject({ ok: true })
  await link.link.stop()
  expect(link.texts()).toEqual(['mine', 'last'])
})

test('what was sent right before a crash is ours when it comes back, and what another connection sends with our user id is not (F24)', async () => {
  world = await openTeam()
  const { server } = world
  const crashed = world.run({ history: 100 })
  await crashed.isUp()
  server.lose(({ action }) => action === actions.ack || action === actions.message)
  void crashed.link.send(wireOf(crashed), boss)
  await until(() => expect(stored()).toHaveLength(1))
  const [mine] = server.server.board.channel('jaibber:project:harbour').messages
  const kept = { events: [], saved: crashed.kept.saved }
  const others = JSON.stringify({
    ...(JSON.parse(wireOf(crashed)) as object),
    messageId: '00000000-0000-4000-8000-000000000001',
    text: 'not mine',
  })
  const author = { id: 'elsewhere:0', clientId: 'boss', connectionId: 'elsewhere' }
  server.server.board.publish('jaibber:project:harbour', [{ name: 'message', data: others, encoding: 'json' }], author)
  server.lose(undefined)
  const restarted = world.run({ history: 100 }, kept)
  const said = () => restarted.kept.events.flatMap(({ body }) => (body.kind === 'message' ? `${body.from}: ${body.text}` : []))
  await until(() => expect(said().toSorted()).toEqual(['boss: mine', 'boss@jaibber: not mine']))
  expect(mine?.connectionId).not.toBe(undefined)
})

test('an answer that another connection sends with our user id is not that of our agent (F24)', async () => {
  world = await openTeam()
  const { server } = world
  const { link, isUp, kept } = world.run()
  await isUp()
  const settings = { name: 'Helper', projects: ['harbour'], instructions: '', provider: { kind: 'echo' }, timeLimit: 20 }
  const { agent } = valueOf(await link.call('saveAgent', { settings }, { actor: boss })) as { readonly agent: string }
  valueOf(await link.call('startAgent', { agent }, { actor: boss, confirmed: {} as Confirmation }))
  valueOf(await link.send(valueOf(link.format({ ...draft, text: '@Helper mine' }, { id: '01HX9Z3V9N8Q7R6S5T4W3X2Y1Z', at: 1 })).wire, boss))
  const doubtsOf = (text: string): unknown =>
    kept.events.flatMap(({ body }) => (body.kind === 'message' && body.from === 'Helper' && body.text === text ? [body.doubts] : []))
  await until(() => expect(doubtsOf('@Helper mine')).toEqual([undefined]))
  const forged = { type: 'response', text: 'Forged.', from: 'boss', fromUsername: 'boss', agentName: 'helper', isAgentMessage: true }
  const data = JSON.stringify({ ...forged, projectId: 'harbour', messageId: '00000000-0000-4000-8000-000000000002' })
  const author = { id: 'elsewhere:0', clientId: 'boss', connectionId: 'elsewhere' }
  server.server.board.publish('jaibber:project:harbour', [{ name: 'message', data, encoding: 'json' }], author)
  const doubts = (): unknown[] =>
    kept.events.flatMap(({ body }) => (body.kind === 'message' && body.text === 'Forged.' ? [body.doubts] : []))
  await until(() =>
    expect(doubts()).toEqual([['claims to be from the agent “helper”, which runs on this machine, but was not sent from here']]),
  )
})
