import { afterEach, describe, expect, test } from 'vitest'
import { boss, openTeam } from '../../../test/fakes/team-world.ts'
import type { TeamWorld } from '../../../test/fakes/team-world.ts'
import type { RunningTeam } from '../../../test/fakes/jaibber-link.ts'
import type { NewEvent } from '../../core/event.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'
import { until } from '../../../test/fakes/until.ts'

let world: TeamWorld | undefined
afterEach(async () => {
  await world?.end()
  world = undefined
})

const answer = { type: 'response', agentName: 'Coder', isAgentMessage: true } as const
const markers = (events: readonly NewEvent[]): string[] => events.flatMap(({ body }) => (body.kind === 'marker' ? [body.text] : []))
const old = (from: number): string[] => Array.from({ length: 250 - from }, (_, at) => `old ${from + at}`)

function states(team: RunningTeam, agent: string): string[] {
  return team.kept.events.flatMap(({ body }) => (body.kind === 'presence' && body.agent === agent ? [`${body.word}: ${body.said}`] : []))
}

describe('a link of a team', () => {
  test('receives messages, and its own message is confirmed when it comes back', async () => {
    world = await openTeam()
    const { coder } = world
    coder.say('before we came')
    const link = world.run()
    await link.isUp()
    coder.say('hello')
    await until(() => expect(link.texts()).toEqual(['before we came', 'hello']))
    const draft = { from: 'boss', to: ['Coder'], observers: [], text: 'thanks', where: 'Harbour' }
    const { wire } = valueOf(link.link.format(draft, { id: '01HX9Z0000000000000000000B', at: 0 }))
    valueOf(await link.link.send(wire, boss))
    await until(() => expect(link.texts().at(-1)).toBe('@Coder thanks'))
    expect(link.kept.events.find(({ raw }) => raw.text === wire)?.body).toMatchObject({
      from: 'boss',
      to: ['Coder'],
      conversation: 'harbour',
    })
    expect(link.published.find(({ exact }) => exact === wire)?.target).toContain('jaibber:project:harbour')
    expect(await link.link.send(wire.replace('"harbour"', '"other"'), boss)).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    expect(await link.link.send(wire.replace('"boss"', '"mira"'), boss)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(await link.link.send('not json', boss)).toMatchObject({ ok: false, fault: { code: 'invalid' } })
  })

  test('a restart loses nothing and repeats nothing; messages in between arrive in order (F19)', async () => {
    world = await openTeam()
    const { coder } = world
    coder.say('one')
    const first = world.run()
    await first.isUp()
    coder.say('two')
    await until(() => expect(first.texts()).toEqual(['one', 'two']))
    await first.link.stop()
    coder.say('three')
    coder.say('four')
    const second = world.run({}, first.kept)
    await until(() => expect(second.texts()).toEqual(['one', 'two', 'three', 'four']))
    await second.isUp()
    const told = new Set(first.emitted.map(({ wireId }) => wireId))
    expect(second.emitted.filter(({ wireId }) => told.has(wireId))).toEqual([])
    await second.link.stop()
    const lost = world.run({}, { events: second.kept.events, saved: { v: 7 } })
    await lost.isUp()
    coder.say('five')
    await until(() => expect(lost.texts()).toEqual(['one', 'two', 'three', 'four', 'five']))
  })

  test('an answer grows while it is written, is stored meanwhile, and ends as one message (F10)', async () => {
    let now = Date.now()
    world = await openTeam()
    const { coder } = world
    const link = world.run({}, undefined, { now: () => now })
    await link.isUp()
    const piece = (text: string): string => coder.publish({ type: 'chunk', text, messageId: 'answer-1', agentName: 'Coder' })
    coder.publish({ type: 'typing', text: '', responseId: 'answer-1', agentName: 'Coder', parentMessageId: 'asked' })
    piece('Once ')
    piece('upon ')
    await until(() => expect(link.live.get('answer-1')).toBe('Once upon '))
    await until(() => expect(link.view()?.projects[0]?.writing).toBe(1))
    now += 5_000
    const stored = (): string[] => link.kept.events.flatMap(({ body }) => (body.kind === 'stream' ? [`${body.state}: ${body.text}`] : []))
    await until(() => expect(stored()).toEqual(['typing: ', 'writing: Once upon ']))
    piece('a time')
    coder.publish({ ...answer, text: 'Once upon a time.', messageId: 'answer-1' })
    await until(() => expect(link.texts()).toEqual(['Once upon a time.']))
    expect(link.live.has('answer-1')).toBe(false)
    const ended = link.kept.events.find(({ wireId }) => wireId === 'answer-1')
    expect(ended?.ord).toBe(link.kept.events.find(({ body }) => body.kind === 'stream')?.ord)
    expect(ended?.body).toMatchObject({ replyTo: 'asked', from: 'Coder' })
    const words = link.kept.events.flatMap(({ body }) => (body.kind === 'presence' && body.agent === 'Coder' ? [body.word] : []))
    expect(words).toEqual(['idle', 'working', 'idle'])
  })

  test('an answer is stored when Patchbay exits, continues after it, and is cut when its author leaves', async () => {
    world = await openTeam()
    const { coder } = world
    const first = world.run()
    await first.isUp()
    for (const text of ['ha', 'lf ']) coder.publish({ type: 'chunk', text, messageId: 'answer-1', agentName: 'Coder' })
    await until(() => expect(first.live.get('answer-1')).toBe('half '))
    await first.link.stop()
    world.forgetRewind()
    const second = world.run({ history: 0 }, first.kept)
    await second.isUp()
    coder.publish({ type: 'chunk', text: 'way', messageId: 'answer-1', agentName: 'Coder' })
    await until(() => expect(second.live.get('answer-1')).toBe('half way'))
    coder.drop()
    const last = (): unknown => second.kept.events.findLast(({ body }) => body.kind === 'stream')?.body
    await until(() => expect(last()).toMatchObject({ state: 'cut', reason: 'Coder left', text: 'half way' }))
    expect(second.live.has('answer-1')).toBe(false)
    expect(states(second, 'Coder').at(-1)).toBe('lost: left')
    await until(() => expect(second.view()?.projects[0]?.writing).toBe(0))
  })

  test('an agent that left unnoticed is lost, and an answer whose connection is gone is unknown', async () => {
    world = await openTeam()
    const first = world.run()
    await first.isUp()
    await until(() => expect(states(first, 'Coder')).toHaveLength(1))
    world.coder.publish({ type: 'chunk', text: 'half', messageId: 'answer-1', agentName: 'Coder' })
    await until(() => expect(first.view()?.projects[0]?.writing).toBe(1))
    world.server.refuse(true)
    world.server.drop()
    await until(() => expect(first.view()?.projects[0]?.writing).toBe(0))
    await first.link.stop()
    world.coder.drop()
    world.server.refuse(false)
    const second = world.run({}, first.kept)
    await until(() => expect(states(second, 'Coder').at(-1)).toBe('lost: was gone after we reconnected'))
    const streams = (): object[] => second.kept.events.flatMap(({ body }) => (body.kind === 'stream' ? [body] : []))
    await until(() => expect(streams().at(-1)).toMatchObject({ state: 'cut', reason: 'Coder left', text: 'half' }))
    expect(states(second, 'Coder').at(-1)).toBe('lost: was gone after we reconnected')
    world.coder.enter()
    await until(() => expect(states(second, 'Coder').at(-1)).toMatch(/^idle: here/))
    // It begins its answer anew under the same id.
    const before = streams().length
    world.coder.publish({ type: 'typing', text: '', responseId: 'answer-1', agentName: 'Coder' })
    world.coder.publish({ type: 'chunk', text: 'half way', messageId: 'answer-1', agentName: 'Coder' })
    await until(() => expect(second.live.get('answer-1')).toBe('half way'))
    world.coder.publish({ ...answer, text: 'half way there', messageId: 'answer-1' })
    await until(() => expect(second.texts()).toEqual(['half way there']))
    const end = second.kept.events.findLast(({ body }) => body.kind === 'message')
    expect(end?.ord).toBe(second.kept.events.find(({ body }) => body.kind === 'stream')?.ord)
    expect(streams()).toHaveLength(before)
  })

  test('a lost connection is a gap with the recovered messages; a short one is not', async () => {
    world = await openTeam({ connectionStateTtl: 500 })
    const { coder, server } = world
    const link = world.run()
    await link.isUp()
    coder.say('before')
    await until(() => expect(link.texts()).toEqual(['before']))
    server.drop()
    coder.say('in a short cut')
    await until(() => expect(link.texts()).toEqual(['before', 'in a short cut']))
    expect(markers(link.emitted)).toEqual([])
    server.refuse(true)
    server.forget(true)
    coder.say('unheard')
    server.refuse(false)
    await until(() => expect(link.texts()).toEqual(['before', 'in a short cut', 'unheard']))
    await until(() => expect(markers(link.emitted)).toHaveLength(2))
    expect(markers(link.emitted)[1]).toMatch(/^Not connected for .* Messages found again: 1 in Harbour\.$/)
    const gap = link.kept.events.findLast(({ body }) => body.kind === 'marker')
    expect(gap?.ord).toBeLessThan(link.kept.events.find(({ body }) => body.kind === 'message' && body.text === 'unheard')?.ord ?? 0)
  })

  test('a gap that back-fill cannot reach across is incomplete', async () => {
    world = await openTeam({ connectionStateTtl: 500 })
    const { coder, server } = world
    const link = world.run({ history: 0 })
    await link.isUp()
    server.refuse(true)
    server.forget(true)
    coder.say('unheard')
    server.refuse(false)
    await until(() => expect(link.emitted.findLast(({ body }) => body.kind === 'marker')?.body).toMatchObject({ isIncomplete: true }))
  })

  test('earlier messages are placed before later ones; older pages are loaded on request', async () => {
    world = await openTeam()
    const { coder } = world
    for (let number = 0; number < 250; number++) coder.say(`old ${number}`)
    world.forgetRewind()
    const link = world.run({ history: 100 })
    await link.isUp()
    await until(() => expect(link.texts()).toHaveLength(100))
    coder.say('new')
    await until(() => expect(link.texts()).toEqual([...old(150), 'new']))
    expect(await link.call('older', { project: 'harbour' })).toEqual({ found: 100, hasMore: true })
    expect(link.texts()).toEqual([...old(50), 'new'])
    expect(await link.call('older', { project: 'harbour' })).toMatchObject({ found: 50 })
    expect(link.texts()).toEqual([...old(0), 'new'])
    expect(await link.call('older', { project: 'harbour' })).toEqual({ found: 0, hasMore: false })
  })

  test('the same message by rewind, history and live, in any order and repeated, is one event (F19)', async ({ annotate }) => {
    world = await openTeam()
    const { coder, server } = world
    const ids = Array.from({ length: 40 }, (_, number) => `m${number}`)
    const say = (id: string): string => coder.publish({ type: 'message', text: id, messageId: id })
    for (const id of ids) say(id)
    const link = world.run()
    await link.isUp()
    for (const id of ids.toReversed()) say(id)
    for (let round = 0; round < 5; round++) {
      server.drop()
      say(ids[round * 7] ?? '')
    }
    coder.say('last')
    await until(() => expect(link.texts().at(-1)).toBe('last'))
    expect(await link.call('older', { project: 'harbour' })).toEqual({ found: 0, hasMore: false })
    expect(link.texts()).toEqual([...ids, 'last'])
    expect(new Set(link.emitted.map(({ wireId }) => wireId)).size).toBe(link.emitted.length)
    await annotate(`${ids.length} messages, each received up to four times, ${link.texts().length} stored`, 'F19')
  })
})
