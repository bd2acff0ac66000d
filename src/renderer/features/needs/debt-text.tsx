import { kindLine, type Debt } from '../../../core/debt.ts'
import { doubtWords } from '../../../core/need.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString } from '../../ui/visible-text.tsx'

/** What is owed, in one line. */
export function DebtText({ debt }: { readonly debt: Debt }): React.JSX.Element {
  return (
    <>
      {/* Before the text, which may be long enough to cut off whatever follows. */}
      {debt.doubt !== undefined && <span className="lost">in doubt · </span>}
      <LineText text={kindLine(debt)} />
    </>
  )
}

/** The whole text, and why its author is in doubt. */
export function debtTitle(debt: Debt): string {
  return visibleString(debt.doubt === undefined ? debt.text : `${doubtWords(debt.doubt)} · ${debt.text}`)
}
