import { visibleSegments } from '../../core/text.ts'

/** Text from outside with nothing in it hidden: characters that a screen would not show become red chips with their names. */
export function VisibleText({ text }: { readonly text: string }): React.ReactNode {
  const segments = visibleSegments(text)
  if (segments.length === 0) return text
  if (segments.length === 1 && segments[0]?.kind === 'text') return text
  return segments.map((segment, index) =>
    segment.kind === 'text' ? (
      segment.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other identity and never move
      <span
        key={index}
        className="ctrl"
        title={segment.count === 1 ? 'A character that does not show' : `${segment.count} characters that do not show`}
      >
        {segment.label}
      </span>
    ),
  )
}

/** The same for places that take a plain string, such as titles. */
export function visibleString(text: string): string {
  return visibleSegments(text)
    .map((segment) => (segment.kind === 'text' ? segment.text : `[${segment.label}]`))
    .join('')
}
