import { shapeOf } from '../../src/core/stuck/similarity.ts'
import type { Utterance } from '../../src/core/stuck/talk.ts'

/** One line for `talk`: from, to, text, and ms since the line before. */
export type Line = readonly [from: string, to: string, text: string, after?: number]

/** What was said, in a channel unless `place` says otherwise. `operator` is a person. */
export function talk(
  lines: readonly Line[],
  { step = 20_000, place = 'irc|#general' }: { step?: number; place?: string } = {},
): Utterance[] {
  let at = 1_000_000
  return lines.map(([from, to, text, after = step], index) => {
    at += after
    const isHuman = from === 'operator' && { isHuman: true as const }
    return { event: `e${index}`, at, place, from, to: to === '' ? [] : [to], text, shape: shapeOf(text), ...isHuman }
  })
}

/** Lines repeated; `#` in a text becomes the number of the round, from 0. */
export function rounds(lines: readonly Line[], times: number): Line[] {
  return Array.from({ length: times }, (_, round) =>
    lines.map(([from, to, text, after]): Line => [from, to, text.replaceAll('#', String(round)), after]),
  ).flat()
}
