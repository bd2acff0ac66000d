import { expect, test } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { ircApi } from '../pure/api.ts'
import { readConfig } from '../pure/config.ts'
import type { TaskChange } from '../pure/task-change.ts'
import { Fleet } from './fleet.ts'
import { networkStatus, networkView } from './view.ts'
import type { Shown } from './view.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

const config = valueOf(readConfig({ server: '127.0.0.1', nick: 'mira' }))
const connection = { state: { kind: 'up' }, nick: 'mira', lag: 1, hasCap: () => false, support: () => undefined }

test('what a network shows fits the limit, whatever others write there, and counts what it leaves out (F18)', () => {
  const fleet = new Fleet(config, undefined)
  const words = '\u0002'.repeat(1_000)
  for (let at = 0; at < 300; at++) {
    const channel = `#${'"'.repeat(60)}${at}`
    fleet.channels.came(channel, 'mira', true)
    fleet.channels.topic(channel, words)
    if (at % 2 === 0) fleet.channels.went(channel, 'mira', true, words)
  }
  for (let at = 0; at < 1_000; at++) {
    fleet.agents.apply({ kind: 'join', nick: `n${at}`, channel: '#general', at })
    fleet.agents.apply({ kind: 'away', nick: `n${at}`, message: words, at })
    if (at % 2 === 0) fleet.agents.apply({ kind: 'quit', nick: `n${at}`, reason: words, at })
    const change = {
      id: `e${at}`,
      kind: 'create',
      task: `e${at}`,
      by: 'n1',
      at,
      wireId: `e:${at}`,
      status: `${at}${words}`.slice(0, 512),
    } as const
    fleet.board.apply(change)
  }
  const view = networkView({ config, connection, fleet, network: 'local', words: [], recovered: 0 } as unknown as Shown)
  expect(JSON.stringify(view).length).toBeLessThan(limits.linkView)
  expect(ircApi.view?.safeParse(view).success).toBe(true)
  expect(view.fleet.length + view.more).toBe(1_000)
  expect(view.fleet.length).toBeGreaterThan(0)
  expect(view.channels).toHaveLength(fleet.channels.list().length)
  expect(view.channels.some(({ topic }) => topic === words)).toBe(true)
})

function longChange(at: number): TaskChange {
  const texts = { comment: 'c'.repeat(20_000), summary: 's'.repeat(20_000) }
  return { kind: 'update', task: `t${at % 100}`, id: `e${at}`, by: 'n1', at, wireId: `e:${at}`, ...texts }
}

test('a board without room says so beside the lamp, and what it holds has a limit (F18)', () => {
  const fleet = new Fleet(config, undefined)
  const shown = { config, connection: { ...connection, state: { kind: 'up', isCaughtUp: true } }, fleet } as unknown as Shown
  fleet.channels.came('#general', 'mira', true)
  for (let at = 0; at < 500; at++) fleet.board.apply(longChange(at))
  expect(networkStatus(shown).text).toBe('as mira, latency 1 ms')
  for (let at = 500; at < 1_500; at++) fleet.board.apply(longChange(at))
  expect(networkStatus(shown).text).toMatch(/^as mira, latency 1 ms, its board is full: \d{3} changes left out$/u)
  expect(JSON.stringify(fleet.board.changes()).length).toBeLessThan(40 * 1024 * 1024)
})

test('while somebody else has our nick, the status says who gets what is said to it', () => {
  const fleet = new Fleet(config, undefined)
  fleet.channels.came('#general', 'mira', true)
  const statusAs = (nick: string): ReturnType<typeof networkStatus> =>
    networkStatus({ config, connection: { ...connection, nick, state: { kind: 'up', isCaughtUp: true } }, fleet } as unknown as Shown)
  expect(statusAs('mira_')).toMatchObject({
    lamp: 'up',
    reason: { message: 'mira is in use, so what is said to mira does not reach Patchbay, which is mira_ until the nick is free.' },
  })
  expect(statusAs('Mira')).not.toHaveProperty('reason')
})
