import { inlineCode } from '../../core/inline-code.ts'
import { visibleString, VisibleText } from './visible-text.tsx'

/** A text with more parts is shown as it is: no real line has so many, and each is an element to draw. */
const mostParts = 100

/** A link as in markdown: its words and its address. */
const link = /\[([^[\]\n]+)\]\((https?:\/\/[^\s()<>]+)\)/u

/**
 * A text from outside in one line of a list, a card or a row: text in backticks is shown as code, a link of markdown as its words and the host,
 * everything else as it is.
 */
export function LineText({ text }: { readonly text: string }): React.ReactNode {
  const parts = text.split(inlineCode)
  if (parts.length > mostParts) return <VisibleText text={text} />
  if (parts.length === 1) return <Words text={text} />
  return parts.map(
    (part, at) =>
      // oxlint-disable react/no-array-index-key -- parts of one text have no other identity and never move
      at % 2 === 0 ? (
        <span key={at}>
          <Words text={part} />
        </span>
      ) : (
        <code key={at} className="in-line-code">
          <VisibleText text={part} />
        </code>
      ),
    // oxlint-enable react/no-array-index-key
  )
}

/** Whether a part of a text that was split at its links is the address of one. */
const isAddress = (at: number): boolean => at % 3 === 2

/** Text without code. The words of a link can name any host, so the real one stands behind them. */
function Words({ text }: { readonly text: string }): React.ReactNode {
  const parts = text.split(link)
  if (parts.length === 1 || parts.length > mostParts || parts.some((part, at) => isAddress(at) && !URL.canParse(part)))
    return <VisibleText text={text} />
  return parts.map(
    (part, at) =>
      // oxlint-disable react/no-array-index-key -- as above
      isAddress(at) ? (
        <span key={at} className="dim" title={visibleString(part)}>
          {` ${new URL(part).host}`}
        </span>
      ) : (
        <VisibleText key={at} text={part} />
      ),
    // oxlint-enable react/no-array-index-key
  )
}
