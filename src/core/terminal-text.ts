import { visibleSegments } from './text.ts'

/** A text whose hidden characters stand as labels, `⟦ESC⟧`, so that nothing of it steers a terminal. Line feeds and tabs stay. */
export function terminalText(text: string): string {
  return visibleSegments(text)
    .map((segment) => (segment.kind === 'text' ? segment.text : `⟦${segment.label}⟧`))
    .join('')
}

/** As `terminalText`, on one line: for a path or a name, in which a line feed would begin a line of its own. */
export function terminalName(text: string): string {
  return terminalText(text).replaceAll('\n', '⟦LF⟧')
}

/** What JSON leaves as it is and a terminal obeys: DEL, C1 controls, line separators, and controls of the writing direction. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const steering = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** JSON that means the same and steers no terminal. */
export function terminalJson(json: string): string {
  return json.replace(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
