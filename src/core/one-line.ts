import { codePointLabel } from './text.ts'

const breaks = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Whether a text has no line breaks or other control characters: what is longer than a line could pretend to be lines of its own. */
export function isOneLine(text: string): boolean {
  return !breaks.test(text)
}

/** A text from outside in one line of ours: its line breaks and other control characters are labels. */
export function onOneLine(text: string): string {
  return text.replaceAll(new RegExp(breaks, 'gu'), (character) => `‹${codePointLabel(character.codePointAt(0) ?? 0)}›`)
}
