import { visibleSegments, type TextSegment } from '../../core/text.ts'

/** In a text with more runs of hidden characters, the rest are named in brackets: drawing thousands of chips takes a page seconds. */
export const mostChips = 1_000

/** Text from outside with nothing hidden: characters that a screen would not show become red chips with their names. */
export function VisibleText({ text }: { readonly text: string }): React.ReactNode {
  const segments = visibleSegments(text)
  if (segments.length === 0) return text
  if (segments.length === 1 && segments[0]?.kind === 'text') return text
  const isLong = segments.length > 2 * mostChips
  const chipped = isLong ? segments.slice(0, 2 * mostChips) : segments
  const rest = isLong
    ? segments
        .slice(2 * mostChips)
        .map(bracketed)
        .join('')
    : ''
  const pieces = chipped.map((segment, index) =>
    segment.kind === 'text' ? (
      segment.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other identity and never move
      <span key={index} className="ctrl" title={segment.count === 1 ? 'Hidden character' : `${segment.count} hidden characters`}>
        {segment.label}
      </span>
    ),
  )
  return isLong ? [...pieces, rest] : pieces
}

/** A piece of text as a string. */
export function bracketed(segment: TextSegment): string {
  return segment.kind === 'text' ? segment.text : `[${segment.label}]`
}

/** The same for places that take a plain string, such as titles. */
export function visibleString(text: string): string {
  return visibleSegments(text).map(bracketed).join('')
}
