import { X } from 'lucide-react'

/** The cross in the head of a pane that can be closed; `className` sets the widths at which it is visible. */
export function CloseButton(props: {
  readonly className: string
  readonly label?: string
  readonly onClose: () => void
}): React.JSX.Element {
  return (
    <button
      type="button"
      className={`btn ghost icon ${props.className}`}
      title="Close  Esc"
      aria-label={props.label ?? 'Close'}
      onClick={props.onClose}
    >
      <X className="i" aria-hidden="true" />
    </button>
  )
}
