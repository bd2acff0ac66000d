import { monotonicFactory } from 'ulid'
import { afterEach, describe, expect, test } from 'vitest'
import { boss, startIrcLink } from '../../../test/fakes/irc-link.ts'
import type { RunningLink } from '../../../test/fakes/irc-link.ts'
import { faultyIrcd } from '../../../test/fakes/ircd.ts'
import type { FaultyIrcd, FaultyIrcdOptions } from '../../../test/fakes/ircd.ts'
import { checkConnection } from './check-connection.ts'
import { Player } from './demo/player.ts'
import { encodeEnvelope } from './pure/envelope.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'
import { until } from '../../../test/fakes/until.ts'

const newId = monotonicFactory()
const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function server(options?: FaultyIrcdOptions): Promise<FaultyIrcd> {
  const made = await faultyIrcd(options)
  ends.push(() => made.close())
  return made
}

async function agent(port: number, nick: string, channels = ['#general']): Promise<Player> {
  const player = new Player(port, nick, channels, { now: Date.now, newId: () => newId() })
  ends.push(() => player.drop())
  await player.ready()
  return player
}

function run(...given: Parameters<typeof startIrcLink>): RunningLink {
  const running = startIrcLink(...given)
  ends.push(() => running.link.stop())
  return running
}

describe('an IRC link', () => {
  test('tasks go from start to end, and a restart shows the same board', async () => {
    const { port } = await server({ history: 0 }) // everything is known from the journal alone
    const coder = await agent(port, 'coder')
    const link = run(port)
    await link.isUp()
    const { id } = await link.call('create', { title: 'Fix it', to: ['@workers'], place: '#general' })
    await until(async () => expect(await link.board()).toEqual(['proposed: Fix it (-)']))
    coder.envelope('#general', 'task.update', { task_id: id, status: 'in_progress', assignee: 'coder' })
    await until(async () => expect(await link.board()).toEqual(['working: Fix it (coder)']))
    await link.call('move', { task: id, column: 'review' })
    await link.call('comment', { task: id, text: 'looks good' })
    await link.call('assign', { task: id, assignee: 'reviewer' })
    await until(async () => expect(await link.board()).toEqual(['review: Fix it (reviewer)']))
    await link.call('complete', { task: id, summary: 'merged' })
    await until(async () => expect(await link.board()).toEqual(['done: Fix it (reviewer)']))
    const card = await link.call<{ history: { kind: string; by: string }[] }>('card', { task: id })
    expect(card.history.map((change) => `${change.kind} ${change.by}`)).toEqual([
      'create boss',
      'update coder',
      'update boss',
      'update boss',
      'update boss',
      'complete boss',
    ])
    await link.link.stop()

    const again = run(port, {}, link.kept)
    await again.isUp()
    expect(await again.board()).toEqual(['done: Fix it (reviewer)'])
    const lost = run(port, { nick: 'mira2' }, { events: link.kept.events, saved: { v: 7 } })
    await lost.isUp()
    expect(await lost.board()).toEqual(['done: Fix it (reviewer)'])
  })

  test('exactly the previewed bytes are sent, once, and not for another state of the task', async () => {
    const { port } = await server()
    const coder = await agent(port, 'coder')
    const link = run(port)
    await link.isUp()
    const act = { kind: 'create', title: 'Fix it', to: ['@workers', 'coder'], place: '#general' } as const
    const { kind: _kind, ...task } = act
    const first = await link.call<{ id: string; wire: string }>('preview', { act: { ...act, title: 'Fix' } })
    const shown = await link.call<{ id: string; wire: string }>('preview', { act, id: first.id })
    expect(shown.id).toBe(first.id)
    const again = (input: object): Promise<unknown> => link.link.call('create', input, { actor: boss })
    expect(await again({ ...task, title: 'Other', id: shown.id })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(await again({ ...task, id: '01HX9Z0000000000000000000A' })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(await link.call('create', { ...task, id: shown.id })).toEqual({ id: shown.id })
    expect(link.published.filter((line) => line.includes('task.create'))).toEqual([shown.wire])
    expect(await again({ ...task, id: shown.id })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    await until(async () => expect(await link.board()).toEqual(['proposed: Fix it (-)']))

    const done = await link.call<{ id: string; wire: string }>('preview', { act: { kind: 'complete', task: shown.id } })
    expect(done.wire).toContain('"to":["@workers","coder"]')
    coder.envelope('#general', 'task.update', { task_id: shown.id, status: 'in_progress' })
    await until(async () => expect(await link.board()).toEqual(['working: Fix it (-)']))
    const complete = await link.link.call('complete', { task: shown.id, id: done.id }, { actor: boss })
    expect(complete).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    await link.call('move', { task: shown.id, column: 'review' })
    expect(link.published.at(-1)).toContain('"to":["@workers","coder"]')
  })

  test.each([
    [{ to: ['@wor'] }, 'to'],
    [{ to: ['claude-*'] }, 'to'],
    [{ assignee: '@workers' }, 'assignee'],
    [{ assignee: 'a b' }, 'assignee'],
  ])('a task with %o is refused in its preview, when it is created, and by the composer and the command line', async (more, field) => {
    const { port } = await server()
    const link = run(port)
    await link.isUp()
    const refused = { ok: false, fault: { code: 'invalid', field } }
    const task = { title: 'x', place: '#general', ...more }
    expect(await link.link.call('preview', { act: { kind: 'create', ...task } }, { actor: boss })).toMatchObject(refused)
    expect(await link.link.call('create', task, { actor: boss })).toMatchObject(refused)
    const { to = [], ...data } = { title: 'x', ...more } as { title: string; to?: string[] }
    const draft = { from: 'boss', to, observers: [], text: '', where: '#general', label: 'task.create', data }
    expect(link.link.format(draft, { id: '01HX9Z0000000000000000000A', at: 1 })).toMatchObject(refused)
    expect(link.published.filter((line) => line.includes('task.'))).toEqual([])
  })

  test('nobody ends a task in another’s name, also after a restart', async () => {
    const { port } = await server({ history: 0 })
    const [coder, mallory] = [await agent(port, 'coder'), await agent(port, 'mallory')]
    const link = run(port)
    await link.isUp()
    const { id } = await link.call('create', { title: 'Fix it', place: '#general' })
    coder.envelope('#general', 'task.update', { task_id: id, status: 'in_progress', assignee: 'coder' })
    await until(async () => expect(await link.board()).toEqual(['working: Fix it (coder)']))
    const forged = { v: 1, type: 'task.complete', from: 'coder', ts: Date.now(), payload: { task_id: id, summary: 'all green' } } as const
    mallory.say('#general', encodeEnvelope({ ...forged, id: newId() }))
    mallory.say('#general', `[coder] ${encodeEnvelope({ ...forged, id: newId() })}`)
    mallory.say('#general', 'that was all')
    await until(() => expect(link.texts()).toContain('that was all'))
    const rows = link.emitted.flatMap(({ body }) => (body.kind === 'message' && body.label === 'task.complete' ? [body] : []))
    expect(rows.map((row) => `${row.from}: ${row.text} (${row.doubts?.length})`)).toEqual(Array(2).fill('mallory: Fix it: all green (1)'))
    const card = async (from: RunningLink): Promise<unknown> => (await from.call<{ card: unknown }>('card', { task: id })).card
    expect(await card(link)).toMatchObject({ column: 'working', doubt: expect.stringContaining('mallory') })
    await link.link.stop()
    const lost = run(port, {}, { events: link.kept.events, saved: undefined })
    await lost.isUp()
    expect(await card(lost)).toMatchObject({ column: 'working', doubt: expect.stringContaining('mallory') })
  })

  test('knowledge about agents expires with its evidence: an agent that said goodbye has ended, one missing when we return is lost', async () => {
    const { port, ircd } = await server()
    const [coder, tester, gone] = [await agent(port, 'coder'), await agent(port, 'tester'), await agent(port, 'gone')]
    const link = run(port)
    await link.isUp()
    for (const one of [coder, tester, gone]) one.envelope('#general', 'task.update', { task_id: 't', status: 'in_progress' })
    const last = (name: string): unknown =>
      link.emitted.flatMap(({ body }) => (body.kind === 'presence' && body.agent === name ? [`${body.word}: ${body.said}`] : [])).at(-1)
    await until(() => expect(['coder', 'tester', 'gone'].map(last)).toEqual(Array(3).fill('working: in_progress')))
    coder.envelope('#general', 'agent.bye', {})
    await coder.settle()
    coder.drop()
    await until(() => expect(last('coder')).toMatch(/^ended: quit/))
    gone.drop()
    ircd.find('mira')?.socket.destroy()
    await until(() =>
      expect(['coder', 'tester', 'gone'].map(last)).toEqual([
        expect.stringMatching(/^ended/),
        'working: in_progress',
        expect.stringMatching(/^lost/),
      ]),
    )
    const { kept } = link
    await link.link.stop()
    tester.drop()
    await until(() => expect(ircd.find('tester')).toBeUndefined())
    const again = run(port, {}, kept)
    await until(() =>
      expect(again.emitted.map(({ body }) => body)).toContainEqual(expect.objectContaining({ agent: 'tester', word: 'lost' })),
    )
    expect(again.emitted.filter(({ body }) => body.kind === 'presence' && body.agent !== 'tester' && body.agent !== 'boss')).toEqual([])
  })

  test('a stale connection of ours is not taken for somebody else', async () => {
    const { port } = await server({ history: 0 })
    const ghost = await agent(port, 'mira')
    const link = run(port)
    await until(() => expect(link.view().nick).toBe('mira_'))
    await link.isUp()
    ghost.drop()
    await until(() => expect(link.view().nick).toBe('mira'))
    const agents = link.emitted.flatMap(({ body }) => (body.kind === 'presence' ? [body.agent] : []))
    expect(agents).not.toContain('mira')
    expect(link.view().fleet.map(({ nick }) => nick)).not.toContain('mira_')
  })

  test('a test of its connection is not taken for an agent that comes and is lost', async () => {
    const { port, ircd } = await server({ history: 0 })
    const link = run(port)
    await link.isUp()
    const context = { workspacePath: '/', signal: new AbortController().signal, secret: () => Promise.resolve(undefined) }
    const steps: string[] = []
    for await (const { name, state } of checkConnection(context, link.config)) steps.push(`${name} ${state}`)
    expect(steps).toContain('join ok')
    await until(() => expect(ircd.find('mira_')).toBeUndefined())
    // What comes after the QUIT of the test was sent after it.
    const coder = await agent(port, 'coder')
    coder.say('#general', 'after the test')
    await until(() => expect(link.texts()).toContain('after the test'))
    await until(() => expect(link.view().fleet.map(({ nick }) => nick)).toContain('coder'))
    expect(link.view().fleet.map(({ nick }) => nick)).not.toContain('mira_')
    const named = link.emitted.flatMap(({ body }) => (body.kind === 'presence' ? [body.agent] : body.kind === 'notice' ? [body.from] : []))
    expect(named).not.toContain('mira_')
  })

  test('a link that has the nick of the test before it joins its channels', async () => {
    const { port, ircd } = await server({ history: 0 })
    const other = run(port)
    await other.isUp()
    const { config } = other
    await other.link.stop()
    await until(() => expect(ircd.find('mira')).toBeUndefined())
    const context = { workspacePath: '/', signal: new AbortController().signal, secret: () => Promise.resolve(undefined) }
    for await (const { state } of checkConnection(context, config)) expect(state).not.toBe('failed')
    const link = run(port)
    await link.isUp()
    await until(() => expect(link.view().channels).toMatchObject([{ name: '#general', isJoined: true }]))
    expect(link.view().nick).toBe('mira')
  })

  test('50 disconnects: every line once, every gap shown, and presence is known again (F9)', async ({ annotate }) => {
    const { ircd, port } = await server()
    const link = run(port, { announce: false })
    await link.isUp()
    const rounds = 50
    for (let round = 0; round < rounds; round++) {
      const coder = await agent(port, 'coder')
      coder.envelope('#general', 'agent.hello', { runtime: 'r', version: String(round) })
      coder.say('#general', `before ${round}`)
      await coder.settle()
      ircd.find('mira')?.socket.destroy()
      coder.say('#general', `meanwhile ${round}`)
      await coder.settle()
      await until(() => expect(link.texts()).toContain(`meanwhile ${round}`))
      coder.drop()
      await until(() => expect(ircd.find('coder')).toBeUndefined())
    }
    const said = link.texts().filter((text) => /^(before|meanwhile)/.test(text))
    expect(said.toSorted()).toEqual(
      Array.from({ length: rounds }, (_, round) => [`before ${round}`, `meanwhile ${round}`])
        .flat()
        .toSorted(),
    )
    expect(new Set(link.emitted.map((event) => event.wireId)).size).toBe(link.emitted.length)
    const gaps = link.emitted.filter(({ body, supersedes }) => body.kind === 'marker' && body.marker === 'gap' && supersedes === undefined)
    expect(gaps).toHaveLength(rounds)
    await annotate(`${rounds} disconnects, ${said.length} lines once each, ${gaps.length} gaps shown`, 'F9')
  })

  test('the same envelope in two channels, repeated, and in a replay is one event (F19)', async () => {
    const { port, ircd } = await server()
    const coder = await agent(port, 'coder', ['#a', '#b'])
    const link = run(port, { channels: ['#a', '#b'], announce: false })
    await link.isUp()
    const line = encodeEnvelope({
      v: 1,
      type: 'task.create',
      id: '01HX9Z0000000000000000000A',
      from: 'coder',
      ts: -5e15,
      payload: { title: 'Once' },
    })
    for (const channel of ['#a', '#b', '#a']) coder.say(channel, line)
    await coder.settle()
    ircd.find('mira')?.socket.destroy()
    coder.say('#a', 'after')
    await until(() => expect(link.texts()).toContain('after'))
    await link.isUp()
    expect(link.texts().filter((text) => text === 'Once')).toHaveLength(1)
    expect(await link.board()).toEqual(['proposed: Once (-)'])
  })

  test('announces itself after joining, and says goodbye before leaving a channel and the network', async () => {
    const { port, lines } = await server()
    const link = run(port, { channels: ['#general', '#ops'] })
    await link.isUp()
    await link.call('part', { channel: '#ops' })
    await link.link.stop()
    const said = lines
      .filter((each) => /^(PRIVMSG|PART|QUIT)/.test(each.line))
      .map(({ line }) => line.replace(/"id":"[^"]+"/, '').replace(/\{.*"type":"([^"]+)".*/, '$1'))
    expect(said).toEqual([
      'PRIVMSG #general agent.hello',
      'PRIVMSG #ops agent.hello',
      'PRIVMSG #ops agent.bye',
      'PART #ops',
      'PRIVMSG #general agent.bye',
      'QUIT Patchbay stops',
    ])
    const hello = lines.find((each) => each.line.includes('agent.hello'))?.line ?? ''
    expect(JSON.parse(hello.slice(hello.indexOf('{')))).toMatchObject({
      v: 1,
      from: 'mira',
      payload: { runtime: 'patchbay', version: '0.0.0-test' },
    })
    expect(link.published).toHaveLength(5)
  })

  test('a message of the operator is confirmed by the server’s answer, with or without echo', async () => {
    for (const caps of [['server-time', 'echo-message', 'message-tags'], []]) {
      const { port, close } = await server({ caps })
      const link = run(port, { announce: false })
      await link.isUp()
      const wire = valueOf(
        link.link.format(
          { from: 'boss', to: [], where: '#general', observers: [], text: 'hello all' },
          { id: '01HX9Z0000000000000000000B', at: 0 },
        ),
      ).wire
      valueOf(await link.link.send(wire, boss))
      await until(() => expect(link.texts()).toEqual(['hello all']))
      expect(link.emitted.find(({ body }) => body.kind === 'message')).toMatchObject({
        raw: { text: wire },
        body: { from: 'boss', conversation: '#general' },
      })
      expect(await link.link.send('PRIVMSG #nowhere :x', boss)).toMatchObject({ ok: false, fault: { code: 'refused' } })
      expect(await link.link.send('QUIT :x', boss)).toMatchObject({ ok: false, fault: { code: 'invalid' } })
      expect(link.texts()).toEqual(['hello all'])
      await link.link.stop()
      await close()
    }
  })

  test('an envelope cut into pieces is one message, and one that stays incomplete is shown with the reason', async () => {
    const { port } = await server()
    const coder = await agent(port, 'coder')
    const link = run(port, { announce: false })
    await link.isUp()
    const line = encodeEnvelope({
      v: 1,
      type: 'task.create',
      id: '01HX9Z0000000000000000000C',
      from: 'coder',
      ts: 1,
      payload: { title: 'In two' },
    })
    coder.say('#general', line.slice(0, 50))
    coder.say('#general', line.slice(50))
    coder.say('#general', line.slice(0, 30))
    coder.say('#general', encodeEnvelope({ v: 1, type: 'x.y', id: '01HX9Z0000000000000000000D', from: 'coder', ts: 1, payload: 'next' }))
    await until(() => expect(link.texts()).toEqual(['In two', line.slice(0, 30), 'next']))
    expect(link.emitted.flatMap(({ body }) => (body.kind === 'message' ? (body.doubts ?? []) : []))).toHaveLength(2)
  })

  test('secrets are in no event, status, view, console or log (F9)', async () => {
    const secrets = { password: 'hunter22-very-secret', serverPassword: 'open-sesame-secret', channelKeys: '#ops locksmith-secret' }
    const { port, inject } = await server({
      caps: ['sasl=PLAIN', 'server-time'],
      accounts: { mira: secrets.password },
      password: secrets.serverPassword,
      keys: { '#ops': 'locksmith-secret' },
    })
    const link = run(port, { sasl: 'plain', channels: ['#general', '#ops'] }, undefined, secrets)
    await link.isUp()
    inject('mira', ':irc.demo NOTICE mira :your password is hunter22-very-secret\r\n')
    await link.call('consoleSend', { line: 'PRIVMSG NickServ :IDENTIFY other-password' })
    const shown = await link.call<{ lines: { text: string }[] }>('console', { limit: 500 })
    await until(() => expect(link.view()).toBeDefined())
    const console = shown.lines.map((line) => line.text).join('\n')
    expect(console).toContain('PASS ••••••')
    expect(console).toContain('JOIN #ops ••••••')
    for (const secret of ['hunter22', 'open-sesame', 'locksmith', 'other-password'])
      expect(JSON.stringify([console, link.emitted, link.lamps, link.view(), link.logged, link.kept.saved])).not.toContain(secret)
  })

  test('messages in a muted channel are recorded and quiet, only there', async () => {
    const { port } = await server()
    const coder = await agent(port, 'coder', ['#general', '#loud'])
    const link = run(port, { channels: ['#general', '#loud'] })
    await link.isUp()
    await link.call('channel', { name: '#General', settings: { mute: true } })
    coder.say('#general', 'psst')
    coder.say('#loud', 'hey')
    const said = (text: string): unknown => link.kept.events.find(({ body }) => body.kind === 'message' && body.text === text)?.body
    await until(() => expect(said('hey')).toBeDefined())
    expect(said('psst')).toMatchObject({ conversation: '#general', quiet: true })
    expect(said('hey')).not.toHaveProperty('quiet')
  })

  test('joining, leaving, types and settings survive a restart', async () => {
    const { port } = await server({ keys: { '#keyed': 'k' } })
    await agent(port, 'coder')
    const link = run(port)
    await link.isUp()
    await link.call('join', { channel: '#more' })
    await link.call('join', { channel: '#keyed', key: 'k' })
    expect(await link.link.call('join', { channel: 'nohash' }, { actor: boss })).toMatchObject({
      ok: false,
      fault: { field: 'channel' },
    })
    expect(await link.link.call('join', { channel: '#x', key: 'a b' }, { actor: boss })).toMatchObject({ ok: false })
    await link.call('part', { channel: '#general' })
    await link.call('setType', { nick: 'coder', type: 'worker' })
    await link.call('channel', { name: '#more', settings: { mute: true } })
    await until(() =>
      expect(link.view().channels.map((channel) => [channel.name, channel.isJoined])).toEqual([
        ['#more', true],
        ['#keyed', true],
      ]),
    )
    await link.link.stop()
    const again = run(port, {}, link.kept)
    await again.isUp()
    await until(() => expect(again.view()?.channels.map((channel) => channel.name)).toEqual(['#more', '#keyed']))
    expect(again.view().channels[0]?.settings.mute).toBe(true)
    expect(again.view().channels[1]).toMatchObject({ isJoined: false, reason: expect.stringMatching(/key/) as string })
    expect(await again.call<object>('reach', { to: ['@workers'] })).toEqual({ here: [], gone: ['coder'], unknown: [] })
  })

  test('that was removed from its only channel is not up, until it is there again', async () => {
    const ircd = await server()
    const link = run(ircd.port)
    await link.isUp()
    await until(() => expect(link.view().channels[0]?.isJoined).toBe(true))
    ircd.inject('mira', ':evil!e@h KICK #general mira :out\r\n')
    await until(() => expect(link.lamps.at(-1)).toMatch(/^down: .*kicked by evil: out/u))
    ircd.inject('mira', ':mira!m@h JOIN #general\r\n')
    await link.isUp()
  })

  test('that was removed from one of its channels is up, and says so', async () => {
    const ircd = await server()
    const link = run(ircd.port, { channels: ['#general', '#more'] })
    await link.isUp()
    await until(() => expect(link.view().channels.map(({ isJoined }) => isJoined)).toEqual([true, true]))
    ircd.inject('mira', ':evil!e@h KICK #more mira :out\r\n')
    await until(() => expect(link.lamps.at(-1)).toMatch(/^up: .*kicked by evil: out/u))
  })
})
