import { structuredPatch } from 'diff'
import type { FileChange } from './invite.ts'

/** One line of a diff: `+` added, `-` removed, ` ` unchanged, `@` lines between here and the one before are left out. */
export interface DiffLine {
  readonly sign: '+' | '-' | ' ' | '@'
  readonly text: string
}

/** What a change does to the lines of a file, with three unchanged ones around each place. */
export function diffLines({ path, before = '', after = '' }: FileChange): readonly DiffLine[] {
  const { hunks } = structuredPatch(path, path, before, after, undefined, undefined, { context: 3 })
  return hunks.flatMap(({ oldStart, newStart, lines }, index): DiffLine[] => [
    ...(index === 0 && oldStart <= 1 ? [] : [{ sign: '@', text: `line ${Math.max(oldStart, newStart)}` } as const]),
    ...lines.flatMap((line): DiffLine[] => {
      const [sign] = line
      return sign === '+' || sign === '-' || sign === ' ' ? [{ sign, text: line.slice(1) }] : []
    }),
  ])
}

/** The same as text. */
export function diffText(change: FileChange): string {
  return diffLines(change)
    .map(({ sign, text }) => `${sign} ${text}`)
    .join('\n')
}
