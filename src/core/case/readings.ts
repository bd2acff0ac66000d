import { joined, type TextRange } from '../secret-patterns.ts'

/** A text as somebody could read it who ignores how it is written, and where its characters are in the text. */
export interface Reading {
  readonly text: string
  /** By UTF-16 unit of the reading: where its character starts and ends in the text; absent: in the same place. */
  readonly starts?: readonly number[]
  readonly ends?: readonly number[]
}

const hidden = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u
const isPlain = /^[\t\n\r -~]*$/

/** The text; and, where that differs, without hidden characters and with full-width letters in usual width. */
export function readingsOf(text: string): readonly Reading[] {
  const asWritten: Reading = { text }
  return isPlain.test(text) ? [asWritten] : [asWritten, readingOf(text, true)]
}

/** The same without line breaks and the blanks behind them, as a terminal breaks a long line; none if there are no breaks. */
export function unbroken(text: string): readonly Reading[] {
  return text.includes('\n') ? [readingOf(text, false)] : []
}

/** Where in the text something is that is found in one of its readings. */
export function findRead(readings: readonly Reading[], find: (text: string) => readonly TextRange[]): TextRange[] {
  return joined(
    readings.flatMap(({ text, starts, ends }) =>
      find(text).map(({ start, end }) => ({ start: starts?.[start] ?? start, end: ends?.[end - 1] ?? end })),
    ),
  )
}

function readingOf(text: string, hasBreaks: boolean): Reading {
  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  let isAfterBreak = false
  for (const character of text) {
    const end = at + character.length
    const isBreak = character === '\n' || character === '\r'
    isAfterBreak = isBreak || (isAfterBreak && (character === ' ' || character === '\t'))
    if (!hidden.test(character) && (hasBreaks || !isAfterBreak)) {
      const folded = character.normalize('NFKC')
      // Only what can be part of a key: others become up to 18 letters.
      const usual = isPlain.test(folded) && folded.length === 1 ? folded : character
      parts.push(usual)
      for (let unit = 0; unit < usual.length; unit++) {
        starts.push(usual === character ? at + unit : at)
        ends.push(usual === character ? at + unit + 1 : end)
      }
    }
    at = end
  }
  return { text: parts.join(''), starts, ends }
}
