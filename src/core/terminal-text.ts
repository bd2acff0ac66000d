import { visibleSegments } from './text.ts'

/** Replaces hidden characters with labels, `⟦ESC⟧`, so that nothing can control a terminal. Line feeds and tabs are kept. */
export function terminalText(text: string): string {
  return visibleSegments(text)
    .map((segment) => (segment.kind === 'text' ? segment.text : `⟦${segment.label}⟧`))
    .join('')
}

/** Like `terminalText`, on one line: for a path or a name, in which a line feed would start a new line. */
export function terminalName(text: string): string {
  return terminalText(text).replaceAll('\n', '⟦LF⟧')
}

/** Characters that JSON does not escape and terminals obey: DEL, C1 controls, line separators, and direction controls. */
// oxlint-disable-next-line no-control-regex -- control characters are the point
const steering = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Equivalent JSON that cannot control a terminal. */
export function terminalJson(json: string): string {
  return json.replace(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
