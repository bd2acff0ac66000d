import { graded } from '../../core/doubt.ts'
import type { Doubt, Severity } from '../../core/doubt.ts'
import { Glyph } from './glyph.tsx'
import type { GlyphShape } from './glyph.tsx'
import { visibleString, VisibleText } from './visible-text.tsx'

interface Tone {
  readonly shape: GlyphShape
  /** Class that colours the words. */
  readonly className: string
}

/** Severity decides shape and colour, here for all views: red is for errors. */
export const tones: { readonly [severity in Severity]: Tone } = {
  error: { shape: 'over', className: 'wrong' },
  warning: { shape: 'unknown', className: 'calm' },
  info: { shape: 'na', className: 'calm' },
}

interface DoubtsProps {
  readonly doubts: readonly Doubt[] | undefined
}

/** The doubts about a message, after its text: errors and remarks in words, everything unproven as one grey mark. */
export function Doubts({ doubts = [] }: DoubtsProps): React.ReactNode {
  const all = doubts.map(graded)
  const unproven = all.filter(({ severity }) => severity === 'warning')
  return (
    <>
      {all.map(({ severity, text }) => severity === 'error' && <Mark key={text} severity={severity} text={text} />)}
      {unproven.length > 0 && <Mark severity="warning" text="unverified" title={unproven.map(({ text }) => text).join('\n')} />}
      {all.map(({ severity, text }) => severity === 'info' && <Mark key={text} severity={severity} text={text} />)}
    </>
  )
}

/** The same with one sentence per line, for an inspector. */
export function DoubtLines({ doubts = [] }: DoubtsProps): React.ReactNode {
  return doubts.map(graded).map(({ severity, text }) => (
    <p key={text} className="doubt-line">
      <Mark severity={severity} text={text} />
    </p>
  ))
}

interface MarkProps {
  readonly severity: Severity
  readonly text: string
  /** The sentences behind a short mark: on hover, and for screen readers. */
  readonly title?: string
}

function Mark({ severity, text, title }: MarkProps): React.JSX.Element {
  const { shape, className } = tones[severity]
  const said = title === undefined ? undefined : visibleString(title)
  return (
    // A row of one line may cut it.
    <span className={`doubt ${className}`} title={said ?? visibleString(text)}>
      <Glyph shape={shape} />
      <span className="cut">
        <VisibleText text={text} />
      </span>
      {said !== undefined && <span className="sr">: {said}</span>}
    </span>
  )
}
