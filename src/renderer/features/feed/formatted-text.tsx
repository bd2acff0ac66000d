import { Boundary } from '../../ui/boundary.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { isTameMarkdown } from './markdown-limits.ts'
import { hasMarkdown, MarkdownText } from './markdown.tsx'

interface FormattedTextProps {
  readonly text: string
  /** Asks before a link is opened. */
  onVisit(url: string, text: string): void
}

/** Text from outside with its markdown formatted; if it cannot be formatted it is shown as plain text, with the reason. */
export function FormattedText({ text, onVisit }: FormattedTextProps): React.JSX.Element {
  if (!hasMarkdown(text)) return <PlainText text={text} />
  if (!isTameMarkdown(text)) return <PlainText text={text} why="too long or too deeply nested to format" />
  return (
    <Boundary of={text} renderFailed={() => <PlainText text={text} why="could not be formatted" />}>
      <MarkdownText text={text} onVisit={onVisit} />
    </Boundary>
  )
}

/** A text as it is. `why`: the reason it is not formatted. */
export function PlainText({ text, why }: { readonly text: string; readonly why?: string }): React.JSX.Element {
  return (
    <>
      <p>
        <VisibleText text={text} />
      </p>
      {why !== undefined && <span className="foot">Shown as plain text: {why}</span>}
    </>
  )
}
