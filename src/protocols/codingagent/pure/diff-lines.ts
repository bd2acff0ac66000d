import type { FileDiff } from './api.ts'
import { linesOf } from './edit-lines.ts'
import { lineChanges } from './line-changes.ts'
import { cutText } from '../../../core/text.ts'

type DiffLine = FileDiff['hunks'][number]['lines'][number]

/** Unchanged lines shown around changes. */
const context = 3
/** Maximum UTF-16 units of one difference, with some extra per line; and of one line. */
export const shownChars = 512 * 1024
const lineCost = 40
const lineChars = 4_000

/**
 * The difference between two texts for the screen, without `body`. `before` is undefined for a new file; a deletion has '' after. Line ends are not part of the
 * lines: changes to them are reported in `note`. Bounded in size and time.
 */
export function diffLines(path: string, before: string | undefined, after: string): FileDiff {
  const runs = lineChanges(linesOf(before ?? ''), linesOf(after))
  const hunks: { lines: DiffLine[] }[] = []
  let [lineBefore, lineAfter, used] = [1, 1, 0]
  let isCut = false
  const put = (line: DiffLine): void => {
    const text = cutText(line.text, lineChars)
    isCut ||= line.text.length > lineChars
    used += text.length + lineCost
    if (used <= shownChars) hunks.at(-1)?.lines.push({ ...line, text })
  }
  const putSame = (lines: readonly string[]): void => {
    for (const text of lines) put({ kind: 'same', before: lineBefore++, after: lineAfter++, text })
  }
  for (const [index, { kind, lines }] of runs.entries()) {
    if (kind === 'same') {
      const behind = Math.min(lines.length, index > 0 ? context : 0)
      const ahead = Math.min(lines.length - behind, index < runs.length - 1 ? context : 0)
      const skipped = lines.length - behind - ahead
      putSame(lines.slice(0, behind))
      lineBefore += skipped
      lineAfter += skipped
      if (skipped > 0 && ahead > 0) hunks.push({ lines: [] })
      if (hunks.length === 0) hunks.push({ lines: [] })
      putSame(lines.slice(lines.length - ahead))
      continue
    }
    if (hunks.length === 0) hunks.push({ lines: [] })
    for (const text of lines) put(kind === 'del' ? { kind, before: lineBefore++, text } : { kind, after: lineAfter++, text })
  }
  const notes = [
    ...(before === undefined
      ? []
      : changesBeside(
          before,
          after,
          runs.every((run) => run.kind === 'same'),
        )),
    ...(isCut ? [`only the first ${lineChars.toLocaleString('en-US')} characters of long lines are shown`] : []),
    ...(used > shownChars ? ['too large to show in full; only the beginning is shown'] : []),
  ]
  const shown = hunks.filter((hunk) => hunk.lines.length > 0)
  return { path, hunks: shown, ...(notes.length > 0 ? { note: notes.join('; ') } : {}) }
}

/** Changes outside lines: the final newline, the kind of line ends, the byte order mark. */
function changesBeside(before: string, after: string, isOnly: boolean): string[] {
  if (before === after || before === '' || after === '') return []
  const only = isOnly ? 'only ' : ''
  const notes: string[] = []
  if (before.endsWith('\n') !== after.endsWith('\n')) notes.push(`${only}the final newline changes`)
  const [was, is] = [endings(before), endings(after)]
  if (was !== is && was !== 'none' && is !== 'none') notes.push(`${only}line ends change from ${was} to ${is}`)
  if (before.startsWith('\ufeff') !== after.startsWith('\ufeff')) notes.push(`${only}the byte order mark changes`)
  return notes
}

function endings(text: string): string {
  const returns = text.split('\r\n').length - 1
  const newlines = text.split('\n').length - 1
  return newlines === 0 ? 'none' : returns === 0 ? 'LF' : returns === newlines ? 'CR LF' : 'mixed'
}
