import { useEffect, useRef } from 'react'
import { exactPieces } from '../../../core/approval-text.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { sizeWords } from './approval-words.ts'

interface ExactTextProps {
  readonly text: string
  readonly isEndSeen: boolean
  /** The last character is on the screen. */
  readonly onEnd: () => void
}

/** The exact text of an approval: nothing hidden, long blank stretches shown as a count, its size, a visible scroll bar, and whether its end was seen. */
export function ExactText({ text, isEndSeen, onEnd }: ExactTextProps): React.JSX.Element {
  const end = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (end.current === null) return undefined
    const watch = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onEnd()
    })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [onEnd])
  return (
    <div className="exact">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll */}
      <pre className="raw" tabIndex={0} aria-label="Exact text">
        {exactPieces(text).map((piece, index) =>
          piece.kind === 'blank' ? (
            // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other identity and never move
            <span key={index} className="ctrl">
              {piece.words}
            </span>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <VisibleText key={index} text={piece.text} />
          ),
        )}
        <span ref={end} className="exact-end" />
      </pre>
      <p className="small dim">
        {sizeWords(text)}
        {!isEndSeen && <span className="mid"> · scroll to the end to approve</span>}
      </p>
    </div>
  )
}
