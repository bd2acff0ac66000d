/** A character that a screen would not show, or that changes how its neighbours are shown. */
export interface HiddenCharacter {
  /** UTF-16 offset in the text. */
  readonly index: number
  readonly codePoint: number
  /** Label of the chip: `ESC`, `CR`, `U+202E`. */
  readonly label: string
}

/** A piece of text for the screen: shown as it is, or as a chip that labels a run of hidden characters. */
export type TextSegment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly label: string; readonly count: number }

const controlLabels =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(' ')

/** Unusual blanks, and invisible, direction-changing, tag, filler and unassigned format characters, as inclusive ranges in ascending order. */
const hiddenRanges: readonly (readonly [number, number])[] = [
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xfffe, 0xffff],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
]

/**
 * Combining marks on one letter; four are more than the spelling of any living language needs. The fifth and later ones are hidden, because a tower
 * of them would be drawn over neighbouring lines.
 */
const tower = /[\p{Mn}\p{Me}\u200c\u200d]{5,}/gu
const marksOfOne = 4

const zeroWidthNonJoiner = 0x200c
const zeroWidthJoiner = 0x200d
const pictograph = /^\p{Extended_Pictographic}$/u
const beforeEmojiJoiner = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}]$/u
/** Scripts in which joiners are ordinary spelling. */
const joiningScript =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u

/** The usual notation of a code point: `U+202E`, or the short name of an ASCII control. */
export function codePointLabel(codePoint: number): string {
  return controlLabels[codePoint] ?? (codePoint === 0x7f ? 'DEL' : `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`)
}

/**
 * All hidden characters of a text, in order. Line feed, tab, CR before LF, and joiners inside emoji and joining scripts do not count; marks that
 * pile up on one letter do. Linear.
 */
export function hiddenCharacters(text: string): HiddenCharacter[] {
  const found: HiddenCharacter[] = []
  scanHidden(text, (index, codePoint) => {
    found.push({ index, codePoint, label: codePointLabel(codePoint) })
  })
  return found
}

/** Distinct labels of the hidden characters of a text, at most `most`. */
export function hiddenLabels(text: string, most: number): string[] {
  return [...new Set(hiddenCharacters(text).map((one) => one.label))].slice(0, most)
}

/**
 * Splits a text so that nothing in it stays invisible: each run of hidden characters becomes one segment, labelled with its first
 * three characters and the number of further ones. Together, the text segments and the runs are the whole text. Linear.
 */
export function visibleSegments(text: string): TextSegment[] {
  const segments: TextSegment[] = []
  let end = 0 // end of what has been added to segments or the run
  let labels: string[] = []
  let count = 0
  const closeRun = (): void => {
    if (count === 0) return
    segments.push({
      kind: 'hidden',
      label: count > labels.length ? `${labels.join(' ')} +${count - labels.length}` : labels.join(' '),
      count,
    })
    labels = []
    count = 0
  }
  scanHidden(text, (index, codePoint) => {
    if (index > end) {
      closeRun()
      segments.push({ kind: 'text', text: text.slice(end, index) })
    }
    if (labels.length < 3) labels.push(codePointLabel(codePoint))
    count++
    end = index + (codePoint > 0xffff ? 2 : 1)
  })
  closeRun()
  if (end < text.length) segments.push({ kind: 'text', text: text.slice(end) })
  return segments
}

/** The beginning of a text, at most `most` UTF-16 units, never with half a character at its end. */
export function headOf(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/u, '')
}

/** A text of at most `most` UTF-16 units: a longer one ends with `…`, never with half a character. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${headOf(text, most - 1)}…`
}

/** A text with one blank wherever it has white space, such as line breaks. */
export function singleSpaced(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}

/** The beginning of a text on one line, at most `most` UTF-16 units. Of a huge text, only the beginning is read. */
export function oneLine(text: string, most: number): string {
  return cutText(singleSpaced(headOf(text, most * 4)), most).toWellFormed()
}

const year2000 = Date.UTC(2000, 0, 1)
const day = 24 * 60 * 60 * 1000

/** Clamps a claimed time (ms) to [2000-01-01, `now` + 1 day], so that dates and orders stay plausible. Undefined if it is not a number. */
export function clampTime(ms: number, now: number): number | undefined {
  if (Number.isNaN(ms)) return undefined
  return Math.trunc(Math.min(Math.max(ms, year2000), now + day))
}

function scanHidden(text: string, found: (index: number, codePoint: number) => void): void {
  const piles = text.matchAll(tower)
  let pile = pileOf(piles.next().value)
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0x20 && unit < 0x7f) continue
    const codePoint = text.codePointAt(index) ?? unit
    const width = codePoint > 0xffff ? 2 : 1
    if (index >= pile.end) pile = pileOf(piles.next().value)
    const isPiled = index >= pile.from && index < pile.end
    if (isPiled || (isCandidate(codePoint) && !isSpelling(text, index, codePoint))) found(index, codePoint)
    index += width - 1
  }
}

/** Start and end of the excess marks; beyond the end of any text if there are none. */
function pileOf(match: RegExpExecArray | undefined): { readonly from: number; readonly end: number } {
  if (match === undefined) return { from: Infinity, end: Infinity }
  const kept = Array.from(match[0].slice(0, 2 * marksOfOne)).slice(0, marksOfOne)
  return { from: match.index + kept.join('').length, end: match.index + match[0].length }
}

function isCandidate(codePoint: number): boolean {
  if (codePoint < 0x20) return codePoint !== 0x09 && codePoint !== 0x0a
  for (const [first, last] of hiddenRanges) {
    if (codePoint < first) return false
    if (codePoint <= last) return true
  }
  return false
}

/** True where an otherwise hidden character is part of how its neighbours are written. */
function isSpelling(text: string, index: number, codePoint: number): boolean {
  if (codePoint === 0x0d) return text.charCodeAt(index + 1) === 0x0a
  if (codePoint !== zeroWidthJoiner && codePoint !== zeroWidthNonJoiner && codePoint !== 0xfe0e && codePoint !== 0xfe0f) return false
  const before = characterBefore(text, index)
  const after = String.fromCodePoint(text.codePointAt(index + 1) ?? 0)
  if (codePoint === 0xfe0e || codePoint === 0xfe0f) return pictograph.test(before) || (/^[0-9#*]$/.test(before) && after === '\u20e3')
  if (codePoint === zeroWidthJoiner && beforeEmojiJoiner.test(before) && pictograph.test(after)) return true
  return joiningScript.test(before) && joiningScript.test(after)
}

function characterBefore(text: string, index: number): string {
  const low = text.charCodeAt(index - 1)
  const isPair = low >= 0xdc00 && low <= 0xdfff && index >= 2
  return text.slice(isPair ? index - 2 : Math.max(0, index - 1), index)
}
