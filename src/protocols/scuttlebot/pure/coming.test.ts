import { expect, test } from 'vitest'
import { comingEvents, gapEvent, type Coming } from './coming.ts'
import { identities } from './identity.ts'

const came = (what: Pick<Coming, 'kind'> & object, channels: readonly string[] = ['#Work']): unknown[] =>
  comingEvents({ nick: 'coder', channels, raw: ':coder!u@h X', at: 1, ...what } as Coming, (nick) => nick, identities()).map(
    ({ body }) => body,
  )

test.each([
  [{ kind: 'join' } as const, 'joined', '?'],
  [{ kind: 'part', reason: 'bye' } as const, 'left: bye', '?'],
  [{ kind: 'quit', reason: 'ping timeout' } as const, 'quit: ping timeout', 'lost'],
  [{ kind: 'quit', reason: 'Quit: bye' } as const, 'quit: Quit: bye', 'ended'],
  [{ kind: 'quit', reason: '"bye"' } as const, 'quit: "bye"', 'ended'],
  [{ kind: 'quit', reason: 'Read error' } as const, 'quit: Read error', 'lost'],
  [{ kind: 'nick', to: 'coder2' } as const, 'is now coder2', '?'],
  [{ kind: 'away', reason: 'lunch' } as const, 'is away: lunch', '?'],
  [{ kind: 'away' } as const, 'is back', '?'],
])('%o is a line in the channel and a state of the agent', (what, text, word) => {
  expect(came(what)).toEqual([
    { kind: 'notice', conversation: '#work', topic: '#Work', from: 'coder', text, tone: 'presence' },
    { kind: 'presence', agent: 'coder', word, evidence: 'transport', said: text },
  ])
})

test('a QUIT leaves every channel that we share, once', () => {
  const events = comingEvents({ kind: 'quit', nick: 'a', channels: ['#x', '#y'], raw: '', at: 1 }, (nick) => nick, identities())
  expect(events.map(({ body }) => body.kind)).toEqual(['notice', 'notice', 'presence'])
  expect(new Set(events.map(({ wireId }) => wireId)).size).toBe(3)
})

test('a netsplit has its own name', () => {
  expect(gapEvent({ since: 1, until: 2, words: 'Not connected for 1 s.' }, 'More.')).toMatchObject({
    wireId: 'gap:1:2',
    body: { kind: 'marker', marker: 'gap' },
  })
})
