import { describe, expect, test } from 'vitest'
import { acted, ask, foldOf, onPair, onRef, question, request, speak, take, type ActedEvent } from '../../../../test/fakes/acts.ts'
import type { Act } from '../../acts.ts'
import type { Event } from '../../event.ts'
import { keptOf, refOf, type KeptAct, type KeptAsk } from './kept.ts'
import { pack, type Place } from './packed.ts'
import { foldTalk } from './talk.ts'
import { talkOfPieces, type TalkPiece } from './talk-trail.ts'
import { shardOfPieces, type DebtPiece } from './trail.ts'
import { openWords, unworded, worded, wordKept, type Word, type Worded } from './worded.ts'

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** What an event's acts are kept as. */
function keptIn(acts: readonly Act[], more: Partial<Event> = {}): (KeptAsk | KeptAct)[] {
  const { event } = acted(7, 'a', 'b', acts, more)
  const kept = keptOf(event, acts, event.late === true, 'a')
  return [...kept.asks, ...kept.acts.map(({ act }) => act)]
}

const anchored = (anchor: Event['raw']['anchor']): Partial<Event> => ({ raw: { text: '', ...(anchor !== undefined && { anchor }) } })

describe('what a checkpoint has of asks and acts (F29)', () => {
  test.each<[what: string, kept: (KeptAsk | KeptAct)[]]>([
    ['a question', keptIn(question('a', 'b'))],
    ['a request', keptIn(request('a', 'b'))],
    ['of nobody', keptIn([ask('a', [], 't')])],
    ['of several, with the mark of a key', keptIn([ask('a', ['b>%', 'c'], 't>1|2>')])],
    [
      'late, in doubt and due',
      keptIn([ask('a', ['b'], 't', 'task', { doubt: 'unproved', due: 9, group: ['#g'] })], { late: true, claimedAt: 3 }),
    ],
    ['part of another, ordered, of agents only', keptIn([ask('a', ['b'], 't', 'task', { parent: 'p', key: 'k', onlyAgents: true })])],
    ['with its line', keptIn([ask('a', ['b'], 't')], anchored({ label: 'chat.md:12', path: 'x/chat.md', line: 12 }))],
    ['with a line and no path', keptIn([ask('a', ['b'], 't')], anchored({ label: 'chat.md:12', line: 12 }))],
    ['with another line in its label', keptIn([ask('a', ['b'], 't')], anchored({ label: 'chat.md:1', line: 12 }))],
    ['with a label alone', keptIn([ask('a', ['b'], 't')], anchored({ label: 'x:-1' }))],
    ['acts on it', keptIn([onRef('answer', 'a', 't'), onRef('pass', 'a', 't', { to: ['c'], text: 'x', key: 'k' })])],
  ])('is the same after it was written and read: %s', (_what, kept) => {
    expect(kept).not.toEqual([])
    for (const one of kept) {
      const words = openWords()
      const from: Place = { ord: 3, at: 20 }
      const written = throughJson(worded(one, from, words))
      const ref = 'debt' in one ? refOf(one) : 's|t'
      expect(unworded(written, from, throughJson(words.takeNew()).map(wordKept), ref)).toEqual(one)
    }
  })

  test('has each word once in a chain, and all of them again in the next', () => {
    const words = openWords()
    const first: Word = ['a', ['b'], null]
    expect([words.of(first), words.of(['a', ['c'], null]), words.of(['a', ['b'], null])]).toEqual([0, 1, 0])
    expect(words.takeNew().length).toBe(2)
    expect([words.of(first), words.takeNew()]).toEqual([0, []])
    words.restart()
    expect([words.of(['a', ['c'], null]), words.takeNew()]).toEqual([0, [['a', ['c'], null]]])
  })
})

const talk: readonly ActedEvent[] = [
  acted(1, 'a', 'b', request('a', 'b')),
  acted(2, 'b', 'a', take('b', 'a')),
  acted(3, 'a', 'c', [ask('a', ['c', 'd'], 't')]),
  acted(4, 'c', 'a', [onPair('answer', 'c', 'a'), ...speak('c', 'a')]),
  acted(5, 'a', 'b', speak('a', 'b', { creditor: 'accepts' })),
  acted(6, 'b', 'a', question('b', 'a')),
]

/** Pieces as the release before wrote them: without words. */
function asEarlier(pieces: readonly DebtPiece[]): DebtPiece[] {
  const words: Word[] = []
  const refs = new Map(shardOfPieces(pieces).buckets.flatMap(([ref, { asks }]) => asks.map((one) => [one.debt.ask, ref])))
  let from: Place = { ord: 0, at: 0 }
  return pieces.map((piece): DebtPiece => {
    if (!('buckets' in piece)) return pack(unworded(piece as Worded, from, words, refs.get(piece[4]) ?? ''), from)
    from = piece.from ?? from
    words.push(...(piece.words ?? []))
    const { words: _words, ...earlier } = piece
    return earlier
  })
}

test('what the release before stored of debts and of who spoke to whom can be read (F29)', () => {
  const fold = foldOf(talk)
  const said = foldTalk()
  const pieces: DebtPiece[] = []
  const spoken: TalkPiece[] = []
  for (const [at, { event, acts }] of talk.entries()) {
    fold.apply(event)
    said.apply(event, acts, false)
    if (at % 2 === 0) continue
    pieces.push(...fold.pieces(100, at === 1))
    spoken.push(said.piece(at === 1))
  }
  const earlier = throughJson(asEarlier(pieces))
  expect(earlier.filter((piece) => !('buckets' in piece)).length).toBeGreaterThan(3)
  expect(shardOfPieces(earlier)).toEqual(shardOfPieces(throughJson(pieces)))
  expect(shardOfPieces(fold.pieces(100, true)).buckets).toEqual(shardOfPieces(pieces).buckets)
  const pairs = talkOfPieces(throughJson(spoken))
  const times = new Map(pairs.flatMap(({ lines, thanks }) => [...lines, ...thanks].map(({ event, at }) => [event, at])))
  const lines = spoken.map(({ lines: of, pairs: those }) => ({
    lines: 'events' in of ? of.events.map((event) => [times.get(event) ?? 0, event] as const) : of,
    pairs: those,
  }))
  expect(lines.flatMap(({ lines: of }) => of)).not.toEqual([])
  expect(talkOfPieces(throughJson(lines))).toEqual(pairs)
  expect(pairs).toEqual(said.snapshot())
})
