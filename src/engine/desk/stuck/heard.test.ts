import { expect, test } from 'vitest'
import { openFleet } from '../../../../test/fakes/fleet.ts'
import { messageBody, storedEvent } from '../../../../test/fakes/events.ts'
import type { Lines } from '../../../core/stuck/talk.ts'
import { openHeard, type HeardOptions } from './heard.ts'

test('a line that grows again and again is heard once (F28)', () => {
  const heard = openHeard({ agentOf: (_source, name) => name, operator: () => 'operator', actsOf: () => [], isLate: () => false })
  const lanes: Lines[] = []
  const texts = ['Thanks!', 'Thanks! Say so', 'Thanks! Say so if you need', 'Thanks! Say so if you need anything.']
  for (const [at, text] of texts.entries()) {
    const replaced = at > 0 && { supersedes: `event-${at}` }
    heard.apply([storedEvent(at + 1, messageBody('a', 'b', text), { ord: 1, ...replaced })])
    lanes.push(...heard.upTo(0).lanes)
  }
  expect(heard.all.map(({ text }) => text)).toEqual(['Thanks!'])
  expect(lanes.map(({ lines }) => lines.length)).toEqual([1, 1])
})

test('a storm that goes on names its newest lines (F28)', () => {
  const fleet = openFleet(['a', 'b'])
  const lines = 50
  for (let at = 0; at < lines; at++) {
    const [from, to] = at % 2 === 0 ? ['a', 'b'] : ['b', 'a']
    fleet.hear('chat', fleet.wires.chat(`[${from}-to-${to}]: The index of the archive is rebuilt`))
    fleet.pass(20_000)
  }
  expect(fleet.stuck.find(({ detector }) => detector === 'storm')?.events.at(-1)).toBe(`event-${lines}`)
})

test('an answer that breaks off because its author left is no sign that it is back (F28)', () => {
  const heard = openHeard({ agentOf: (_source, name) => name, operator: () => 'operator', actsOf: () => [], isLate: () => false })
  const stream = { kind: 'stream', id: 'r', conversation: 'p', from: 'coder', text: 'It' } as const
  const left = { kind: 'presence', agent: 'coder', word: 'lost', evidence: 'transport', said: 'left' } as const
  heard.apply([storedEvent(1, { ...stream, state: 'writing' }), storedEvent(2, left), storedEvent(3, { ...stream, state: 'cut' })])
  expect(heard.signs.get('coder')?.gone).toMatchObject({ said: 'left' })
  heard.apply([storedEvent(4, { ...stream, state: 'writing' })])
  expect(heard.signs.get('coder')).not.toHaveProperty('gone')
})

/** Everybody who reports a state waits for the lead. */
const waitsForLead: HeardOptions['actsOf'] = ({ body }) =>
  body.kind === 'presence' ? [{ act: 'wait', by: body.agent, to: ['lead'], about: { turn: 'lead' }, evidence: 'declared' }] : []

test('who waits is known, however many declared before that they wait: the oldest goes (F20)', () => {
  const heard = openHeard({ agentOf: (_source, name) => name, operator: () => 'operator', actsOf: waitsForLead, isLate: () => false })
  const names = Array.from({ length: 2_500 }, (_, at) => `n${at}`)
  for (const [at, agent] of names.entries())
    heard.apply([storedEvent(at + 1, { kind: 'presence', agent, word: 'waiting', evidence: 'declared', said: 'waiting' })])
  expect(heard.waits().map(({ by }) => by)).toEqual(names.slice(-2_000))
})
