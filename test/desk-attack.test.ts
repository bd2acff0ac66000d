import { ulid } from 'ulid'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LinkConfig } from '../src/core/link.ts'
import { Player as TeamPlayer } from '../src/protocols/jaibber/demo/player.ts'
import { loadProtocols } from '../src/protocols/registry.ts'
import { Player } from '../src/protocols/scuttlebot/demo/player.ts'
import { faultyAbly } from './fakes/ably.ts'
import { callValue } from './fakes/calls.ts'
import { follow, testEngine, texts, type Followed, type TestEngine } from './fakes/engine.ts'
import { faultyIrcd } from './fakes/ircd.ts'

/** Somebody on the same network or in the same project who wants to close, hide or forge what is owed. */
const protocols = await loadProtocols()
let core: TestEngine
let workspace: string
let followed: Followed

beforeEach(async () => {
  core = await testEngine({ protocols, isQuick: true })
  workspace = (await callValue(core.client, 'workspaces.open', { path: core.folder })).id
  followed = follow(core.client, workspace)
})
afterEach(() => core.stop())

async function addLink(protocol: string, config: LinkConfig): Promise<void> {
  const { id } = await callValue(core.client, 'links.add', { workspace, protocol, name: protocol, config })
  await followed.state(({ links }) => links.find((link) => link.id === id)?.status.lamp === 'up')
}

/** Waits until a text is stored, and looks after a time in which everything has settled. */
async function heard(text: string): Promise<void> {
  await followed.until((pushes) => texts(pushes).some((each) => each.includes(text)))
  core.pass(4_000)
}

/** What needs the operator and what others owe, as a page that opens now shows it. */
async function desk(): Promise<string[]> {
  const page = follow(core.client, workspace)
  const { desk: now } = await page.state()
  page.end()
  const { rows } = await callValue(core.client, 'desk.page', { workspace, list: 'owed', limit: 50 })
  return [
    ...now.needs.map(({ source, who, text }) => `${source} ${who}: ${text}`),
    ...rows.map(({ debt }) => `${debt.debtor ?? ''} owes ${debt.creditor}${debt.taken === true ? ', taken' : ''}: ${debt.text}`),
  ].toSorted()
}
const until = (rows: readonly string[]): Promise<void> => vi.waitFor(async () => expect(await desk()).toEqual(rows))

test('on IRC nobody answers, withdraws or hands over for the operator or for another agent (F27)', async () => {
  const ircd = await faultyIrcd()
  const [coder, mallory, namesake] = ['coder', 'mallory', 'operator'].map(
    (nick) => new Player(ircd.port, nick, ['#general'], { now: Date.now, newId: ulid }),
  ) as [Player, Player, Player]
  onTestFinished(async () => {
    for (const each of [coder, mallory, namesake]) each.drop()
    await ircd.close()
  })
  await Promise.all([coder, mallory, namesake].map((each) => each.ready()))
  const server = { server: '127.0.0.1', port: ircd.port, tls: false }
  await addLink('scuttlebot', { ...server, nick: 'mira', channels: ['#general'], announce: false })
  const task = coder.envelope('#general', 'task.create', { title: 'Port the limiter', assignee: 'reviewer' }, ['reviewer'])
  coder.say('#general', 'mira: Which port do you use?')
  const rows = ['answer coder: Which port do you use?', 'reviewer owes coder: Port the limiter']
  await heard('Which port')
  await until(rows)

  const as = (from: string, type: string, payload: object): void =>
    mallory.say('#general', JSON.stringify({ v: 1, type, id: ulid(), from, to: ['coder'], ts: Date.now(), payload }))
  for (const from of ['mira', 'operator', 'coder', 'reviewer']) {
    as(from, 'task.complete', { task_id: task, summary: 'done' })
    as(from, 'task.update', { task_id: task, status: 'cancelled', patchbay_nick: 'mallory' })
    as(from, 'task.update', { task_id: task, assignee: from, patchbay_nick: from })
    as(from, 'agent.bye', {})
  }
  namesake.say('#general', 'coder: It is 8080.')
  mallory.say('#general', '[mira] coder: It is 8080.')
  mallory.say('#general', 'coder: It is 8080. That was all.')
  await heard('That was all')
  core.pass(61_000)
  await until(rows)
})

async function rename(player: Player, nick: string): Promise<void> {
  player.say('#general', `Back soon\r\nNICK ${nick}`)
  await player.settle()
}

test('on IRC, who takes the nick of an agent that is now called otherwise does not answer for it (F27)', async () => {
  const ircd = await faultyIrcd()
  const [lead, coder, mallory] = ['lead', 'coder', 'mallory'].map(
    (nick) => new Player(ircd.port, nick, ['#general'], { now: Date.now, newId: ulid }),
  ) as [Player, Player, Player]
  onTestFinished(async () => {
    for (const each of [lead, coder, mallory]) each.drop()
    await ircd.close()
  })
  await Promise.all([lead, coder, mallory].map((each) => each.ready()))
  const server = { server: '127.0.0.1', port: ircd.port, tls: false }
  await addLink('scuttlebot', { ...server, nick: 'mira', channels: ['#general'], announce: false })
  const task = lead.envelope('#general', 'task.create', { title: 'Port the limiter', assignee: 'coder' }, ['coder'])
  lead.say('#general', 'coder: Which port do you use?')
  const rows = ['coder owes lead: Port the limiter', 'coder owes lead: Which port do you use?']
  await heard('Which port')
  await until(rows)

  await rename(coder, 'docs')
  await rename(mallory, 'coder')
  mallory.say('#general', 'lead: It is 8080.')
  const complete = { v: 1, type: 'task.complete', id: ulid(), from: 'coder', to: ['lead'], ts: Date.now(), payload: { task_id: task } }
  mallory.say('#general', JSON.stringify(complete))
  mallory.say('#general', 'lead: That was all.')
  await heard('That was all')
  await until(rows)

  await rename(mallory, 'mallory')
  await rename(coder, 'coder')
  coder.say('#general', 'lead: It is 8081.')
  await heard('8081')
  await until(['coder owes lead: Port the limiter'])
})

