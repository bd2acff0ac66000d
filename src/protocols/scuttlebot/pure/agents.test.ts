import { describe, expect, test } from 'vitest'
import { foldAgents, relayedMs, type AgentsFold, type FleetAgent, type Sighting } from './agents.ts'
import type { Envelope } from './envelope.ts'
import { reachOf } from './reach.ts'

const envelope = (from: string, type: string, payload?: unknown): Envelope => ({
  v: 1,
  type,
  id: 'i',
  from,
  ts: 0,
  ...(payload !== undefined && { payload }),
})
const hello = (nick: string, payload: unknown = { runtime: 'claude-code', version: '1.2.3' }): Sighting => ({
  kind: 'envelope',
  nick,
  envelope: envelope(nick, 'agent.hello', payload),
  channel: '#work',
  at: 5,
})
function fold(...sightings: readonly Sighting[]): AgentsFold {
  const agents = foldAgents()
  for (const sighting of sightings) agents.apply(sighting)
  return agents
}
const seen = (nick: string, ...sightings: readonly Sighting[]): FleetAgent | undefined => fold(...sightings).get(nick)

const join = (channel: string): Sighting => ({ kind: 'join', nick: 'Coder', channel, at: 1 })

const relayed = (at: number): Sighting => ({ kind: 'relayed', nick: 'Coder', by: 'bridge', channel: '#a', at })
const after = (ms: number): Sighting => ({ kind: 'clock', at: 1 + ms })

const forged = (type: string): Sighting => ({
  kind: 'envelope',
  nick: 'mallory',
  envelope: envelope('coder', type, { runtime: 'evil' }),
  channel: '#work',
  at: 9,
})

describe('an agent', () => {
  test('introduces itself, and says goodbye', () => {
    expect(seen('coder', hello('coder', { runtime: 'r', version: '1', type: 'worker' }))).toEqual({
      nick: 'coder',
      runtime: 'r',
      version: '1',
      type: 'worker',
      typeBy: 'hello',
      channels: ['#work'],
      isOnline: true,
      lastSeen: 5,
      seenBy: 'hello',
    })
    const bye: Sighting = { kind: 'envelope', nick: 'coder', envelope: envelope('coder', 'agent.bye'), channel: '#work', at: 9 }
    expect(seen('coder', hello('coder'), bye)).toMatchObject({ isOnline: false, left: 'said goodbye', channels: [], lastSeen: 9 })
    expect(seen('coder', bye)).toBeUndefined()
  })
  test('joins, leaves, and is the same in any case', () => {
    expect(seen('coder', join('#b'), join('#a'))).toMatchObject({ nick: 'Coder', channels: ['#a', '#b'], seenBy: 'join', isOnline: true })
    const part: Sighting = { kind: 'part', nick: 'coder', channel: '#a', at: 2 }
    expect(seen('coder', join('#a'), join('#b'), part)).toMatchObject({ channels: ['#b'], isOnline: true })
    expect(seen('coder', join('#a'), { ...part, reason: 'bye' })).toMatchObject({ isOnline: false, left: 'left: bye' })
    expect(seen('coder', join('#a'), { kind: 'quit', nick: 'coder', reason: 'ping', at: 3 })).toMatchObject({
      isOnline: false,
      left: 'quit: ping',
    })
    expect(seen('coder', join('#a'), { kind: 'gone', at: 4 })).toMatchObject({
      isOnline: false,
      channels: [],
      left: 'our connection ended',
    })
    const back = seen('coder', join('#a'), { kind: 'gone', at: 4 }, { kind: 'list', nick: 'coder', channel: '#a', at: 5 })
    expect(back).toMatchObject({ isOnline: true, channels: ['#a'] })
    expect(back?.left).toBeUndefined()
  })
  test('relayed by a bridge is present for a while, unless it joins itself', () => {
    expect(seen('coder', relayed(1))).toMatchObject({ isOnline: true, via: 'bridge', seenBy: 'relay', channels: ['#a'] })
    expect(seen('coder', relayed(1), after(relayedMs - 1))).toMatchObject({ isOnline: true })
    expect(seen('coder', relayed(1), after(relayedMs))).toMatchObject({ isOnline: false, lastSeen: 1, channels: [] })
    expect(seen('coder', relayed(1), { kind: 'quit', nick: 'Bridge', at: 2 })).toMatchObject({ isOnline: false })
    expect(seen('coder', relayed(1), after(relayedMs), relayed(relayedMs))).toMatchObject({ isOnline: true, via: 'bridge' })
    const itself = fold(relayed(1), join('#a'), relayed(2), after(relayedMs)).get('coder')
    expect(itself).toMatchObject({ isOnline: true, seenBy: 'join' })
    expect(itself).not.toHaveProperty('via')
  })
  test('keeps its data under another nick, and while it is away', () => {
    const agents = fold(hello('coder'), { kind: 'nick', nick: 'coder', to: 'coder2', at: 7 })
    expect(agents.get('coder')).toBeUndefined()
    expect(agents.get('coder2')).toMatchObject({ runtime: 'claude-code', channels: ['#work'] })
    agents.apply({ kind: 'away', nick: 'coder2', message: 'lunch', at: 8 })
    expect(agents.get('coder2')).toMatchObject({ away: 'lunch', runtime: 'claude-code' })
    agents.apply({ kind: 'away', nick: 'coder2', at: 9 })
    expect(agents.get('coder2')).not.toHaveProperty('away')
  })
  test('is described by the strongest evidence: a text does not weaken a hello', () => {
    expect(seen('coder', hello('coder'), { kind: 'text', nick: 'coder', channel: '#work', at: 6 })).toMatchObject({
      seenBy: 'hello',
      lastSeen: 6,
    })
  })
  test('is not changed by what others say in its name', () => {
    const agents = fold(hello('coder'), forged('agent.bye'), forged('agent.hello'))
    expect(agents.get('coder')).toMatchObject({ isOnline: true, runtime: 'claude-code', lastSeen: 5 })
    expect(agents.get('mallory')).toMatchObject({ seenBy: 'text' })
  })
})

