import { useState } from 'react'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { counted, sizeText } from '../../ui/time.ts'
import { useAnswer } from '../state/use-answer.ts'

interface MoveDialogProps {
  /** @param before the first month that stays, `2026-03`. */
  readonly onMove: (before: string) => void
  readonly onClose: () => void
}

/** Shows the months of the journal; the operator chooses the last one that is moved. */
export function MoveDialog({ onMove, onClose }: MoveDialogProps): React.JSX.Element {
  const answer = useAnswer('archives.months', {})
  const months = answer?.ok === true ? answer.value : []
  const [chosen, setChosen] = useState<string>()
  const wanted = months.filter(({ month }) => chosen !== undefined && month <= chosen)
  const sum = (of: 'events' | 'bytes'): number => wanted.reduce((total, each) => total + each[of], 0)
  return (
    <Dialog
      title="Move months to archives"
      footer={
        <>
          <CancelButton hasFocus onCancel={onClose} />
          {months.length > 0 && (
            <button
              type="button"
              className="btn primary"
              disabled={wanted.length === 0}
              onClick={() => chosen !== undefined && onMove(monthAfter(chosen))}
            >
              Move
            </button>
          )}
        </>
      }
      onClose={onClose}
    >
      {answer === undefined && <p className="small dim">Reading the journal…</p>}
      {answer?.ok === false && <FieldFault fault={answer.fault} />}
      {answer?.ok === true && months.length === 0 && (
        <p className="small">The journal has no earlier months. The present month stays in it.</p>
      )}
      {months.length > 0 && (
        <>
          <p className="small">Up to which month? The present month stays in the journal. Months are in UTC.</p>
          <fieldset className="months opts">
            <legend className="sr">Last month to move</legend>
            {months.map(({ month, events, bytes }) => (
              <label key={month}>
                <input type="radio" name="month" checked={chosen === month} onChange={() => setChosen(month)} />
                {month} <span className="dim">{`${counted(events, 'event')}, ${sizeText(bytes)}`}</span>
              </label>
            ))}
          </fieldset>
          <p className="small" role="status">
            {wanted.length === 0
              ? 'Choose the last month that moves.'
              : `Moves ${counted(wanted.length, 'month')}: ${counted(sum('events'), 'event')}, ${sizeText(sum('bytes'))}`}
          </p>
        </>
      )}
    </Dialog>
  )
}

function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
