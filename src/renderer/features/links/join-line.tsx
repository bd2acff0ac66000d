import { useId } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'

interface JoinLineProps {
  /** What the form does, for screen readers. */
  readonly label: string
  /** What it joins: label, placeholder and maximum length of the first field. */
  readonly field: string
  readonly placeholder: string
  readonly most: number
  readonly value: string
  readonly fault: Fault | undefined
  readonly isBusy?: boolean
  /** The second field. */
  readonly children: React.ReactNode
  onChange(value: string): void
  onJoin(): void
  onDone(): void
}

/** A one-line form that joins one more place of a link. Esc closes it from any of its fields. */
export function JoinLine(props: JoinLineProps): React.JSX.Element {
  const { label, field, placeholder, most, value, fault, isBusy, children, onChange, onJoin, onDone } = props
  const id = useId()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc is for all of it
    <form
      className="join"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        onJoin()
      }}
    >
      <input
        className="in mono"
        aria-label={field}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : id}
        placeholder={placeholder}
        maxLength={most}
        spellCheck={false}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the operator has just asked for this field
        autoFocus
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {children}
      <button type="submit" className="btn small" aria-busy={isBusy}>
        Join
      </button>
      {fault !== undefined && <FieldFault id={id} fault={fault} onFix={onChange} />}
    </form>
  )
}
