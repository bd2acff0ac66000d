import { monotonicFactory } from 'ulid'
import { afterEach, describe, expect, test } from 'vitest'
import { startIrcLink } from '../../../../test/fakes/irc-link.ts'
import type { RunningLink } from '../../../../test/fakes/irc-link.ts'
import { faultyIrcd } from '../../../../test/fakes/ircd.ts'
import type { FaultyIrcd, FaultyIrcdOptions } from '../../../../test/fakes/ircd.ts'
import { Player } from '../demo/player.ts'
import { History } from './history.ts'
import { until } from '../../../../test/fakes/until.ts'

const newId = monotonicFactory()
const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

interface Cut {
  readonly server: FaultyIrcd
  readonly coder: Player
  readonly link: RunningLink
  /** Cuts the link's connection; while it cannot connect again, lines are said. */
  meanwhile(...texts: string[]): Promise<void>
}

async function cutLink(options: FaultyIrcdOptions): Promise<Cut> {
  let isShut = false
  const server = await faultyIrcd({
    ...options,
    intercept: (client) => {
      const isRefused = isShut && client.nick !== 'coder'
      if (isRefused) client.socket.destroy()
      return isRefused
    },
  })
  ends.push(() => server.close())
  const coder = new Player(server.port, 'coder', ['#general'], { now: Date.now, newId: () => newId() })
  ends.push(() => coder.drop())
  await coder.ready()
  const link = startIrcLink(server.port, { announce: false })
  ends.push(() => link.link.stop())
  await link.isUp()
  coder.say('#general', 'before')
  await until(() => expect(link.texts()).toContain('before'))
  return {
    server,
    coder,
    link,
    async meanwhile(...texts) {
      isShut = true
      server.ircd.find('mira')?.socket.destroy()
      await until(() => expect(link.lamps.at(-1)).toMatch(/^(down|connecting)/))
      for (const text of texts) coder.say('#general', text)
      await coder.settle()
      isShut = false
      await link.isUp()
    },
  }
}

const line = (time: number, isReplay = false, target = '#a') => ({ target, time, isReplay })
const asked = async (history: History, most: number, answer: (line: string) => boolean): Promise<string[]> => {
  const sent: string[] = []
  await history.fill('#a', { most, hasIds: false }, (each) => {
    sent.push(each)
    return Promise.resolve(answer(each))
  })
  return sent
}