describe('types', () => {
  test('the operator overrides hello, and hello overrides the configuration', () => {
    const agents = fold(hello('coder', { type: 'worker' }), hello('scout', {}), hello('odd', { type: 'boss' }))
    for (const nick of ['Coder', 'Scout']) agents.setType(nick, 'observer', 'configuration')
    expect(agents.get('coder')).toMatchObject({ type: 'worker', typeBy: 'hello' })
    expect(agents.get('scout')).toMatchObject({ type: 'observer', typeBy: 'configuration' })
    expect(agents.get('odd')?.type).toBeUndefined()
    agents.setType('coder', 'orchestrator', 'operator')
    expect(agents.get('coder')).toMatchObject({ type: 'orchestrator', typeBy: 'operator' })
    agents.setType('coder', undefined, 'operator')
    expect(agents.get('coder')).toMatchObject({ type: 'worker' })
  })
})

test('5,000 agents are kept; more are not, and nothing slows down (F18)', () => {
  const agents = foldAgents()
  for (let at = 0; at < 50_000; at++) agents.apply({ kind: 'text', nick: `n${at}`, at })
  expect(agents.all()).toHaveLength(5_000)
  agents.apply({ kind: 'text', nick: '__proto__', at: 1 })
  expect(agents.get('n4999')).toBeDefined()
})

test('whoever comes is known, however many came and went before: those that left first make room (F20)', () => {
  const agents = fold(hello('coder'), hello('scout'), { kind: 'quit', nick: 'scout', at: 6 })
  for (let at = 10; at < 12_000; at++) {
    agents.apply({ kind: 'join', nick: `n${at}`, channel: '#work', at })
    agents.apply({ kind: 'quit', nick: `n${at}`, at })
  }
  agents.apply({ kind: 'join', nick: 'tester', channel: '#work', at: 20_000 })
  expect(agents.all()).toHaveLength(5_000)
  expect(['coder', 'tester', 'n11999', 'scout', 'n10'].map((nick) => agents.get(nick) !== undefined)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('the type of a nick goes with it when it is renamed, and stays with no nick that it gave up (F20)', () => {
  const agents = fold(hello('coder', {}))
  agents.setType('coder', 'worker', 'operator')
  const names = ['a', 'b', 'coder', 'c']
  for (const [at, to] of names.entries()) {
    agents.apply({ kind: 'nick', nick: names[at - 1] ?? 'coder', to, at: at + 10 })
    expect(agents.get(to)?.type).toBe('worker')
  }
  for (const nick of ['a', 'b', 'coder']) agents.apply({ kind: 'text', nick, at: 20 })
  expect(['a', 'b', 'coder'].map((nick) => agents.get(nick)?.type)).toEqual([undefined, undefined, 'worker'])
})

test('what is kept of an agent has a limit: its channels, and its last words (F18)', () => {
  const words = 'r'.repeat(60_000)
  const agents = fold({ kind: 'away', nick: 'coder', message: words, at: 1 })
  for (let at = 0; at < 1_000; at++) agents.apply({ kind: 'join', nick: 'coder', channel: `#${at}`, at })
  expect(agents.get('coder')?.channels).toHaveLength(256)
  agents.apply({ kind: 'quit', nick: 'coder', reason: words, at: 2 })
  expect([agents.get('coder')?.away, agents.get('coder')?.left].map((said) => said?.length)).toEqual([500, 500])
})

test('who takes the nick of another takes no type that the operator gave', () => {
  const agents = fold(hello('coder'), hello('mallory'))
  agents.setType('coder', 'orchestrator', 'operator')
  agents.setType('mallory', 'observer', 'operator')
  agents.apply({ kind: 'quit', nick: 'coder', at: 6 })
  agents.apply({ kind: 'nick', nick: 'mallory', to: 'coder', at: 7 })
  expect(agents.get('coder')?.type).toBe('orchestrator')
})

describe('whom a message reaches', () => {
  const agents = fold(
    hello('claude-a', { type: 'worker' }),
    hello('codex-7', { type: 'worker' }),
    hello('lead', { type: 'orchestrator' }),
    { kind: 'join', nick: 'guest', channel: '#other', at: 1 },
    { kind: 'quit', nick: 'codex-7', at: 6 },
  ).all()
  test.each([
    [['@workers'], ['claude-a'], ['codex-7'], []],
    [['@all'], ['claude-a', 'lead'], ['codex-7', 'guest'], []],
    [[], ['claude-a', 'lead'], ['codex-7', 'guest'], []],
    [['@claude-*', 'lead'], ['claude-a', 'lead'], [], []],
    [['codex-7', 'nobody', '@worker'], [], ['codex-7'], ['nobody', '@worker']],
    [['@observers'], [], [], []],
  ])('%o in a channel: %o here, %o gone, %o unknown', (to, here, gone, unknown) =>
    expect(reachOf(to, agents, '#WORK')).toEqual({ here, gone, unknown }),
  )
  test('without a channel everybody on the network is here', () => {
    expect(reachOf(['@all'], agents).here).toEqual(['claude-a', 'guest', 'lead'])
  })
})
