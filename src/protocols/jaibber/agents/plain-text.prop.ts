import { array, assert, constantFrom, nat, oneof, pre, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../../../test/any-character.ts'
import { expectLinearTime } from '../../../../test/linear-time.ts'
import { PlainText, plainText } from './plain-text.ts'
import { sized } from '../../../../test/sizes.ts'

const esc = '\u001b'
const piece = constantFrom(
  'a',
  'é',
  '😀',
  '\n',
  '\r\n',
  '\t',
  '\u0007',
  '\u0000',
  `${esc}[31m`,
  `${esc}[?25l`,
  `${esc}]0;t\u0007`,
  `${esc}]8;;x${esc}\\`,
  `${esc}(B`,
  `${esc}M`,
  '[31m',
)

describe('text of a program', () => {
  it('is the same as a whole and in any pieces (F8)', () => {
    assert(
      property(array(piece, { maxLength: 40 }), array(nat(200), { maxLength: 8 }), (pieces, cuts) => {
        const whole = `${pieces.join('')}.`
        const places = [0, ...cuts.map((cut) => cut % whole.length).toSorted((a, b) => a - b), whole.length]
        const filter = new PlainText()
        const shown = places.slice(1).map((end, at) => filter.add(whole.slice(places[at], end)))
        // Half of a character in one piece cannot be shown; the runner never splits one.
        pre(places.every((place) => !/[\uDC00-\uDFFF]/.test(whole.charAt(place))))
        expect(shown.join('')).toBe(plainText(whole))
      }),
      { numRuns: sized(700) },
    )
  })

  it('contains no escape and no control character but tabs and line ends', () => {
    assert(
      property(array(oneof(piece, string({ unit: anyCharacter })), { maxLength: 20 }), (pieces) => {
        // oxlint-disable-next-line no-control-regex -- that is the question
        expect(plainText(pieces.join(''))).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
      }),
    )
    expect(plainText(`${esc}[1;31mred${esc}[0m ${esc}]8;;http://x\u0007link${esc}]8;;\u0007 50%\r60%`)).toBe('red link 50%\n60%')
  })

  it.each([`${esc}[0000`, `${esc}]0;title`, esc, `${esc}[ `, '\r', '0'])(
    'takes time in proportion to its length: %j over and over (F6)',
    (part) => {
      expectLinearTime((size) => {
        const text = `${esc}[${part.repeat(size)}`
        return () => new PlainText().add(text)
      }, 8_000) // both longer than an escape sequence that is waited for
    },
  )
})
