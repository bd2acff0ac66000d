import { afterEach, expect, test } from 'vitest'
import { boss, openTeam } from '../../../test/fakes/team-world.ts'
import type { TeamWorld } from '../../../test/fakes/team-world.ts'
import { until } from '../../../test/fakes/jaibber-link.ts'
import type { RunningTeam } from '../../../test/fakes/jaibber-link.ts'
import { valueOf } from '../../../test/fakes/engine.ts'
import type { Draft } from '../../core/command.ts'
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
