import type { Fault } from '../../../core/fault.ts'
import type { FormField } from '../../../core/link.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { LongText } from '../../ui/long-text.tsx'

interface LinkFieldProps {
  readonly field: FormField
  readonly value: string | boolean
  /** `here`: the engine has a secret for this field, and leaving it empty keeps it · `elsewhere`: it has one for a different destination than the form's. */
  readonly stored: 'no' | 'here' | 'elsewhere'
  readonly fault?: Fault | undefined
  /** Its fault is shown elsewhere. */
  readonly isWrong?: boolean
  readonly onChange: (value: string | boolean) => void
}

/** One input of a link's form, drawn from its descriptor alone. Its fault is shown below it, with the corrected value as a link. */
export function LinkField({ field, value, stored, fault, isWrong = false, onChange }: LinkFieldProps): React.JSX.Element {
  const id = `link-${field.name}`
  const hint = hintOf(field, stored)
  const described = [hint ? `${id}-hint` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ')
  const common = {
    id,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': fault !== undefined || isWrong ? true : undefined,
    'aria-required': field.required,
  } as const
  return (
    <div className={fault ? 'field bad' : 'field'}>
      {field.kind === 'checkbox' ? (
        <>
          <span />
          <label className="tick">
            <input {...common} type="checkbox" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
            {field.label}
          </label>
        </>
      ) : (
        <>
          <label htmlFor={id}>{field.label}</label>
          <Input field={field} value={value === false ? '' : String(value)} common={common} onChange={onChange} />
        </>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {stored === 'elsewhere' && (
        <label className="tick">
          <input type="checkbox" checked={value === false} onChange={(event) => onChange(event.currentTarget.checked ? false : '')} />
          Not needed there
        </label>
      )}
      {fault && <FieldFault id={`${id}-fault`} fault={fault} onFix={onChange} />}
    </div>
  )
}

function hintOf(field: FormField, stored: LinkFieldProps['stored']): string | undefined {
  if (stored === 'elsewhere') return 'The stored value is for another server. Enter it again for this one.'
  return stored === 'here' ? 'Stored. Leave empty to keep it.' : field.hint
}

interface InputProps {
  readonly field: FormField
  readonly value: string
  readonly common: Readonly<Record<string, string | boolean | undefined>>
  readonly onChange: (value: string) => void
}

function Input({ field, value, common, onChange }: InputProps): React.JSX.Element {
  const className = field.mono || field.kind === 'path' ? 'in mono' : 'in'
  if (field.kind === 'select') {
    return (
      <select {...common} className={className} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {field.options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  }
  if (field.kind === 'list') {
    return (
      <LongText
        {...common}
        className={`${className} area`}
        rows={3}
        spellCheck={false}
        placeholder={field.placeholder}
        value={value}
        onText={onChange}
      />
    )
  }
  return (
    <input
      {...common}
      className={className}
      type={field.kind === 'secret' ? 'password' : 'text'}
      inputMode={field.kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      placeholder={field.placeholder}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