const lines = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index}`)
const gapTexts = (link: RunningLink): string[] =>
  link.kept.events.flatMap(({ body }) => (body.kind === 'marker' && body.marker === 'gap' ? [body.text] : []))

describe('after a disconnection', () => {
  test('more lines than the server returns at once come back, in order and once (F9)', async () => {
    const { coder, link, meanwhile } = await cutLink({ page: 20 })
    await meanwhile(...lines(310))
    await until(() => expect(gapTexts(link).at(-1)).toMatch(/Nothing .* is missing\. 310 lines were recovered\.$/))
    expect(link.texts()).toEqual(['before', ...lines(310)])
    expect(link.lamps.at(-1)).not.toMatch(/lack/)
    coder.say('#general', 'after')
    await until(() => expect(link.texts().at(-1)).toBe('after'))
  })

  test.each([
    ['that returns lines on request', { page: 20, kept: 40 }, 40],
    ['that replays lines on joining', { history: 30 }, 30],
    ['without a history', { history: 0 }, 0],
  ])('what a server %s does not have any more is a gap, in the feed and beside the lamp (F9)', async (_, options, kept) => {
    const { link, meanwhile } = await cutLink(options)
    await meanwhile(...lines(100))
    await until(() => expect(gapTexts(link).at(-1)).toMatch(/lines may be missing in #general\./))
    expect(link.texts()).toEqual(['before', ...lines(100).slice(100 - kept)])
    expect(link.lamps.at(-1)).toMatch(/^up: .*#general may lack lines/)
  })

  test('what was said while Patchbay was closed comes back, too', async () => {
    const { server, coder, link } = await cutLink({ page: 20 })
    await link.link.stop()
    for (const text of lines(250)) coder.say('#general', text)
    await coder.settle()
    const again = startIrcLink(server.port, { announce: false }, link.kept)
    ends.push(() => again.link.stop())
    await again.isUp()
    await until(() => expect(gapTexts(again).at(-1)).toMatch(/Nothing .* is missing\. 250 lines/))
    expect(again.texts()).toEqual(lines(250))
  })
})

describe.each([
  ['that replays lines on joining', { history: 30 }],
  ['that returns lines on request', { page: 20 }],
])('from a server %s', (_, options) => {
  test.each(['connection is lost', 'link is started again', 'program is killed'])('nothing is missing after the %s', async (end) => {
    const { server, coder, link, meanwhile } = await cutLink(options)
    if (end === 'connection is lost') {
      await meanwhile(...lines(10))
      return until(() => expect(gapTexts(link).at(-1)).toMatch(/Nothing .* is missing\. 10 lines/))
    }
    const killed = structuredClone(link.kept)
    await link.link.stop()
    for (const text of lines(10)) coder.say('#general', text)
    await coder.settle()
    const again = startIrcLink(server.port, { announce: false }, end === 'program is killed' ? killed : link.kept)
    ends.push(() => again.link.stop())
    await again.isUp()
    await until(() => expect(gapTexts(again).at(-1)).toMatch(/Nothing .* is missing\. 10 lines/))
  })
})

test('after the program was killed, a replay that does not reach back to the journal is incomplete (F9)', async () => {
  const { server, coder, link } = await cutLink({ history: 30 })
  const killed = structuredClone(link.kept)
  await link.link.stop()
  for (const text of lines(30)) coder.say('#general', text)
  await coder.settle()
  const again = startIrcLink(server.port, { announce: false }, killed)
  ends.push(() => again.link.stop())
  await until(() => expect(gapTexts(again).at(-1)).toMatch(/missing in #general\. 30 lines/))
})

describe('a history', () => {
  test('a gap that was cut off while it was read stays open', async () => {
    const history = new History(200, [['#a', 5_000]])
    const first = ['CHATHISTORY AFTER #a timestamp=1970-01-01T00:00:04.000Z 10']
    expect(await asked(history, 10, () => false)).toEqual(first)
    history.heard(line(9_000), 9_000)
    history.lost()
    expect(await asked(history, 10, () => false)).toEqual(first)
    expect(history.saved()).toEqual([['#a', 5_000]])
  })

  test('a server that repeats the same lines forever, or has more than we read, is not asked forever', async () => {
    const same = new History(200, [['#a', 5_000]])
    const repeat = (): boolean => {
      same.heard(line(5_000, true), 9_000)
      return true
    }
    expect(await asked(same, 10, repeat)).toHaveLength(2)
    const endless = new History(200, [['#a', 5_000]])
    let time = 5_000
    const flood = (): boolean => {
      for (let count = 0; count < 1_000; count++) endless.heard(line(time++, true), 9_000)
      return true
    }
    const sent = await asked(endless, 1_000, flood)
    expect([sent.length, sent.at(-1)]).toEqual([21, 'CHATHISTORY LATEST #a * 200'])
    expect(endless.filled(['#a'], { most: 1_000, hasIds: false })).toEqual(['#a'])
  })

  test('times far ahead and lines to people are ignored, and the number of channels is limited', () => {
    const history = new History(200, [])
    history.heard(line(1e15), 1_000)
    history.heard(line(1_000, false, 'mira'), 1_000)
    expect(history.saved()).toEqual([])
    for (let count = 0; count < 300; count++) history.heard(line(1_000, false, `#c${count}`), 1_000)
    expect(history.saved()).toHaveLength(256)
  })
})

test('beside each line that was said, the journal has two rows for a break, and two for somebody who joins (F9)', async () => {
  const { coder, link, server, meanwhile } = await cutLink({})
  const rows = (): Record<string, number> => {
    const counts: Record<string, number> = {}
    for (const { body, supersedes } of link.kept.events) {
      const kind = `${body.kind}${supersedes === undefined ? '' : ', later version'}`
      counts[kind] = (counts[kind] ?? 0) + 1
    }
    return counts
  }
  for (let number = 0; number < 50; number++) coder.say('#general', `line ${number}`)
  await until(() => expect(link.texts()).toContain('line 49'))
  expect(rows()).toEqual({ message: 51 })
  await meanwhile('said meanwhile')
  await until(() => expect(rows()).toEqual({ message: 52, marker: 1, 'marker, later version': 1 }))
  const late = new Player(server.port, 'late', ['#general'], { now: Date.now, newId: () => newId() })
  ends.push(() => late.drop())
  await late.ready()
  await until(() => expect(rows()).toEqual({ message: 52, marker: 1, 'marker, later version': 1, notice: 1, presence: 1 }))
})
