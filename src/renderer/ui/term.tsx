import { VisibleText } from './visible-text.tsx'

interface TermProps {
  readonly label: string
  readonly value: string
  /** Look of the value: `wrap`, `mono`. */
  readonly className?: string
}

/** One row of a list of facts or conditions: label and value. */
export function Term({ label, value, className }: TermProps): React.JSX.Element {
  return (
    <>
      <dt>
        <VisibleText text={label} />
      </dt>
      <dd className={className}>
        <span>
          <VisibleText text={value} />
        </span>
      </dd>
    </>
  )
}
