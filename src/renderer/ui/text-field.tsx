import { useId } from 'react'
import type { Fault } from '../../core/fault.ts'
import { FieldFault } from './field-fault.tsx'
import { LongText } from './long-text.tsx'

export interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly fault?: Fault | undefined
  readonly hint?: React.ReactNode
  readonly placeholder?: string
  /** Suggested names; any other can be typed. */
  readonly options?: readonly string[]
  readonly isLong?: boolean
  readonly isMono?: boolean
  readonly hasFocus?: boolean
  readonly isRequired?: boolean
  readonly rows?: number
  /** Most UTF-16 units; of a long one, after a paste. */
  readonly most?: number
  onChange(value: string): void
}

/** One labelled field of a form, with its hint or its fault in the same place. */
export function TextField(props: TextFieldProps): React.JSX.Element {
  const {
    label,
    value,
    fault,
    hint,
    placeholder,
    options,
    isLong = false,
    isMono = false,
    hasFocus = false,
    isRequired = false,
    rows = 3,
    most,
    onChange,
  } = props
  const id = useId()
  const shared = {
    id,
    value,
    placeholder,
    'aria-invalid': fault === undefined ? undefined : true,
    'aria-describedby': fault !== undefined || hint !== undefined ? `${id}-words` : undefined,
    'aria-required': isRequired ? true : undefined,
    'data-autofocus': hasFocus ? '' : undefined,
    autoComplete: 'off',
    spellCheck: !isMono,
  }
  return (
    <div className={`field ${isLong ? 'top' : ''} ${fault === undefined ? '' : 'bad'}`}>
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <LongText
          {...shared}
          className={isMono ? 'in area mono' : 'in area'}
          rows={rows}
          {...(most !== undefined && { most })}
          onText={onChange}
        />
      ) : (
        <input
          {...shared}
          type="text"
          maxLength={most}
          className={isMono ? 'in mono' : 'in'}
          list={options === undefined ? undefined : `${id}-options`}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {fault !== undefined ? (
        <FieldFault id={`${id}-words`} fault={fault} onFix={onChange} />
      ) : (
        hint !== undefined && (
          <p className="hint" id={`${id}-words`}>
            {hint}
          </p>
        )
      )}
      {options !== undefined && (
        <datalist id={`${id}-options`}>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </datalist>
      )}
    </div>
  )
}
