import { joined, type TextRange } from '../secret-patterns.ts'

/** A text as somebody could read it who ignores how it is written, and where its characters are in the text. */
interface Reading {
  readonly text: string
  /** By UTF-16 unit of the reading: where its character starts and ends in the text. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

const hidden = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u
const isPlain = /^[\t\n\r -~]*$/

/**
 * Finds in a text what is also found when hidden characters are taken out and full-width ones are written as usual. `hasBreaks` false: and without line
 * breaks and the blanks behind them, as a terminal breaks a long line.
 */
export function findRead(text: string, find: (text: string) => readonly TextRange[], hasBreaks: boolean): TextRange[] {
  const found = [...find(text)]
  if (!isPlain.test(text)) found.push(...within(readingOf(text, true), find))
  if (!hasBreaks && text.includes('\n')) found.push(...within(readingOf(text, false), find))
  return joined(found)
}

function within(reading: Reading, find: (text: string) => readonly TextRange[]): TextRange[] {
  return find(reading.text).flatMap(({ start, end }) => {
    const [first, last] = [reading.starts[start], reading.ends[end - 1]]
    return first === undefined || last === undefined ? [] : [{ start: first, end: last }]
  })
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
      const usual = character < '\x7f' ? character : character.normalize('NFKC')
      parts.push(usual)
      for (let unit = 0; unit < usual.length; unit++) {
        starts.push(at)
        ends.push(end)
      }
    }
    at = end
  }
  return { text: parts.join(''), starts, ends }
}
