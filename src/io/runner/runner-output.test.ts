import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoundedOutput } from './runner-output.ts'

describe('BoundedOutput', () => {
  it('keeps beginning and end, however the bytes are split', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 12 }), (limit, pieces) => {
        const output = new BoundedOutput(limit)
        // Letters, so that bytes are characters.
        const chunks = pieces.map((piece) => Buffer.from(piece.map((byte) => 97 + (byte % 26))))
        const heads = chunks.map((chunk) => output.add(chunk).toString()).join('')
        const all = Buffer.concat(chunks).toString()
        const half = Math.floor(limit / 2)
        const missing = all.length - 2 * half
        expect(heads).toBe(all.slice(0, half))
        expect(output.truncated).toBe(missing > 0)
        expect(output.text()).toBe(missing > 0 ? `${all.slice(0, half)}\n… ${missing} bytes omitted …\n${all.slice(-half)}` : all)
      }),
      { numRuns: 2_000 },
    )
  })
})
