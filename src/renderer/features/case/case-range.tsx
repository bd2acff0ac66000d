import { useId } from 'react'
import { parseQueryDate } from '../../../core/query-date.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { clockTime, dayKey, duration } from '../../ui/time.ts'
import { useNow } from '../state/clock.ts'

interface CaseRangeProps {
  readonly from: number
  readonly to: number
  onChange(range: { readonly from?: number; readonly to?: number }): void
}

const minuteMs = 60_000
const spans = [
  [15 * minuteMs, '15 m'],
  [60 * minuteMs, '1 h'],
  [8 * 60 * minuteMs, '8 h'],
  [24 * 60 * minuteMs, '24 h'],
] as const

/** The time that a case covers, in local time. */
export function CaseRange({ from, to, onChange }: CaseRangeProps): React.JSX.Element {
  const id = useId()
  const now = useNow()
  return (
    <fieldset className="case-range">
      <legend>
        Range <span className="end ink">{from < to ? duration(to - from) : ''}</span>
      </legend>
      <Moment id={`${id}-from`} label="From" value={from} onChange={(value) => onChange({ from: value })} />
      <Moment id={`${id}-to`} label="To" value={to} onChange={(value) => onChange({ to: value })} />
      {from >= to && <FieldFault fault={{ code: 'invalid', message: 'From has to be before To.' }} />}
      <span className="spans" role="group" aria-label="Until now">
        {spans.map(([span, words]) => (
          <button key={words} type="button" className="btn small" onClick={() => onChange({ from: now - span, to: now })}>
            {words}
          </button>
        ))}
      </span>
    </fieldset>
  )
}

interface MomentProps {
  readonly id: string
  readonly label: string
  readonly value: number
  onChange(value: number): void
}

function Moment({ id, label, value, onChange }: MomentProps): React.JSX.Element {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="in"
        type="datetime-local"
        step="1"
        value={`${dayKey(value)}T${clockTime(value)}`}
        onChange={(event) => {
          const read = parseQueryDate(event.currentTarget.value, label, value)
          if (read.ok) onChange(read.value)
        }}
      />
    </div>
  )
}
