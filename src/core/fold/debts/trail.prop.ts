import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acted, ask, speak } from '../../../../test/fakes/acts.ts'
import { sized } from '../../../../test/sizes.ts'
import { bucketAfter, bucketChange, type NumberedBucket } from './bucket-change.ts'
import { keptOf, type KeptAsk } from './kept.ts'
import { foldTalk } from './talk.ts'
import { talkOfPieces, type TalkPiece } from './talk-trail.ts'
import { openTwins } from './twins.ts'

const runs = { numRuns: sized(100, 3_000) }
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const numbers = fc.array(fc.nat(9), { maxLength: 6 })
const matched = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), numbers), { maxLength: 3, selector: ([key]) => key })
const bucket: fc.Arbitrary<NumberedBucket> = fc.oneof(fc.tuple(numbers, numbers), fc.tuple(numbers, numbers, matched))

const name = fc.constantFrom('a', 'b', 'c')
const move = fc.constantFrom({}, { creditor: 'accepts' as const })
const line = fc.record({ from: name, to: name, move, isPiece: fc.boolean() })

describe('pieces of a checkpoint (F29)', () => {
  test('a bucket is what its change makes of the one before', () => {
    fc.assert(
      fc.property(fc.option(bucket, { nil: undefined }), bucket, (before, now) => {
        expect(bucketAfter(before, throughJson(bucketChange(before, now)))).toEqual(now)
      }),
      runs,
    )
  })

  test('of who spoke to whom say together what the fold has', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
        const talk = foldTalk()
        const pieces: TalkPiece[] = [throughJson(talk.piece(true))]
        for (const [at, { from, to, move: of, isPiece }] of lines.entries()) {
          const { event, acts } = acted(at + 1, from, to, speak(from, to, of))
          talk.apply(event, acts, false)
          if (isPiece) pieces.push(throughJson(talk.piece(false)))
        }
        pieces.push(talk.piece(false))
        expect(talkOfPieces(pieces)).toEqual(talk.snapshot())
        expect(talkOfPieces([talk.piece(true)])).toEqual(talk.snapshot())
      }),
      runs,
    )
  })

  test('that name a line which none has are refused', () => {
    const { piece, apply } = foldTalk()
    const { event, acts } = acted(1, 'a', 'b', speak('a', 'b'))
    apply(event, acts, false)
    const whole = piece(true)
    expect(talkOfPieces([whole])).toHaveLength(1)
    for (const lines of [
      { after: [], events: [] },
      { after: [1], events: [] },
      { after: [], events: ['x'] },
    ])
      expect(() => talkOfPieces([{ ...whole, lines }])).toThrow('there is no line 0')
  })

  const step = fc.record({
    ref: fc.nat(5),
    minute: fc.nat(40),
    text: fc.constantFrom('x', 'y'),
    state: fc.constantFrom('open', 'settled', 'gone'),
  })

  test('that ended asks are shown as one with open ones is noticed with each change', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        const asks = new Map<string, { readonly ask: KeptAsk; readonly settledAt: number | undefined }>()
        const open = (): string[] => [...asks].flatMap(([ref, { settledAt }]) => (settledAt === undefined ? [ref] : []))
        const opened = () =>
          openTwins(
            (ref) => asks.get(ref)?.ask,
            (ref) => asks.get(ref)?.settledAt,
          )
        const twins = opened()
        for (const { ref: number, minute, text, state } of steps) {
          const ref = `s|t${number}`
          const before = asks.get(ref)?.ask
          const { event, acts } = acted(minute, 'a', 'b', [ask('a', ['b'], `t${number}`, 'answer', { text })])
          const kept = before ?? (keptOf(event, acts, false).asks[0] as KeptAsk)
          if (state === 'gone') asks.delete(ref)
          else asks.set(ref, { ask: kept, settledAt: state === 'open' ? undefined : 41 * 60_000 })
          twins.update(ref)
          const fresh = opened()
          for (const each of asks.keys()) fresh.update(each)
          const needed = (of: typeof twins): Set<string> => new Set([...open(), ...of.of(open())])
          expect(needed(twins)).toEqual(needed(fresh))
        }
      }),
      runs,
    )
  })
})
