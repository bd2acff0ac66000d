import { inlineCode } from '../../core/inline-code.ts'
import { VisibleText } from './visible-text.tsx'

/** A text with more parts is shown as it is: no real line has so many, and each is an element to draw. */
const mostParts = 100

/** A text from outside in one line of a list, a card or a row: text in backticks is shown as code, everything else as it is. */
export function LineText({ text }: { readonly text: string }): React.ReactNode {
  const parts = text.split(inlineCode)
  if (parts.length === 1 || parts.length > mostParts) return <VisibleText text={text} />
  return parts.map((part, at) => {
    const shown = <VisibleText text={part} />
    // oxlint-disable react/no-array-index-key -- parts of one text have no other identity and never move
    return at % 2 === 0 ? (
      <span key={at}>{shown}</span>
    ) : (
      <code key={at} className="in-line-code">
        {shown}
      </code>
    )
    // oxlint-enable react/no-array-index-key
  })
}
