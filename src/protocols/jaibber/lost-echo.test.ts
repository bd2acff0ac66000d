import { afterEach, expect, test } from 'vitest'
import { boss, openTeam } from '../../../test/fakes/team-world.ts'
import type { TeamWorld } from '../../../test/fakes/team-world.ts'
import type { RunningTeam } from '../../../test/fakes/jaibber-link.ts'
import type { Draft } from '../../core/command.ts'
import type { Confirmation } from '../../core/protocol.ts'
import { actions } from './demo/ably/wire.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'
import { until } from '../../../test/fakes/until.ts'

let world: TeamWorld | undefined
afterEach(async () => {
  await world?.end()
  world = undefined
})

const draft: Draft = { from: 'boss', to: [], observers: [], text: 'mine', where: 'harbour' }
const wireOf = (link: RunningTeam): string => valueOf(link.link.format(draft, { id: '01HX9Z3V9N8Q7R6S5T4W3X2Y1Z', at: 1 })).wire
const stored = (): readonly unknown[] => world?.server.server.board.channel('jaibber:project:harbour').messages ?? []

/** Ably takes a message, and neither its acknowledgement nor its echo comes. */
async function sendLost(team: RunningTeam): Promise<void> {
  await team.isUp()
  world?.server.lose(({ action }) => action === actions.ack || action === actions.message)
  void team.link.send(wireOf(team), boss)
  await until(() => expect(stored()).toHaveLength(1))
}

/** What somebody who has the key publishes with our user id. */
function forge(data: unknown): void {
  const author = { id: `elsewhere:${++forged}`, clientId: 'boss', connectionId: 'elsewhere' }
  world?.server.server.board.publish('jaibber:project:harbour', [{ name: 'message', data: JSON.stringify(data), encoding: 'json' }], author)
}
let forged = 0

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
  await sendLost(crashed)
  const [mine] = server.server.board.channel('jaibber:project:harbour').messages
  const kept = { events: [], saved: crashed.kept.saved }
  forge({ ...(JSON.parse(wireOf(crashed)) as object), messageId: '00000000-0000-4000-8000-000000000001', text: 'not mine' })
  server.lose(undefined)
  const restarted = world.run({ history: 100 }, kept)
  const said = () => restarted.kept.events.flatMap(({ body }) => (body.kind === 'message' ? `${body.from}: ${body.text}` : []))
  await until(() => expect(said().toSorted()).toEqual(['boss: mine', 'boss@jaibber: not mine']))
  expect(mine?.connectionId).not.toBe(undefined)
})

/** Has an agent of this machine answer a message of ours. */
async function ask({ link }: RunningTeam, provider: unknown): Promise<void> {
  const settings = { name: 'Helper', projects: ['harbour'], instructions: '', provider, timeLimit: 20 }
  const { agent } = valueOf(await link.call('saveAgent', { settings }, { actor: boss })) as { readonly agent: string }
  valueOf(await link.call('startAgent', { agent }, { actor: boss, confirmed: {} as Confirmation }))
  valueOf(await link.send(valueOf(link.format({ ...draft, text: '@Helper mine' }, { id: '01HX9Z3V9N8Q7R6S5T4W3X2Y1Z', at: 1 })).wire, boss))
}

const ofHelper = { from: 'boss', fromUsername: 'boss', agentName: 'Helper', isAgentMessage: true, projectId: 'harbour' }
const notFromHere = 'claims to be from the agent “Helper”, which runs on this machine, but was not sent from here'

