import type { Approval, EffectKind } from './approval.ts'
import { cutText } from './text.ts'

/** Size of the box that shows the exact text of an approval, in rows and columns: what fits can be read at a glance. */
export const textBox = { rows: 12, columns: 52 } as const

/** True when the text fits the box without scrolling; wide characters count as two columns, a tab as eight. Linear; stops when the box is full. */
export function fitsBox(text: string): boolean {
  let rows = 1
  let column = 0
  for (const character of text) {
    if (character === '\n') {
      rows += 1
      column = 0
    } else {
      const width = character === '\t' ? 8 : (character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1
      column += width
      if (column > textBox.columns) {
        rows += 1
        column = width
      }
    }
    if (rows > textBox.rows) return false
  }
  return true
}

/** Length of a text: its lines (a trailing newline adds none) and its bytes in UTF-8. */
export function textSize(text: string): { readonly lines: number; readonly bytes: number } {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return { lines, bytes: new TextEncoder().encode(text).length }
}

/** A piece of exact text, or a stretch of blanks that would push what follows out of sight. */
export type ExactPiece = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'blank'; readonly words: string }

/** Consecutive empty lines, and consecutive blanks in a line, above which only their count is shown. */
const blankStretch = /\n(?:[ \t\r]*\n){3,}|[ \t]{24,}/g

/** Splits an exact text so that long stretches of blanks take no room: each becomes one piece with its count. Linear. */
export function exactPieces(text: string): ExactPiece[] {
  const pieces: ExactPiece[] = []
  let end = 0
  let before = '' // a newline that belongs to the text after a stretch
  for (const match of text.matchAll(blankStretch)) {
    const [stretch] = match
    const lines = stretch.split('\n').length - 2
    const isLines = stretch.startsWith('\n')
    pieces.push({ kind: 'text', text: `${before}${text.slice(end, match.index)}${isLines ? '\n' : ''}` })
    pieces.push({ kind: 'blank', words: isLines ? `${lines} blank lines` : `${stretch.length} blanks` })
    end = match.index + stretch.length
    before = isLines ? '\n' : ''
  }
  pieces.push({ kind: 'text', text: `${before}${text.slice(end)}` })
  return pieces.filter((piece) => piece.kind === 'blank' || piece.text !== '')
}

/** Why this can only be approved once, as half a sentence; undefined when a standing approval is possible. */
export function whyOnlyOnce({ actor, effect, hidden }: Pick<Approval, 'actor' | 'effect' | 'hidden'>): string | undefined {
  if (effect.kind === 'copy') return 'each copy needs your click'
  if (effect.kind === 'configure') return 'settings of other programs are changed one at a time'
  if (effect.terminal !== undefined) return 'a terminal asks every time'
  if (effect.alone === true) return 'asked every time'
  if (effect.kind === 'assign') return 'roles and names are decided one at a time'
  if (hidden.length > 0) return 'not for text with hidden characters'
  if (!fitsBox(effect.exact)) return 'not for text that does not fit its box'
  if (actor.kind === 'agent' && actor.registration === undefined) return 'not for an unregistered agent'
  return undefined
}

/** Effects whose target is a file: others are told apart by their exact text. */
const ofFiles: ReadonlySet<EffectKind> = new Set(['append', 'write', 'move', 'delete', 'read', 'open', 'configure'])
const mostSubject = 300

/** What tells approvals apart that ask in the same words: the path of a file, or the first line of an exact text. Undefined: the question says it. */
export function subjectOf({ effect, question }: Pick<Approval, 'effect' | 'question'>): { text: string; isPath?: true } | undefined {
  const isPath = ofFiles.has(effect.kind)
  const text = isPath ? effect.target : cutText(effect.exact.trim().split('\n', 1)[0] ?? '', mostSubject)
  return text === '' || question.includes(text) ? undefined : { text, ...(isPath && { isPath }) }
}
