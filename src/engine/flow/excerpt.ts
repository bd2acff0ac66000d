import { limits } from '../../core/limits.ts'
import { oneLine } from '../../core/text.ts'

/** The beginning of a text in one line. */
export function excerptOf(text: string): string {
  return oneLine(text, limits.flowText)
}
