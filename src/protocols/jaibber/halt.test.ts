import { afterEach, expect, test } from 'vitest'
import { boss, openTeam } from '../../../test/fakes/team-world.ts'
import type { TeamWorld } from '../../../test/fakes/team-world.ts'
import type { HaltOrder } from '../../core/halt.ts'
import { deregisterMessage } from './pure/halt-message.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'
import { until } from '../../../test/fakes/until.ts'

let world: TeamWorld | undefined
afterEach(async () => {
  await world?.end()
  world = undefined
})

const order = (verb: 'halt' | 'resume'): HaltOrder => ({
  id: '7F3K',
  verb,
  level: 'stop',
  reason: 'ask @Coder later',
  operator: 'boss',
  at: 0,
  messageId: () => (verb === 'halt' ? '01HX9Z0000000000000000000B' : '01HX9Z0000000000000000000C'),
  seen: ['Coder'],
})

test('a project is told once, with the bytes of the preview, and nobody is mentioned (F28)', async () => {
  world = await openTeam()
  const link = world.run()
  await link.isUp()
  for (const verb of ['halt', 'resume'] as const) {
    const plan = link.link.halt?.preview(order(verb))
    expect(plan).toMatchObject({ hears: ['Coder'], cannot: { names: ['Coder'] }, ends: [] })
    expect(plan?.says).toHaveLength(1)
    const wire = plan?.says[0]?.wire ?? ''
    expect(wire).not.toMatch(/@|mentions/)
    valueOf(await link.link.send(wire, boss))
    await until(() => expect(link.kept.events.filter(({ raw }) => raw.text === wire)).toHaveLength(1))
    expect(link.kept.events.find(({ raw }) => raw.text === wire)?.body).toMatchObject({ from: 'boss', to: [] })
  }
  expect(link.texts().slice(-2)).toEqual([
    'HALT 7F3K — agents of this machine are stopped. Reason: ask Coder later',
    'RESUME 7F3K — go on.',
  ])
})

test('an agent elsewhere can be ended by name, never all of a project at once (F28)', async () => {
  world = await openTeam()
  const link = world.run()
  await link.isUp()
  await until(() => expect(link.link.halt?.preview(order('halt')).offers).toHaveLength(1))
  expect(link.link.halt?.preview(order('resume')).offers).toEqual([])
  expect(link.link.halt?.preview({ ...order('halt'), agents: ['Docs'] }).offers).toEqual([])
  const [offer] = link.link.halt?.preview({ ...order('halt'), agents: ['coder'] }).offers ?? []
  expect(JSON.parse(offer?.wire ?? '')).toEqual({
    from: 'boss',
    fromUsername: 'boss',
    projectId: 'harbour',
    text: '',
    messageId: expect.any(String),
    type: 'deregister',
    agentName: 'Coder',
  })
  const everybody = JSON.stringify({ ...(JSON.parse(offer?.wire ?? '') as object), agentName: ' ' })
  expect(await link.link.send(everybody, boss)).toMatchObject({ ok: false, fault: { code: 'refused' } })
  expect(
    deregisterMessage({ userId: 'boss', username: 'boss', operator: 'boss' }, 'harbour', ' ', '01HX9Z0000000000000000000B'),
  ).toBeUndefined()
  valueOf(await link.link.send(offer?.wire ?? '', boss))
  expect(link.published.filter(({ exact }) => exact.includes('deregister')).map(({ exact }) => exact)).toEqual([offer?.wire])
})
