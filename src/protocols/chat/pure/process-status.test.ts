import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { readProcessStatus } from './process-status.ts'

const read = (value: unknown): ReturnType<typeof readProcessStatus> => readProcessStatus(JSON.stringify(value))

const many = (size: number): unknown => Object.fromEntries(Array.from({ length: size }, (_, index) => [`a${index}`, { status: 'idle' }]))

describe('readProcessStatus', () => {
  it.each([
    ['running', 'working', 'declared'],
    ['idle', 'idle', 'declared'],
    ['completed', 'idle', 'declared'],
    ['stopped', 'idle', 'declared'],
    ['error', 'lost', 'declared'],
    ['paused', '?', 'unknown'],
  ])('reads %s as %s', (status, word, evidence) => {
    expect(read({ coder: { status } })).toEqual({ ok: true, value: [{ kind: 'presence', agent: 'coder', word, evidence, said: status }] })
  })

  it('reads the details of a status, and both forms of a time', () => {
    expect(
      read({
        coder: {
          status: 'error',
          task: 't',
          startedAt: '2026-02-17T10:05:00.123456789+00:00',
          completedAt: '2026-02-17T10:06:00Z',
          error: 'boom',
          sessionKey: 'k',
        },
      }),
    ).toMatchObject({
      value: [{ task: 't', since: Date.UTC(2026, 1, 17, 10, 6), error: 'boom' }],
    })
    expect(read({ coder: { status: 'idle', startedAt: '2026-02-17T10:05:00.123456789+00:00' } })).toMatchObject({
      value: [{ since: Date.UTC(2026, 1, 17, 10, 5, 0, 123) }],
    })
  })

  it('leaves out the watcher’s own entry and what is not an entry', () => {
    expect(
      read({
        server: { status: 'running' },
        a: null,
        b: 'running',
        c: [],
        d: { status: 7 },
        'e f': { status: 'idle' },
        g: { status: 'idle', startedAt: 8.64e15 + 1 },
      }),
    ).toEqual({
      ok: true,
      value: [{ kind: 'presence', agent: 'g', word: 'idle', evidence: 'declared', said: 'idle' }],
    })
    expect(readProcessStatus('{"__proto__":{"status":"idle"},"constructor":{"status":"idle"}}')).toMatchObject({
      value: [{ agent: '__proto__' }, { agent: 'constructor' }],
    })
  })

  it.each(['', '{', '[]', 'null', '7', '"x"'])('says that %j is no status file', (text) => {
    expect(readProcessStatus(text)).toMatchObject({ ok: false, fault: { code: 'invalid' } })
  })

  it('reads as many agents as can be listed, and no more (F18)', () => {
    for (const [size, kept] of [
      [limits.agentsListed, limits.agentsListed],
      [limits.agentsListed + 1, limits.agentsListed],
    ] as const) {
      const found = read(many(size))
      expect(found.ok && found.value.length).toBe(kept)
    }
  })

  it('never throws (F6)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        readProcessStatus(text)
        readProcessStatus(`{"a":${text}}`)
      }),
      { numRuns: 5_000 },
    )
  })
})
