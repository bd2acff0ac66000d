import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../core/limits.ts'
import { readSourceLines } from './source-lines.ts'
import { sized } from '../../test/sizes.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'patchbay-lines-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function lines(content: string | Buffer, from: number, to: number): Promise<unknown> {
  writeFileSync(path.join(root, 'file'), content)
  const read = await readSourceLines(root, 'file', from, to)
  return read.ok ? [read.value.firstLine, ...read.value.lines] : read.fault.code
}

describe('lines of a file', () => {
  test.each([
    ['a\nb\nc\n', 1, 2, [1, 'a', 'b']],
    ['a\nb\nc\n', 2, 9, [2, 'b', 'c']],
    ['a\nb\nc', 3, 3, [3, 'c']],
    ['a\n\n\nd', 2, 4, [2, '', '', 'd']],
    ['a\r\nb\r\n', 1, 2, [1, 'a', 'b']],
    ['\uFEFFa\n\uFEFFb', 1, 2, [1, 'a', '\uFEFFb']],
    ['a\n', -5, 1, [1, 'a']],
    ['a\n', 5, 9, [5]],
    ['', 1, 9, [1]],
  ])('%j from %i to %i', async (content, from, to, expected) => expect(await lines(content, from, to)).toEqual(expected))

  test('bytes that are not UTF-8 are shown, one line is limited, others are complete', async () => {
    expect(await lines(Buffer.from([0x61, 0xff, 0x62]), 1, 1)).toEqual([1, 'a\uFFFDb'])
    const long = `${'x'.repeat(limits.line + 1)}\nnext\n`
    expect(await lines(long, 1, 2)).toEqual([1, 'x'.repeat(limits.line), 'next'])
  })

  test('lines that span the chunks in which a file is read', async () => {
    const content = Array.from({ length: 40_000 }, (_, at) => `${at} ${'y'.repeat(at % 97)}`)
    for (const from of [1, 18_000, 19_999, 39_999])
      expect(await lines(content.join('\n'), from, from + 1_000)).toEqual([from, ...content.slice(from - 1, from + 1_000)])
  })

  test('equals splitting the whole text', async () => {
    const text = fc.array(fc.constantFrom('a', 'bc', '\n', '\r\n', '\n\n'), { maxLength: 20 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 8 }), fc.nat(5), async (content, from, more) => {
        const whole = content.split('\n').map((line) => line.replace(/\r$/, ''))
        if (whole.at(-1) === '') whole.pop()
        expect(await lines(content, from, from + more)).toEqual([from, ...whole.slice(from - 1, from + more)])
      }),
      { numRuns: sized(70, 2_000) },
    )
  })

  test('anything but a file of the workspace is a fault', async () => {
    mkdirSync(path.join(root, 'folder'))
    symlinkSync('/etc/passwd', path.join(root, 'out'))
    for (const [name, code] of [
      ['folder', 'conflict'],
      ['gone', 'not-found'],
      ['out', 'not-allowed'],
      ['../x', 'not-allowed'],
    ] as const) {
      const read = await readSourceLines(root, name, 1, 1)
      expect([name, read.ok ? 'read' : read.fault.code]).toEqual([name, code])
    }
  })
})