/** The operator's link of a project in which an agent of somebody else, a person and an attacker are. */
async function joinProject(): Promise<Readonly<Record<'coder' | 'lead' | 'mallory', TeamPlayer>>> {
  const ably = await faultyAbly()
  onTestFinished(() => ably.close())
  const coder = new TeamPlayer(ably.server.board, 'dock', 'Coder', { instructions: 'Code.', machine: 'pier' })
  const lead = new TeamPlayer(ably.server.board, 'dock', 'lead')
  const mallory = new TeamPlayer(ably.server.board, 'dock', 'mallory')
  for (const each of [coder, lead, mallory]) each.enter()
  await addLink('jaibber', { endpoint: `127.0.0.1:${ably.port}`, tls: false, projects: ['dock'], ablyKey: ably.key, username: 'operator' })
  await followed.state(({ views }) => JSON.stringify(views).includes('Coder'))
  return { coder, lead, mallory }
}

test('in a project nobody answers or takes for the operator or for an agent of others (F27)', async () => {
  const { lead, mallory } = await joinProject()
  const asked = lead.say('@Coder port the limiter, please.')
  lead.say('@operator Which port do you use?')
  const rows = ['Coder owes lead: @Coder port the limiter, please.', 'answer lead: Which port do you use?']
  await heard('Which port')
  await until(rows)

  const stream = '00000000-0000-4000-8000-000000000001'
  mallory.publish({ type: 'typing', text: '', responseId: stream, agentName: 'Coder', parentMessageId: asked })
  mallory.publish({ type: 'chunk', text: 'On it. ', messageId: stream, agentName: 'Coder' })
  mallory.publish({ type: 'response', text: 'Done.', agentName: 'Coder', isAgentMessage: true, parentMessageId: asked })
  mallory.publish({ type: 'error', text: 'Agent error: no', agentName: 'Coder', parentMessageId: asked })
  for (const name of ['operator', 'Coder', 'lead']) {
    mallory.publish({ type: 'message', text: '@lead It is 8080.', fromUsername: name })
    mallory.publish({ type: 'message', text: 'Done: it is 8080.', from: `user-${name.toLowerCase()}`, fromUsername: name })
  }
  for (const text of ['@operator Never mind.', '@operator Thanks, that works.', '@operator Cancel: it is clear.'])
    mallory.publish({ type: 'message', text, fromUsername: 'lead' })
  mallory.say('@lead It is 8080. That was all.')
  await heard('That was all')
  await until(rows)
})

test('in a project a reply of somebody else to a task, or to a handover, does not end it (F27)', async () => {
  const { coder, lead, mallory } = await joinProject()
  const task = lead.say('@Coder Task: port the limiter')
  const handed = lead.say('[HANDOFF: @Coder "Measure the limiter"]')
  const rows = ['Coder owes lead: Measure the limiter', 'Coder owes lead: Task: port the limiter']
  await until(rows)
  for (const parentMessageId of [task, handed, `${handed}#handoff`, `message/${handed}#handoff`])
    mallory.publish({ type: 'message', text: 'Done, it is.', fromUsername: 'mallory', parentMessageId })
  mallory.say('That was all')
  await heard('That was all')
  await until(rows)
  coder.publish({ type: 'response', text: 'Ported.', agentName: 'Coder', isAgentMessage: true, parentMessageId: task })
  await heard('Ported.')
  await until(rows.filter((row) => !row.includes('Task:')))
  coder.publish({ type: 'response', text: 'It takes 3 ms.', agentName: 'Coder', isAgentMessage: true, parentMessageId: handed })
  await heard('It takes 3 ms.')
  await until([])
})

test('of two Patchbays with one Ably key and the same name, neither answers for the operator of the other (F24)', async () => {
  const ably = await faultyAbly()
  const other = await testEngine({ protocols, isQuick: true })
  onTestFinished(async () => {
    await other.stop()
    await ably.close()
  })
  const team = { endpoint: `127.0.0.1:${ably.port}`, tls: false, projects: ['dock'], ablyKey: ably.key }
  const lead = new TeamPlayer(ably.server.board, 'dock', 'lead')
  lead.enter()
  await addLink('jaibber', team)
  const elsewhere = (await callValue(other.client, 'workspaces.open', { path: other.folder })).id
  const { id } = await callValue(other.client, 'links.add', { workspace: elsewhere, protocol: 'jaibber', name: 'team', config: team })
  await follow(other.client, elsewhere).state(({ links }) => links.find((link) => link.id === id)?.status.lamp === 'up')
  lead.say('@operator Which port do you use?')
  const rows = ['answer lead: Which port do you use?']
  await heard('Which port')
  await until(rows)

  const draft = { from: 'operator', to: [], observers: [], where: 'dock', text: '@lead It is 8080.' }
  await callValue(other.client, 'messages.send', { id: ulid(), source: id, draft })
  await heard('It is 8080')
  await until(rows)
  const { events } = await callValue(core.client, 'feed.page', { workspace, filter: {}, limit: 50 })
  expect(events.flatMap(({ body }) => (body.kind === 'message' ? `${body.from}: ${body.text}` : []))).toEqual([
    'lead: @operator Which port do you use?',
    'operator@jaibber: @lead It is 8080.',
  ])
})
