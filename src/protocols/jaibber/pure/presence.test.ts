import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { PresenceFold, type PresenceChange } from './presence.ts'
import type { HeardPresence } from './presence-data.ts'

let fold: PresenceFold
let time: number
beforeEach(() => {
  fold = new PresenceFold()
  time = 1_000
})

function tell(action: HeardPresence['action'], data: unknown, more: Partial<HeardPresence> = {}): readonly PresenceChange[] {
  return fold.apply('p1', { action, clientId: 'u2', connectionId: 'c2', data, timestamp: ++time, ...more })
}
const coder = {
  userId: 'u2',
  username: 'ben',
  isAgent: true,
  agentName: 'Coder',
  agentInstructions: 'Write code.',
  machineName: 'dev-server',
}
const names = (project = 'p1'): string[] => fold.members(project).map(({ agentName, username }) => agentName ?? username)

describe('who is in a project (Presence Data)', () => {
  it('an agent joins with its instructions and machine, and leaves', () => {
    expect(tell('enter', coder)).toEqual([
      {
        kind: 'came',
        project: 'p1',
        member: {
          userId: 'u2',
          username: 'ben',
          agentName: 'Coder',
          instructions: 'Write code.',
          machine: 'dev-server',
          clientId: 'u2',
          connectionId: 'c2',
          since: 1_001,
        },
      },
    ])
    expect(tell('update', { ...coder, agentInstructions: 'Write tests.' })).toMatchObject([
      { kind: 'changed', member: { instructions: 'Write tests.', since: 1_001 } },
    ])
    expect(tell('update', { ...coder, agentInstructions: 'Write tests.' })).toEqual([])
    expect(tell('leave', coder)).toMatchObject([{ kind: 'left', member: { agentName: 'Coder' } }])
    expect(tell('leave', coder)).toEqual([])
    expect(names()).toEqual([])
  })

  it('a person without an agent is a person, even if the data names one', () => {
    tell('enter', { ...coder, isAgent: false })
    expect(fold.members('p1')).toMatchObject([{ username: 'ben', userId: 'u2' }])
    expect(fold.members('p1')[0]).not.toHaveProperty('agentName')
  })

  it('several agents of one connection are several members', () => {
    const agents = [
      { agentName: 'Coder' },
      { agentName: 'Reviewer', agentInstructions: 'Review.' },
      { agentName: 'coder' },
      { agentName: '' },
      'x',
      null,
    ]
    tell('enter', { ...coder, agents })
    expect(fold.members('p1')).toMatchObject(
      [
        { agentName: 'coder', instructions: 'Write code.' },
        { agentName: 'Reviewer', instructions: 'Review.' },
      ].toSorted((a, b) => (a.agentName < b.agentName ? -1 : 1)),
    )
    expect(tell('update', { ...coder, agents: [{ agentName: 'Reviewer', agentInstructions: 'Review.' }] })).toMatchObject([])
    expect(tell('update', { userId: 'u2', username: 'ben' })).toMatchObject([
      { kind: 'left', member: { agentName: 'Coder' } },
      { kind: 'left', member: { agentName: 'Reviewer' } },
      { kind: 'came', member: { username: 'ben' } },
    ])
  })

  it('a user on several connections is present until the last one leaves', () => {
    tell('enter', coder)
    expect(tell('present', coder, { connectionId: 'c3' })).toEqual([])
    expect(names()).toEqual(['Coder'])
    expect(tell('leave', undefined)).toEqual([])
    expect(names()).toEqual(['Coder'])
    expect(tell('leave', undefined, { connectionId: 'c3' })).toMatchObject([{ kind: 'left' }])
  })

  it('older news never replaces newer', () => {
    tell('enter', coder)
    expect(tell('leave', coder, { timestamp: 5 })).toEqual([])
    expect(names()).toEqual(['Coder'])
  })

  it('agents come first, then people, each by name; the list is the same until something changes', () => {
    for (const [at, username] of ['zoe', 'anna'].entries())
      tell('enter', { userId: `u${at}`, username }, { clientId: `u${at}`, connectionId: `c${at}` })
    tell('enter', coder, { connectionId: 'c9' })
    const list = fold.members('p1')
    expect(names()).toEqual(['Coder', 'anna', 'zoe'])
    expect(fold.members('p1')).toBe(list)
    tell('enter', { userId: 'u7', username: 'bo' }, { clientId: 'u7', connectionId: 'c7' })
    expect(fold.members('p1')).not.toBe(list)
    expect(names('p2')).toEqual([])
  })

  it('an agent belongs to the clients that Ably names, whatever the data says', () => {
    tell('enter', coder)
    tell('enter', { ...coder, userId: 'u2', agentName: 'coder' }, { clientId: 'u3', connectionId: 'c3' })
    expect(fold.ownersOf('p1', 'CODER').toSorted()).toEqual(['u2', 'u3'])
    expect(fold.ownersOf('p2', 'Coder')).toEqual([])
    fold.forget('p1')
    expect(fold.ownersOf('p1', 'Coder')).toEqual([])
  })

  it('members of all projects together are counted by client', () => {
    const enter = (clientId: string, connectionId: string, action: HeardPresence['action'] = 'enter'): void =>
      fold.applyGlobal({ action, clientId, connectionId, data: { userId: clientId, username: 'x', projectIds: ['p1'] }, timestamp: 1 })
    enter('u1', 'c1')
    enter('u1', 'c2')
    enter('u2', 'c3')
    expect(fold.online()).toBe(2)
    enter('u1', 'c1', 'leave')
    expect(fold.online()).toBe(2)
    enter('u1', 'c2', 'leave')
    expect(fold.online()).toBe(1)
    fold.forgetGlobal()
    expect(fold.online()).toBe(0)
  })
})

