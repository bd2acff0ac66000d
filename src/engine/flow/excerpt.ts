import { limits } from '../../core/limits.ts'

/** The beginning of a text in one line. */
export function excerptOf(text: string): string {
  const line = text
    .slice(0, limits.flowText * 4)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return (line.length <= limits.flowText ? line : `${line.slice(0, limits.flowText - 1)}…`).toWellFormed()
}
