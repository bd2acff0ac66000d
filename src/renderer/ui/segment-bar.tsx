import { useId } from 'react'

interface SegmentBarProps<T extends string> {
  /** Id of the label. */
  readonly labelledBy: string
  readonly options: readonly (readonly [value: T, label: string])[]
  readonly value: T
  onChange(value: T): void
}

/** One of a few, side by side: radio buttons that look like one control. */
export function SegmentBar<T extends string>({ labelledBy, options, value, onChange }: SegmentBarProps<T>): React.JSX.Element {
  const name = useId()
  return (
    <span className="seg" role="radiogroup" aria-labelledby={labelledBy}>
      {options.map(([each, text]) => (
        <label key={each}>
          <input type="radio" name={name} value={each} checked={value === each} onChange={() => onChange(each)} />
          {text}
        </label>
      ))}
    </span>
  )
}
