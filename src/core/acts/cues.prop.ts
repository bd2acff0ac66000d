import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../test/any-character.ts'
import { cpuTimeOf } from '../../../test/cpu-time.ts'
import { expectLinearTime } from '../../../test/linear-time.ts'
import { tokenize } from '../tokenize.ts'
import { readText } from './cues.ts'
import { readPassage } from './passage.ts'
import { phrasesOf, wordsOf } from './phrases.ts'
import { sized } from '../../../test/sizes.ts'

const piece = fc.constantFrom(
  'please ',
  'review ',
  'Question:',
  'done ',
  '? ',
  '？',
  '吗',
  '请',
  '\n',
  '> ',
  '| ',
  '```',
  '`',
  '"',
  '“',
  '”',
  '@a ',
  'https://a.b?',
  '1) ',
  '. ',
  "I'll ",
  'thanks ',
  '\u0301',
  '😀',
  '\ud83d',
)
const talk = fc.array(fc.oneof(piece, fc.string({ unit: anyCharacter, maxLength: 8 })), { maxLength: 40 }).map((pieces) => pieces.join(''))

describe('cues of any text (F27)', () => {
  test('reading never fails, and every range is inside the text', () => {
    fc.assert(
      fc.property(talk, fc.array(fc.string({ maxLength: 4 }), { maxLength: 2 }), (text, names) => {
        const { cue, word } = readText(text, names)
        for (const range of [cue?.range, word?.range]) {
          if (range === undefined) continue
          expect(range[0]).toBeGreaterThanOrEqual(0)
          expect(range[1]).toBeGreaterThan(range[0])
          expect(range[1]).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: sized(200) },
    )
  })

  test('omitted text keeps its place', () => {
    fc.assert(
      fc.property(talk, (text) => {
        const passage = readPassage(text, ['a'])
        expect(passage.text).toHaveLength(Math.min(text.length, 4_000))
        expect(passage.text.split('\n')).toHaveLength(text.slice(0, 4_000).split('\n').length)
        expect(passage.sentences.flatMap((sentence) => sentence.words)).toEqual(passage.words)
      }),
      { numRuns: sized(200) },
    )
  })

  const units = [
    'a',
    '.',
    '. ',
    '"',
    '“',
    '`',
    '``` ',
    '\n',
    '\n ',
    'a/',
    '1. ',
    '@a',
    '?"',
    'please ',
    '请',
    '吗。',
    'http://',
    '👍',
    '\u0301',
    'a.b.',
    'done ',
    'it is merged, ',
    'please wait, then ',
    'good point, ',
    "I'll ",
  ]
  test.each(units)('4,000 characters take eight times as long as 500: %j', (unit) => {
    const one = (size: number) => (): unknown => readText(unit.repeat(size).slice(0, size), ['ok'])
    expectLinearTime(one, 500)
  })

  test('4,000 characters take at most 16 times as long as splitting them into words for the index', ({ annotate }) => {
    const text = 'Please review the retry helper — is it late? The port moved to src/auth.rs. '.repeat(60).slice(0, 4_000)
    const took = cpuTimeOf(() => readText(text))
    expect(took / cpuTimeOf(() => tokenize(text))).toBeLessThan(16)
    return annotate(`4,000 characters read for cues in ${took.toFixed(2)} ms`, 'F27')
  })
})

function shown(text: string): string {
  return wordsOf(text)
    .map((word) => word.text)
    .join(' ')
}

test('words: apostrophes split, letters of scripts without spaces are separate words, diacritics stay', () => {
  expect(shown("I'll don’t a_b über 可以please吗 ÄRGER")).toBe('i ll don t a_b über 可 以 please 吗 ärger')
  expect(shown('u\u0308ber')).toBe('über')
})

test('phrases: the longest counts, whole words only', () => {
  const phrases = phrasesOf('got it, got, 请')
  expect([0, 1, 2].map((at) => phrases.lengthAt(wordsOf('Got it, gotten'), at))).toEqual([2, 0, 0])
  expect(phrases.indexIn(wordsOf('我请你'))).toBe(1)
})
