import { X } from 'lucide-react'

interface WaitsHeadProps {
  /** Id of the title. */
  readonly id: string
  onClose(): void
  /** What is between the title and *Close*. */
  readonly children?: React.ReactNode
}

/** The title of the dialog. */
export function WaitsHead({ id, onClose, children }: WaitsHeadProps): React.JSX.Element {
  return (
    <header className="head">
      <h2 id={id}>Who waits for whom</h2>
      {children ?? <span className="end" />}
      <button type="button" className="btn ghost icon" title="Close  Esc" aria-label="Close" onClick={onClose}>
        <X className="i" aria-hidden="true" />
      </button>
    </header>
  )
}
