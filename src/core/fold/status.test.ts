import { describe, expect, test } from 'vitest'
import { agedStatus, currentStatus, type SaidState } from './status.ts'

const working: SaidState = { word: 'working', evidence: 'declared', said: 'compiling', at: 1_000, event: 'e' }
const unknown = { word: '?', evidence: 'unknown', said: 'compiling', was: 'working', event: 'e' }

describe('a status is as good as its evidence', () => {
  test('while the link is up it is valid, whatever its age', () => {
    expect(agedStatus(working, undefined, 1e12)).toMatchObject({ holds: true, status: { word: 'working', since: 1_000 } })
  })

  test('with the link down it is unknown since then', () => {
    expect(agedStatus(working, 5_000, 9_000)).toMatchObject({ holds: false, status: { ...unknown, since: 5_000 } })
  })

  test('a status that arrived while the link was down counts from its own time', () => {
    expect(agedStatus(working, 500, 9_000).status.since).toBe(1_000)
  })

  test('a status not renewed in time becomes unknown', () => {
    const state = { ...working, until: 4_000 }
    expect(agedStatus(state, undefined, 3_999).status.word).toBe('working')
    expect(agedStatus(state, undefined, 4_000).status).toMatchObject({ ...unknown, since: 4_000 })
  })

  test.each(['ended', 'lost'] as const)('that it %s stays true', (word) => {
    const state = { ...working, word, until: 2_000 }
    expect(agedStatus(state, 1_500, 9_000)).toMatchObject({ holds: true, status: { word } })
  })

  test('of several names the newest valid status counts', () => {
    const old = agedStatus({ ...working, word: 'idle' }, undefined, 9_000)
    const gone = agedStatus({ ...working, at: 2_000 }, 5_000, 9_000)
    expect(currentStatus([gone, old])?.status.word).toBe('idle')
    expect(currentStatus([gone])?.status.was).toBe('working')
    expect(currentStatus([])).toBeUndefined()
  })
})
