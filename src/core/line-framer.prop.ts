import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from './limits.ts'
import { countBadBytes } from './bytes.ts'
import { LineFramer } from './line-framer.ts'
import type { Line } from './line-framer.ts'
import { sized } from '../../test/sizes.ts'

const pieces = fc.constantFrom(
  ...['\n', '\r\n', '\n\n', '[a-to-b]: x', '  more', 'é', '—', '😀', '\ufeff', '\ufffd', ' ', '\0'].map((text) =>
    new TextEncoder().encode(text),
  ),
  Uint8Array.of(0xff),
  Uint8Array.of(0xc3),
  Uint8Array.of(0xe2, 0x80),
  Uint8Array.of(0xf0, 0x9f, 0x98),
  Uint8Array.of(0xed, 0xa0, 0x80),
)
const bytes = fc.array(pieces, { maxLength: 30 }).map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])))
const cuts = fc.array(fc.nat({ max: 120 }), { maxLength: 8 })

function frame(chunks: readonly Uint8Array[]): { lines: Line[]; partial: Line | undefined } {
  const lines: Line[] = []
  const framer = new LineFramer({ offset: 0, line: 1 }, true)
  for (const chunk of chunks) framer.push(chunk, (line) => lines.push(line))
  return { lines, partial: framer.partial() }
}

function split(whole: Uint8Array, at: readonly number[]): Uint8Array[] {
  const ends = [...new Set(at.filter((cut) => cut < whole.length)), whole.length].toSorted((one, other) => one - other)
  return ends.map((end, index) => whole.slice(ends[index - 1] ?? 0, end))
}

describe('LineFramer', () => {
  it('gives the same lines however the bytes are split (F8)', () => {
    fc.assert(
      fc.property(bytes, cuts, (whole, at) => {
        const expected = frame([whole])
        expect(frame(split(whole, at))).toEqual(expected)
        expect(frame([...whole].map((byte) => Uint8Array.of(byte)))).toEqual(expected)
      }),
      { numRuns: sized(800) },
    )
  })

  it('returns every byte: lines, offsets and numbers are consistent, and each text is what a decoder returns', () => {
    fc.assert(
      fc.property(bytes, (whole) => {
        const { lines, partial } = frame([whole])
        let offset = 0
        for (const [index, line] of [...lines, ...(partial === undefined ? [] : [partial])].entries()) {
          expect(line).toMatchObject({ number: index + 1, start: offset })
          const own = whole.subarray(offset, offset + line.bytes)
          const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(own)
          expect(line.text).toBe(offset === 0 && text.startsWith('\ufeff') ? text.slice(1) : text)
          offset += line.bytes + 1
        }
        expect(offset - (partial === undefined ? 0 : 1)).toBe(whole.length)
      }),
      { numRuns: sized(350) },
    )
  })

  it('counts as many bad bytes as a strict decoder rejects', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 24 }), (some) => {
        const kept = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(some).replaceAll('\ufffd', ''), 'utf8').length
        const written = Buffer.from(some).toString('latin1').split('\u00ef\u00bf\u00bd').length - 1
        expect(countBadBytes(some)).toBe(some.length - kept - written * 3)
      }),
      { numRuns: sized(800) },
    )
  })

  it.each([
    [limits.line, limits.line],
    [limits.line + 1, limits.line],
    [limits.line * 100, limits.line],
  ])('keeps at most the limit of a line of %i bytes', (size, kept) => {
    const whole = Buffer.concat([Buffer.alloc(size, 'x'), Buffer.from('\nnext\n')])
    for (const chunks of [[whole], split(whole, [10, size - 1, size])]) {
      const { lines } = frame(chunks)
      expect(lines.map((line) => [line.bytes, line.text.length])).toEqual([
        [size, kept],
        [4, 4],
      ])
    }
  })

  it('tells a line over the limit from the same one that is longer or just at the limit, however it is split', () => {
    const sizes = [limits.line, limits.line + 1, limits.line + 2]
    const hashes = sizes.map((size) => {
      const whole = Buffer.alloc(size + 1, 'x').fill('\n', size)
      const [inOne, inTwo] = [frame([whole]), frame(split(whole, [10]))].map(({ lines }) => lines[0]?.hash)
      expect(inOne).toBe(inTwo)
      return inOne
    })
    expect(new Set(hashes).size).toBe(sizes.length)
  })

  it('splits no character at the limit', () => {
    const [line] = frame([Buffer.from(`${'x'.repeat(limits.line - 2)}—tail\n`)]).lines
    expect(line?.text).toBe('x'.repeat(limits.line - 2))
    expect(line?.badBytes).toBe(0)
  })
})
