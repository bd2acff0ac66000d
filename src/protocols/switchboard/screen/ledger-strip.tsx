import { stripLabel } from './ledger-marks.ts'
import type { LedgerMark } from './ledger-marks.ts'

const shapes = { yes: 'y', no: '', unknown: 'n', late: 'x' } as const

/** Six marks: written, delivered, read, acked, answered, archived. Disc yes, ring not yet, dash cannot tell, red diamond overdue. */
export function LedgerStrip({ marks }: { readonly marks: readonly LedgerMark[] }): React.JSX.Element {
  const label = stripLabel(marks)
  return (
    <span className="strip" role="img" aria-label={label} title={label}>
      {marks.map(({ stage, state }) => (
        <i key={stage} className={shapes[state]} />
      ))}
    </span>
  )
}
