import type { Evidence } from '../../../core/event.ts'

interface OwedGlyphProps {
  readonly isOver: boolean
  readonly evidence: Evidence
}

/** A diamond in outline: somebody else owes it. Red: overdue; dotted: inferred. The row has the words. */
export function OwedGlyph({ isOver, evidence }: OwedGlyphProps): React.JSX.Element {
  return (
    <svg className={isOver ? 'g g-lost' : 'g g-waiting'} viewBox="0 0 12 12" aria-hidden="true">
      <path
        d="M6 1.1 10.9 6 6 10.9 1.1 6Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinejoin="round"
        strokeDasharray={evidence === 'inferred' ? '1.6 1.5' : undefined}
      />
    </svg>
  )
}
