import { expect, it } from 'vitest'
import type { HomeParts } from './home-parts.ts'
import { SessionNews } from './session-news.ts'
import type { Session } from './session-store.ts'

const many = 10_000

function session(at: number): Session {
  const id = String(at).padStart(8, '0')
  const file = { sessionId: id, task: 'x', sequenceNumber: 1, createdAt: id, updatedAt: id }
  return { id, file, rounds: new Map([[1, {}]]) } as unknown as Session
}

let looks = 0

/** A home with these sessions, each with an outbox. */
function homeOf(sessions: readonly Session[]): HomeParts {
  const store = {
    all: () => sessions,
    get: (id: string) => sessions.find((one) => one.id === id),
    round: () => {
      looks++
      return Promise.resolve({ ok: true, value: undefined })
    },
    outbox: () => Promise.resolve({ ok: true, value: 'text' }),
  }
  return { store } as unknown as HomeParts
}

it('remembers the sessions told last, however many come and go (F20)', async () => {
  const news = new SessionNews(undefined)
  const told = async (...sessions: readonly Session[]): Promise<number> =>
    (await news.collect(homeOf(sessions), 'operator', undefined)).length
  const [first, second] = [session(1), session(2)]
  expect(await told(first, second)).toBe(2)
  expect(await told(first)).toBe(0)
  // It was deleted, and is there again: it is looked at as a new one, and what was told of it is still known.
  expect([await told(second), looks]).toEqual([0, 3])
  for (let at = 3; at < many + 2; at++) expect(await told(session(at))).toBe(1)
  expect([await told(second), await told(first)]).toEqual([0, 1])
})
