import { codePointLabel } from './text.ts'

const breaks = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Whether a text has no line breaks or other control characters, so that it cannot pretend to be several lines. */
export function hasNoBreaks(text: string): boolean {
  return !breaks.test(text)
}

/** A text from outside as a part of one line of ours: labels stand for its line breaks and other control characters. */
export function labelBreaks(text: string): string {
  return text.replaceAll(new RegExp(breaks, 'gu'), (character) => `‹${codePointLabel(character.codePointAt(0) ?? 0)}›`)
}
