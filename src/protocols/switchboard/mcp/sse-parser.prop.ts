import { array, assert, constantFrom, nat, property, record, string } from 'fast-check'
import { expect, it } from 'vitest'
import { parseSse } from './sse-parser.ts'

it('F8: the events are the same however their bytes are split', () => {
  const event = record({
    data: string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\r\n]/.test(text)),
    end: constantFrom('\n', '\r\n'),
  })
  assert(
    property(array(event), array(nat({ max: 40 })), (events, sizes) => {
      const text = events.map(({ data, end }) => `: ping${end}${end}event: message${end}data: ${data}${end}id: 1${end}${end}`).join('')
      const bytes = Buffer.from(text)
      const got: string[] = []
      const parser = parseSse((data) => got.push(data), 1_000_000)
      let at = 0
      for (const size of sizes) {
        parser.push(bytes.subarray(at, at + size))
        at += size
      }
      parser.push(bytes.subarray(at))
      expect(got).toEqual(events.map(({ data }) => data))
    }),
  )
})

it('stops at an event that is too large', () => {
  const parser = parseSse(() => undefined, 100)
  expect(parser.push(Buffer.from(`data: ${'x'.repeat(90)}`))).toBe(true)
  expect(parser.push(Buffer.from('x'.repeat(20)))).toBe(false)
})
