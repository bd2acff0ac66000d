import type { ShownSwitchboard } from './use-open-switchboard.ts'
import type { MessageRow } from '../pure/api.ts'
import { Ledger, type LedgerLine } from '../../../renderer/features/common/ledger.tsx'
import { knownOf, ledgerMarks, type LedgerMark } from './ledger-marks.ts'

interface LedgerStepsProps {
  readonly switchboard: ShownSwitchboard
  readonly row: MessageRow
  /** Also lists the files that prove each stage, and the meaning of the marks. */
  readonly isWhole?: boolean
}

/** How far a message got: each stage, when, and what proves it. */
export function LedgerSteps({ switchboard, row, isWhole = false }: LedgerStepsProps): React.JSX.Element {
  const marks = ledgerMarks(row, knownOf(switchboard.view, row.mailbox))
  return (
    <>
      <Ledger lines={marks.map((mark) => lineOf(mark, isWhole))} />
      {isWhole && (
        <p className="small dim note">
          Disc: confirmed by a file or a call. Ring: not yet. Dash: unknown, because agents can read files without Patchbay noticing.
        </p>
      )}
    </>
  )
}

function lineOf({ stage, state, entry, words }: LedgerMark, isWhole: boolean): LedgerLine {
  return {
    step: stage,
    state,
    how: words,
    ...(entry?.at !== undefined && { at: entry.at }),
    ...(isWhole && entry?.file !== undefined && { file: entry.file }),
  }
}
