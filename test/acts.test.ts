import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineProtocol } from '../src/core/define-protocol.ts'
import type { Act } from '../src/core/acts.ts'
import { limits } from '../src/core/limits.ts'
import { loadProtocols } from '../src/protocols/registry.ts'
import { messageBody, storedEvent } from './fakes/events.ts'
import { fakeProtocol } from './fakes/protocol.ts'
import { actsSuite } from './suites/acts.ts'

for (const protocol of await loadProtocols()) actsSuite(protocol)

/** A protocol that copies everything unchecked from its events, as a new one might. */
const careless = defineProtocol({
  info: { ...fakeProtocol().info, id: 'careless' },
  config: z.object({}),
  place: () => 'nowhere',
  openLink: () => ({ start: () => undefined, stop: () => Promise.resolve() }),
  acts: ({ body, wireId }) => {
    if (body.kind !== 'message') return []
    const { from, to, text, replyTo } = body
    const by = { by: from, evidence: 'declared' } as const
    return [
      { ...by, act: 'ask', about: { ref: wireId }, to: [...to, from], text, doubt: text, group: to },
      { ...by, act: 'speak', about: { turn: to[0] ?? '' } },
      ...(replyTo === undefined ? [] : [{ ...by, act: 'answer', about: { ref: replyTo }, parent: replyTo } satisfies Act]),
    ]
  },
})
actsSuite(careless)

function acts(from: string, to: string, wireId = 'm1', text = 'x'): readonly Act[] {
  return careless.acts(storedEvent(1, messageBody(from, to, text), { wireId }), 'me')
}

describe('acts of a careless protocol', () => {
  test('what only its author would owe is not requested, and nobody without a name acts', () => {
    expect(acts('a', 'a').map(({ act }) => act)).toEqual(['speak'])
    expect(acts('a', 'b')[0]?.to).toEqual(['b'])
    expect(acts('', 'b')).toEqual([])
    expect(acts('n'.repeat(limits.nameChars + 1), 'b')).toEqual([])
    expect(acts('a', 'b', '').map(({ act }) => act)).toEqual(['speak'])
  })

  test('a long text is cut between characters', () => {
    expect(acts('a', 'b', 'm1', 'x'.repeat(278) + '😀y')[0]?.text).toBe(`${'x'.repeat(278)}…`)
  })
})
