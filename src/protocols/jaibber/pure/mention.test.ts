import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { anyCharacter } from '../../../../test/any-character.ts'
import { mentionedOf, mentionsIn } from './mention.ts'
import { sized } from '../../../../test/sizes.ts'

describe('a mention', () => {
  test.each([
    ['@Coder', true],
    ['hey @coder, look', true],
    ['(@CODER)', true],
    ['@Coder: go', true],
    ['@Coder-2', true], // the peers take a hyphen for the end of a word
    ['@@Coder', true],
    ['x.@Coder', true],
    ['@Coders', false],
    ['@Coder_2', false],
    ['@Coder2', false],
    ['a@coder.com', false],
    ['mail to mira@Coder', false],
    ['é@Coder', false],
    ['𝒳@Coder', false],
    ['请@Coder看', true],
    ['よろしく@Coder', true],
    ['ขอ@Coder', true],
    ['에게@Coder', false],
    ['请a@Coder', false],
    ['Coder', false],
    ['@ Coder', false],
    ['', false],
  ])('%s: %s', (text, isMentioned) => {
    expect(mentionsIn(text, 'Coder')).toBe(isMentioned)
  })

  it('matches names verbatim: with spaces, characters of regular expressions, in other scripts', () => {
    expect(mentionsIn('ask @testing agent now', 'Testing Agent')).toBe(true)
    expect(mentionsIn('@c++ and @(x)', 'C++')).toBe(true)
    expect(mentionsIn('@aXb', 'a.b')).toBe(false)
    expect(mentionsIn('@дима!', 'Дима')).toBe(true)
    expect(mentionsIn('@x', '')).toBe(false)
    expect(mentionsIn(`@${'x'.repeat(129)}`, 'x'.repeat(129))).toBe(false)
  })

  it('of one name is not a mention of a longer one, but of a shorter one if a word ends there', () => {
    expect(mentionedOf('@Coder Two', ['Coder Two', 'Coder', 'Two'])).toEqual(['Coder Two', 'Coder'])
    expect(mentionedOf('@Coder', ['Coder Two', '__proto__'])).toEqual([])
    expect(mentionedOf('@__proto__ and @constructor', ['__proto__', 'constructor', 'toString'])).toEqual(['__proto__', 'constructor'])
  })

  it('is what other implementations find, but never after a word (differential)', async ({ annotate }) => {
    // Expressions that ignore case are slow to make: few names, many texts.
    const peersOf = new Map(
      ['Coder', 'ſ', 'K', 'ß', 'İ', 'σς', 'a b', 'x-', 'ǅ', '@', '\u0130i', '\ud83d', '😀k', '__proto__', '.*', '\u2126'].map((name) => [
        name,
        new RegExp(`@${name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(?!\\w)`, 'gi'),
      ]),
    )
    const between = fc.oneof(fc.constantFrom('@', ' ', 'a', '_', 'é', '1', '@@', '-'), fc.string({ unit: anyCharacter, maxLength: 2 }))
    const runs = sized(500)
    fc.assert(
      fc.property(
        fc.constantFrom(...peersOf.keys()),
        fc.array(fc.tuple(between, fc.boolean(), fc.boolean()), { maxLength: 6 }),
        (given, parts) => {
          const text = parts.map(([gap, isUpper, isThere]) => `${gap}@${isThere ? (isUpper ? given.toUpperCase() : given) : ''}`).join('')
          const peers = peersOf.get(given) ?? /$^/g
          peers.lastIndex = 0
          let isMentioned = false
          for (let found = peers.exec(text); found !== null; found = peers.exec(text)) {
            const isUnspaced =
              /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]$/u
            const before = text.slice(0, found.index)
            if (!/[\p{L}\p{N}\p{M}_]$/u.test(before) || isUnspaced.test(before)) isMentioned = true
            peers.lastIndex = found.index + 1
          }
          expect(mentionsIn(text, given)).toBe(isMentioned)
        },
      ),
      { numRuns: runs },
    )
    await annotate(`${runs.toLocaleString('en-US')} texts compared with the rule of the peers`, 'F10')
  })
})
