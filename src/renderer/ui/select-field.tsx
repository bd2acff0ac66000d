import { useId } from 'react'
import { visibleString } from './visible-text.tsx'

interface SelectFieldProps {
  readonly label: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly value: string | undefined
  readonly hint?: string | undefined
  onChange(value: string): void
}

/** One labelled select of a form, with a description of the chosen option. */
export function SelectField({ label, options, value, hint, onChange }: SelectFieldProps): React.JSX.Element {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="in"
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {visibleString(text)}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
