import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../test/any-character.ts'
import { hostileStrings } from '../../test/corpora/hostile-strings.ts'
import { cpuTime } from '../../test/cpu-time.ts'
import { clampTime, codePointLabel, hiddenCharacters, visibleSegments } from './text.ts'
import { sized } from '../../test/sizes.ts'

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        'a',
        ' ',
        '\n',
        '\r',
        '\u200d',
        '\ufe0f',
        '😀',
        '\u202e',
        '\0',
        '\ud83d',
        '1',
        '\u20e3',
        'क',
        '\u0301\u0323',
        '\u{1d167}',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
  fc.constantFrom(...hostileStrings),
)

/** Puts the characters that were hidden back between the visible pieces: the result must be the text. */
function rebuild(source: string): string {
  const hidden = hiddenCharacters(source).map(({ codePoint }) => String.fromCodePoint(codePoint))
  let next = 0
  return visibleSegments(source)
    .map((segment) => (segment.kind === 'text' ? segment.text : hidden.slice(next, (next += segment.count)).join('')))
    .join('')
}

describe('hidden characters', () => {
  it('the corpus has more than 500 strings', () => {
    expect(hostileStrings.length).toBeGreaterThan(500)
  })

  it('segments and hidden characters together are the whole text; no visible piece has hidden characters', () => {
    fc.assert(
      fc.property(text, (source) => {
        expect(rebuild(source)).toBe(source)
        const found = hiddenCharacters(source)
        for (const { index, codePoint, label } of found) {
          expect(source.codePointAt(index)).toBe(codePoint)
          expect(label).toBe(codePointLabel(codePoint))
        }
        for (const segment of visibleSegments(source)) {
          if (segment.kind === 'text') expect(segment.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\ufeff]|[^\P{Cc}\t\n\r]|\p{Cs}/u)
        }
      }),
      { numRuns: sized(500) },
    )
  })

  it('takes linear time', () => {
    for (const unit of ['\u202e', 'a\u200b', '😀\u200d', '\ud800', 'text ']) {
      const time = (size: number): number => {
        const source = unit.repeat(size)
        const start = cpuTime()
        visibleSegments(source)
        return cpuTime() - start
      }
      time(10_000)
      expect(time(100_000), unit).toBeLessThan(2_000)
    }
  })
})

describe('clampTime', () => {
  it('always returns a time that a date can show', () => {
    fc.assert(
      fc.property(fc.double(), fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2200, 0) }), (claimed, now) => {
        const clamped = clampTime(claimed, now)
        expect(clamped === undefined).toBe(Number.isNaN(claimed))
        if (clamped === undefined) return
        expect(Number.isSafeInteger(clamped)).toBe(true)
        expect(clamped).toBeGreaterThanOrEqual(Date.UTC(2000, 0))
        expect(clamped).toBeLessThanOrEqual(now + 86_400_000)
        expect(new Date(clamped).toISOString()).toMatch(/^2\d{3}-/)
      }),
    )
  })
})