/** The id of the answer that Helper has begun. */
async function begun(): Promise<string> {
  let id = ''
  await until(() => {
    id = /responseId[\\":]+([\w-]+)/.exec(JSON.stringify(stored()))?.[1] ?? ''
    expect(id).not.toBe('')
  })
  return id
}

/** What was said by an agent, with its doubts. */
const saidBy = ({ kept }: RunningTeam, name: string): unknown[] =>
  kept.events.flatMap(({ body }) =>
    body.kind === 'message' && body.from === name ? [body.doubts === undefined ? body.text : [body.text, ...body.doubts]] : [],
  )

test.each(['without a restart', 'after a crash', 'after hundreds of other messages'])(
  'nobody else ends the growing answer of our agent, %s (F24)',
  async (when) => {
    world = await openTeam()
    let running = world.run({ history: 100 })
    await running.isUp()
    await ask(running, { kind: 'paste' })
    const prompt = await begun()
    await until(() => expect(running.live.get(prompt)).toBe(''))
    if (when !== 'without a restart') {
      const forgotten = when === 'after a crash' ? {} : { sent: [] }
      const saved = { ...(running.kept.saved as object), ...forgotten }
      running = world.run({ history: 100 }, { events: [...running.kept.events], saved })
      await running.isUp()
    }
    for (const type of ['typing', 'chunk', 'response', 'message', 'done', 'error'])
      forge({ ...ofHelper, type, text: `Forged ${type}.`, messageId: prompt, responseId: prompt })
    world.coder.say('That was all.')
    await until(() => expect(running.texts()).toContain('That was all.'))
    // The first of them that is no piece is shown, with its doubts.
    expect(saidBy(running, 'Helper')).toEqual([['Forged response.', notFromHere, 'continues an answer that somebody else started']])
    expect(running.live.get(prompt) ?? '').toBe('')
    await running.call('answer', { prompt, text: 'Genuine.' })
    await until(() => expect(saidBy(running, 'Helper')).toContain('Genuine.'))
  },
)

test('a copy that comes before our lost message does not take its place (F24)', async () => {
  world = await openTeam({ connectionStateTtl: 500 })
  const { server } = world
  const running = world.run({ history: 100 })
  await sendLost(running)
  server.lose(({ action }) => action === actions.ack)
  forge({ ...(JSON.parse(wireOf(running)) as object), text: 'not mine' })
  const said = () => running.kept.events.flatMap(({ body }) => (body.kind === 'message' ? `${body.from}: ${body.text}` : []))
  await until(() => expect(said()).toEqual(['boss@jaibber: not mine']))
  server.lose(undefined)
  server.forget(true)
  await until(() => expect(said().toSorted()).toEqual(['boss: mine', 'boss@jaibber: not mine']))
})

test('a copy of what was sent right before a crash does not take its place (F24)', async () => {
  world = await openTeam()
  const { server } = world
  const crashed = world.run()
  await sendLost(crashed)
  const kept = { events: [], saved: crashed.kept.saved }
  server.lose(undefined)
  world.forgetRewind()
  const restarted = world.run({ history: 0 }, kept)
  await restarted.isUp()
  await until(() => expect(restarted.view().projects).toMatchObject([{ isAttached: true }]))
  forge({ ...(JSON.parse(wireOf(crashed)) as object), text: 'not mine' })
  const said = () =>
    restarted.kept.events.flatMap(({ body }) => (body.kind === 'message' ? [[`${body.from}: ${body.text}`, ...(body.doubts ?? [])]] : []))
  const copy = ['boss@jaibber: not mine', 'has the id of a message that was sent from here']
  await until(() => expect(said()).toEqual([copy]))
  await restarted.call('older', { project: 'harbour' })
  await until(() => expect(said()).toEqual([copy, ['boss: mine']]))
})

test('what is sent while disconnected is ours after a crash, too (F24)', async () => {
  world = await openTeam({ connectionStateTtl: 500 })
  const { server } = world
  const crashed = world.run({ history: 100 })
  await crashed.isUp()
  server.refuse(true)
  server.forget()
  await until(() => expect(crashed.statuses.at(-1)?.lamp).not.toBe('up'))
  void crashed.link.send(wireOf(crashed), boss)
  server.lose(({ action }) => action === actions.ack || action === actions.message)
  server.refuse(false)
  await until(() => expect(stored()).toHaveLength(1))
  await crashed.isUp()
  const kept = { events: [], saved: crashed.kept.saved }
  server.lose(undefined)
  const restarted = world.run({ history: 100 }, kept)
  const said = () => restarted.kept.events.flatMap(({ body }) => (body.kind === 'message' ? `${body.from}: ${body.text}` : []))
  await until(() => expect(said()).toEqual(['boss: mine']))
})

test('an answer that another connection sends with our user id is not that of our agent (F24)', async () => {
  world = await openTeam()
  const running = world.run()
  const { isUp, kept } = running
  await isUp()
  await ask(running, { kind: 'echo' })
  const doubtsOf = (text: string): unknown =>
    kept.events.flatMap(({ body }) => (body.kind === 'message' && body.from === 'Helper' && body.text === text ? [body.doubts] : []))
  await until(() => expect(doubtsOf('@Helper mine')).toEqual([undefined]))
  forge({ ...ofHelper, agentName: 'helper', type: 'response', text: 'Forged.', messageId: '00000000-0000-4000-8000-000000000002' })
  const doubts = (): unknown[] =>
    kept.events.flatMap(({ body }) => (body.kind === 'message' && body.text === 'Forged.' ? [body.doubts] : []))
  await until(() =>
    expect(doubts()).toEqual([['claims to be from the agent “helper”, which runs on this machine, but was not sent from here']]),
  )
})
