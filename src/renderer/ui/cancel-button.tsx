interface CancelButtonProps {
  /** The safe answer has the focus at first. */
  readonly hasFocus?: boolean
  onCancel(): void
}

/** The first button at the end of a footer. */
export function CancelButton({ hasFocus = false, onCancel }: CancelButtonProps): React.JSX.Element {
  return (
    <>
      <span className="end" />
      <button type="button" className="btn" data-autofocus={hasFocus ? '' : undefined} onClick={onCancel}>
        Cancel <kbd>Esc</kbd>
      </button>
    </>
  )
}
