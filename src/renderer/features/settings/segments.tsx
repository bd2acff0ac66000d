import { useId } from 'react'

interface SegmentsProps<T extends string> {
  readonly label: string
  readonly options: readonly (readonly [value: T, label: string])[]
  readonly value: T
  readonly onChange: (value: T) => void
}

/** One of a few, side by side: radio buttons that look like one control. */
export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>): React.JSX.Element {
  const name = useId()
  return (
    <div className="set" role="radiogroup" aria-labelledby={`${name}-label`}>
      <span id={`${name}-label`}>{label}</span>
      <div className="value">
        <span className="seg">
          {options.map(([each, text]) => (
            <label key={each}>
              <input type="radio" name={name} value={each} checked={value === each} onChange={() => onChange(each)} />
              {text}
            </label>
          ))}
        </span>
      </div>
    </div>
  )
}
