import { useState } from 'react'
import { sizeText } from './time.ts'
import { VisibleText } from './visible-text.tsx'

interface RawTextProps {
  /** Its name, for screen readers. */
  readonly label: string
  readonly text: string
  /** Most characters drawn; a longer text ends in an ellipsis. */
  readonly most?: number
  /** `raw`, with `short` or a class of the feature's own style sheet. */
  readonly className?: string
}

/** Exact text with every hidden character named. It may scroll, so the keyboard can reach it. */
export function RawText({ label, text, most = Infinity, className = 'raw' }: RawTextProps): React.JSX.Element {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll
    <pre className={className} tabIndex={0} aria-label={label}>
      <VisibleText text={text.slice(0, most)} />
      {text.length > most && '…'}
    </pre>
  )
}

/** Characters of a long text that are drawn before the operator asks for all of it. */
const shownAtFirst = 20_000

/** Exact text of any length: its beginning at first, all of it on demand. */
export function WholeText({ label, text }: Pick<RawTextProps, 'label' | 'text'>): React.JSX.Element {
  const [isWhole, setWhole] = useState(false)
  const isCut = text.length > shownAtFirst && !isWhole
  return (
    <>
      <RawText label={label} text={text} most={isCut ? shownAtFirst : Infinity} />
      {isCut && (
        <button type="button" className="link small mid" onClick={() => setWhole(true)}>
          Show all ({sizeText(new TextEncoder().encode(text).length)})
        </button>
      )}
    </>
  )
}
