import { jsonCharacter } from './size.ts'

/**
 * Cuts a text into parts that each take at most `maxBytes` inside JSON (see `roomForText`): behind a blank line, else behind a line, else behind
 * a word, else wherever a character ends. The parts in order are the whole text; an empty text has none. Linear.
 * @param maxBytes at least 8, so that any character fits.
 */
export function splitText(text: string, maxBytes: number): string[] {
  const most = Math.max(8, maxBytes)
  const parts: string[] = []
  for (let start = 0; start < text.length;) {
    const end = endOfPart(text, start, most)
    parts.push(text.slice(start, end))
    start = end
  }
  return parts
}

function endOfPart(text: string, start: number, most: number): number {
  let bytes = 0
  let [paragraph, line, word] = [start, start, start]
  let at = start
  while (at < text.length) {
    const character = jsonCharacter(text, at)
    if (bytes + character.bytes > most) break
    bytes += character.bytes
    at += character.units
    const last = text[at - 1]
    if (last === '\n') {
      if (text[at - 2] === '\n') paragraph = at
      line = at
    } else if (last === ' ' || last === '\t') word = at
  }
  if (at >= text.length) return text.length
  // A break far at the front would make a very short part, and many of them.
  const enough = start + (at - start) / 2
  return [paragraph, line, word].find((end) => end > enough) ?? at
}
