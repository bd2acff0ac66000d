import { Strip } from '../../../renderer/features/common/strip.tsx'
import { stripLabel } from './ledger-marks.ts'
import type { LedgerMark } from './ledger-marks.ts'

/** Six marks: written, delivered, read, acked, answered, archived. */
export function LedgerStrip({ marks }: { readonly marks: readonly LedgerMark[] }): React.JSX.Element {
  return <Strip marks={marks.map(({ state }) => state)} label={stripLabel(marks)} />
}
