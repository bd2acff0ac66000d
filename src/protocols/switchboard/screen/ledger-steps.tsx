import type { ShownSwitchboard } from './use-open-switchboard.ts'
import type { MessageRow } from '../pure/api.ts'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import type { GlyphShape } from '../../../renderer/ui/glyph.tsx'
import { clockTime, exactTime } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { isWatched, ledgerMarks } from './ledger-marks.ts'
import type { LedgerMark } from './ledger-marks.ts'

const shapes: { readonly [state in LedgerMark['state']]: GlyphShape } = { yes: 'up', no: 'off', unknown: 'na', late: 'over' }

interface LedgerStepsProps {
  readonly switchboard: ShownSwitchboard
  readonly row: MessageRow
  /** Also lists the files that prove each stage, and the meaning of the marks. */
  readonly isWhole?: boolean
}

/** How far a message got: each stage, when, and what proves it. */
export function LedgerSteps({ switchboard, row, isWhole = false }: LedgerStepsProps): React.JSX.Element {
  const marks = ledgerMarks(row, { isWatched: isWatched(switchboard.view, row.mailbox) })
  return (
    <>
      <ol className="ledger">
        {marks.map((mark) => (
          <Step key={mark.stage} mark={mark} isWhole={isWhole} />
        ))}
      </ol>
      {isWhole && (
        <p className="small dim note">
          Disc: confirmed by a file or a call. Ring: not yet. Dash: unknown, because agents can read files without Patchbay noticing.
        </p>
      )}
    </>
  )
}

function Step({ mark, isWhole }: { readonly mark: LedgerMark; readonly isWhole: boolean }): React.JSX.Element {
  const { stage, state, entry, words } = mark
  return (
    <li>
      <Glyph shape={shapes[state]} />
      <span className={state === 'yes' ? 'ink' : state === 'late' ? 'lost' : 'dim'}>{stage}</span>
      <span className="t" title={entry?.at === undefined ? undefined : exactTime(entry.at)}>
        {entry?.at === undefined ? '' : clockTime(entry.at)}
      </span>
      <span className={state === 'late' ? 'how lost cut' : 'how cut'} title={visibleString(words)}>
        <VisibleText text={words} />
      </span>
      {isWhole && entry?.file !== undefined && (
        <span className="mono cut file" title={visibleString(entry.file)}>
          <VisibleText text={entry.file} />
        </span>
      )}
    </li>
  )
}
