import { describe, expect, it } from 'vitest'
import { expectLinearTime } from '../../../../test/linear-time.ts'
import { diffLines, shownChars } from './diff-lines.ts'
import { countChanges, lineChanges } from './line-changes.ts'

/** Hunks with a sign before each line and its numbers after it. */
function hunks(before: string | undefined, after: string): string[][] {
  const sign = { same: ' ', add: '+', del: '-' } as const
  return diffLines('p', before, after).hunks.map(({ lines }) =>
    lines.map((line) => `${sign[line.kind]}${line.text}|${line.before ?? ''}:${line.after ?? ''}`),
  )
}
function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, at) => String(at + 1))
}
function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

describe('diffLines', () => {
  it('shows a new file and a deleted one in full', () => {
    expect(diffLines('p', undefined, 'a\nb\n')).toEqual({
      path: 'p',
      hunks: [
        {
          lines: [
            { kind: 'add', after: 1, text: 'a' },
            { kind: 'add', after: 2, text: 'b' },
          ],
        },
      ],
    })
    expect(hunks('a\n', '')).toEqual([['-a|1:']])
    expect(diffLines('p', undefined, '')).toEqual({ path: 'p', hunks: [] })
  })

  it('shows three lines around changes, and joins hunks that meet', () => {
    const lines = numbered(30)
    const changed = lines.with(9, 'X').with(16, 'Y')
    expect(hunks(text(lines), text(changed))).toEqual([
      [
        '',
        ...[7, 8, 9].map((n) => ` ${n}|${n}:${n}`),
        '-10|10:',
        '+X|:10',
        ...[11, 12, 13, 14, 15, 16].map((n) => ` ${n}|${n}:${n}`),
        '-17|17:',
        '+Y|:17',
        ...[18, 19, 20].map((n) => ` ${n}|${n}:${n}`),
      ].slice(1),
    ])
    const apart = lines.with(9, 'X').toSpliced(17, 1)
    expect(hunks(text(lines), text(apart)).map((hunk) => [hunk[0], hunk.at(-1), hunk.length])).toEqual([
      [' 7|7:7', ' 13|13:13', 8],
      [' 15|15:15', ' 21|21:20', 7],
    ])
  })

  it('begins and ends at the ends of the file', () => {
    const lines = numbered(9)
    expect(hunks(text(lines), text(['0', ...lines]))).toEqual([['+0|:1', ' 1|1:2', ' 2|2:3', ' 3|3:4']])
    expect(hunks(text(lines), text([...lines, '10']))).toEqual([[' 7|7:7', ' 8|8:8', ' 9|9:9', '+10|:10']])
  })

  it.each([
    ['the final newline', 'a\nb', 'a\nb\n', 'only the final newline changes'],
    ['line ends', 'a\r\nb\r\n', 'a\nb\n', 'only line ends change from CR LF to LF'],
    ['line ends to a mixture', 'a\r\nb\r\n', 'a\nb\r\n', 'only line ends change from CR LF to mixed'],
    ['the byte order mark', '\ufeffa\n', 'a\n', 'only the byte order mark changes'],
    ['a line too', 'a\n', 'b', 'the final newline changes'],
  ])('reports what no line shows: %s', (_what, before, after, note) => {
    expect(diffLines('p', before, after).note).toBe(note)
  })

  it('shows no more than can be sent, and says so (F18)', () => {
    const fits = Math.floor(shownChars / 139)
    for (const lines of [fits, fits + 1, fits * 100]) {
      const diff = diffLines('p', undefined, `${'x'.repeat(99)}\n`.repeat(lines))
      expect(diff.hunks[0]?.lines).toHaveLength(fits)
      expect(diff.note).toBe(lines > fits ? 'too large to show in full; only the beginning is shown' : undefined)
    }
    expect(diffLines('p', undefined, `${'x'.repeat(100_000)}\ny\n`).hunks[0]?.lines.map((line) => line.text.length)).toEqual([4_000, 1])
  })

  it('takes time in proportion to the lines, also for texts that have nothing in common (F6)', () => {
    const other = (size: number): string[] => ['same', ...numbered(size).map((line) => `x${line}`)]
    expectLinearTime((size) => {
      const [before, after] = [['same', ...numbered(size)], other(size)]
      return () => lineChanges(before, after, 100)
    }, 5_000)
    const runs = lineChanges(['same', ...numbered(40_000)], other(40_000))
    expect(runs.map((run) => run.kind)).toEqual(['same', 'del', 'add'])
    expect(countChanges(runs)).toEqual({ added: 40_000, removed: 40_000 })
  })
})
