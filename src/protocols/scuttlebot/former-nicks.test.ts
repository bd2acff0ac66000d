import { monotonicFactory } from 'ulid'
import { afterEach, describe, expect, test } from 'vitest'
import { startIrcLink } from '../../../test/fakes/irc-link.ts'
import type { RunningLink } from '../../../test/fakes/irc-link.ts'
import { faultyIrcd } from '../../../test/fakes/ircd.ts'
import type { FaultyIrcd } from '../../../test/fakes/ircd.ts'
import { Player } from './demo/player.ts'
import { until } from '../../../test/fakes/until.ts'

const newId = monotonicFactory()
const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function agent(port: number, nick: string): Promise<Player> {
  const player = new Player(port, nick, ['#general'], { now: Date.now, newId: () => newId() })
  ends.push(() => player.drop())
  await player.ready()
  return player
}

const doubt = 'claims to be from coder, who is now docs'

async function rename(player: Player, nick: string): Promise<void> {
  player.say('#general', `Back soon\r\nNICK ${nick}`)
  await player.settle()
}

/** What was said, with its doubts. */
const said = ({ kept }: RunningLink, ...texts: string[]): unknown[] =>
  kept.events.flatMap(({ body }) => (body.kind === 'message' && texts.includes(body.text) ? [[body.text, ...(body.doubts ?? [])]] : []))

/** Coder is there as docs, and mallory as coder. */
async function taken(): Promise<{ server: FaultyIrcd; link: RunningLink; coder: Player; mallory: Player }> {
  const server = await faultyIrcd()
  ends.push(() => server.close())
  const link = startIrcLink(server.port)
  ends.push(() => link.link.stop())
  await link.isUp()
  const [coder, mallory] = [await agent(server.port, 'coder'), await agent(server.port, 'mallory')]
  await rename(coder, 'docs')
  await rename(mallory, 'coder')
  mallory.say('#general', 'I am coder.')
  await until(() => expect(said(link, 'I am coder.')).toEqual([['I am coder.', doubt]]))
  return { server, link, coder, mallory }
}

describe('who has the nick of somebody else', () => {
  test.each([
    ['its first holder left our channels', 'PART #general'],
    ['its first holder was kicked', ''],
    ['we left the channel', undefined],
  ])('is not doubted any more once %s', async (_why, line) => {
    const { server, link, coder, mallory } = await taken()
    if (line === undefined) {
      await link.call('part', { channel: '#general' })
      await until(() => expect(link.view().channels).toEqual([]))
      await link.call('join', { channel: '#general' })
    } else if (line === '') server.inject('mira', ':mallory!m@host KICK #general docs :out\r\n')
    else {
      coder.say('#general', `Bye\r\n${line}`)
      await coder.settle()
    }
    await until(() => expect(link.view().channels).toMatchObject([{ isJoined: true }]))
    await mallory.settle()
    mallory.say('#general', 'I am back.')
    await until(() => expect(said(link, 'I am back.')).toEqual([['I am back.']]))
  })

  test('does not cast doubt on what its first holder said before, when that is replayed', async () => {
    const { server, link } = await taken()
    const create = { v: 1, type: 'task.create', id: newId(), from: 'coder', ts: 1_700_000_000_000, payload: { title: 'Old task' } }
    const lines = ['An old line.', JSON.stringify(create), 'That was all.']
    for (const text of lines) server.inject('mira', `@time=2023-11-14T22:13:20.000Z :coder!c@host PRIVMSG #general :${text}\r\n`)
    await until(() => expect(said(link, 'That was all.')).toHaveLength(1))
    const doubted = link.kept.events.filter(({ body }) => body.kind === 'message' && body.doubts !== undefined)
    expect(doubted).toHaveLength(1)
    expect(await link.board()).toEqual(['proposed: Old task (-)'])
  })

  test('does not get rid of the doubt when what it said is replayed', async () => {
    const { server, link, coder, mallory } = await taken()
    const task = coder.envelope('#general', 'task.create', { title: 'Port it' })
    await until(async () => expect(await link.board()).toEqual(['proposed: Port it (-)']))
    const complete = JSON.stringify({ v: 1, type: 'task.complete', id: newId(), from: 'coder', ts: Date.now(), payload: { task_id: task } })
    mallory.say('#general', complete)
    mallory.say('#general', 'Done.')
    await until(() => expect(said(link, 'Done.')).toHaveLength(1))
    server.inject('mira', `@time=2023-11-14T22:13:20.000Z :coder!c@host PRIVMSG #general :${complete}\r\n`)
    mallory.say('#general', 'That was all.')
    await until(() => expect(said(link, 'That was all.')).toHaveLength(1))
    expect(link.kept.events.filter(({ body }) => body.kind === 'message' && body.label === 'task.complete')).toMatchObject([
      { body: { doubts: [doubt] } },
    ])
    expect(await link.board()).toEqual(['proposed: Port it (-)'])
  })
})
