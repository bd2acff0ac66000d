import { useId } from 'react'
import { SegmentBar } from '../../ui/segment-bar.tsx'

interface SegmentsProps<T extends string> {
  readonly label: string
  readonly options: readonly (readonly [value: T, label: string])[]
  readonly value: T
  readonly onChange: (value: T) => void
}

/** A setting with a few choices. */
export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>): React.JSX.Element {
  const id = useId()
  return (
    <div className="set">
      <span id={id}>{label}</span>
      <div className="value">
        <SegmentBar labelledBy={id} options={options} value={value} onChange={onChange} />
      </div>
    </div>
  )
}