describe('hostile presence', () => {
  it.each([
    [undefined],
    [null],
    ['x'],
    [[]],
    [{ userId: 1, username: {}, agents: 'x' }],
    [JSON.parse('{"__proto__":{"agentName":"X"}}') as unknown],
  ])('%j is a person without a name', (data) => {
    tell('enter', data)
    expect(fold.members('p1')).toMatchObject([{ userId: 'u2', username: 'u2' }])
  })

  it('a thousand members are handled quickly, and far too many are bounded (F18)', async ({ annotate }) => {
    const began = cpuTime()
    for (let at = 0; at < 1_000; at++) tell('enter', { ...coder, agentName: `Agent${at}` }, { clientId: `u${at}`, connectionId: `c${at}` })
    const took = cpuTime() - began
    expect(fold.members('p1')).toHaveLength(1_000)
    expect(took).toBeLessThan(1_000)
    for (let at = 1_000; at < 5_100; at++) tell('enter', coder, { clientId: `u${at}`, connectionId: `c${at}` })
    expect(fold.members('p1')).toHaveLength(5_000)
    tell(
      'update',
      { ...coder, agents: Array.from({ length: 10_000 }, (_, at) => ({ agentName: `A${at}` })) },
      { clientId: 'u1', connectionId: 'c1' },
    )
    expect(fold.members('p1')).toHaveLength(4_999 + 64)
    await annotate(`1,000 members in ${took.toFixed(0)} ms`, 'F6')
  })

  it('never throws, and its result is bounded (F6)', () => {
    const action = fc.constantFrom('enter', 'present', 'update', 'leave')
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            action,
            fc.oneof(
              fc.jsonValue(),
              fc.record({ username: fc.string(), agents: fc.array(fc.record({ agentName: fc.string() })) }, { requiredKeys: [] }),
            ),
            fc.constantFrom('a', 'b', 'a b', '__proto__'),
          ),
          { maxLength: 8 },
        ),
        (news) => {
          const one = new PresenceFold()
          const there = new Set<string>()
          for (const [at, [kind, data, connectionId]] of news.entries())
            for (const change of one.apply('p', { action: kind, clientId: 'u', connectionId, data, timestamp: at })) {
              const name = change.member.agentName?.toLowerCase() ?? ''
              expect(there.has(name)).toBe(change.kind !== 'came')
              if (change.kind === 'came') there.add(name)
              else if (change.kind === 'left') there.delete(name)
            }
          expect(new Set(one.members('p').map(({ agentName = '' }) => agentName.toLowerCase()))).toEqual(there)
        },
      ),
      { numRuns: 500 },
    )
  })
})
