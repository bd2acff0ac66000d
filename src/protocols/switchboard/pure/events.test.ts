import { describe, expect, test } from 'vitest'
import { agentBodies, goneBody } from './events.ts'
import { entryOf } from './state-file.ts'

const now = Date.UTC(2026, 0, 1, 12)
const quarter = 15 * 60_000
const presence = (status: string | undefined, isConnected: boolean, lastSeen?: string): unknown =>
  agentBodies(
    'coder',
    entryOf({ ...(status !== undefined && { status }), ...(lastSeen !== undefined && { lastSeen }) }),
    isConnected,
    now,
  )[0]

describe('what state.json says about an agent', () => {
  test.each([
    ['active', { word: 'idle', evidence: 'transport', said: 'connected' }],
    ['busy', { word: 'working', evidence: 'declared', said: 'busy' }],
    ['compiling', { word: 'working', evidence: 'inferred', said: 'compiling' }],
    ['error', { word: 'lost', evidence: 'declared' }],
  ])('a connected agent’s status is valid as long as its session: %s', (status, expected) => {
    expect(presence(status, true)).toMatchObject(expected)
    expect(presence(status, true)).not.toHaveProperty('until')
  })

  test('any other status expires after a quarter of an hour', () => {
    expect(presence('compiling', false, '2026-01-01T11:50:00Z')).toMatchObject({ said: 'compiling', until: Date.UTC(2026, 0, 1, 12, 5) })
    expect(presence('compiling', false)).toMatchObject({ until: now + quarter })
    expect(presence('compiling', false, 'never')).toMatchObject({ until: now + quarter })
    expect(presence('compiling', false, '2030-01-01T00:00:00Z')).toMatchObject({ until: now + quarter })
  })

  test('an agent that ended is not lost', () => {
    expect(presence('disconnected', false)).toMatchObject({ word: 'ended', said: 'disconnected' })
    expect(presence('stopped by the operator', false)).toMatchObject({ word: 'ended', said: 'stopped by you' })
    expect(presence('lost', false)).toMatchObject({ word: 'lost', evidence: 'transport', said: 'lost' })
    expect(goneBody('coder')).toMatchObject({ word: 'ended', said: 'unregistered' })
  })
})
