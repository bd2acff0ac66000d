import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../core/limits.ts'
import { lineSplitter } from './line-splitter.ts'
import type { WireLine } from './line-splitter.ts'
import { sized } from '../../test/sizes.ts'

const runs = sized(800)

function splitAt(bytes: Uint8Array, cuts: readonly number[]): (WireLine | undefined)[] {
  const splitter = lineSplitter()
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  return places.slice(1).flatMap((end, index) => splitter.take(bytes.subarray(places[index], end)))
}

test('lines are the same however the bytes are split, also inside a character (F8)', async ({ annotate }) => {
  const text = fc.array(fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('\r\n', '\n', '\r', 'é', '🙂')), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 8 }), fc.uint8Array({ maxLength: 6 }), (parts, cuts, odd) => {
      const bytes = Buffer.concat([Buffer.from(parts.join('')), odd, Buffer.from('\nend\r\n')])
      const whole = splitAt(bytes, [])
      return JSON.stringify(splitAt(bytes, cuts)) === JSON.stringify(whole) && whole.at(-1)?.text === 'end'
    }),
    { numRuns: runs },
  )
  await annotate(`${runs.toLocaleString('en-US')} splits of a stream of IRC`, 'F8')
})

test('a line at the limit is read, a longer one is reported as left out, one a hundred times as long is not held in memory (F18)', () => {
  const splitter = lineSplitter()
  expect(splitter.take(Buffer.from(`${'x'.repeat(limits.line)}\n`))).toEqual([{ text: 'x'.repeat(limits.line), badBytes: 0 }])
  expect(splitter.take(Buffer.from(`${'x'.repeat(limits.line + 1)}\na\n`))).toEqual([undefined, { text: 'a', badBytes: 0 }])
  const found = Array.from({ length: 100 }, () => splitter.take(Buffer.alloc(limits.line, 120))).flat()
  expect(found).toEqual([undefined])
  expect(splitter.take(Buffer.from('x\nb\n'))).toEqual([{ text: 'b', badBytes: 0 }])
})

test('bytes that are not UTF-8 are counted, and nothing else is lost', () => {
  expect(lineSplitter().take(Uint8Array.from([0x61, 0xe9, 0x62, 0xff, 13, 10]))).toEqual([{ text: 'a\uFFFDb\uFFFD', badBytes: 2 }])
})
