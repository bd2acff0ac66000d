import { AnchorLabel } from './anchor-label.tsx'
import { visibleString } from './visible-text.tsx'

interface AnchorButtonProps {
  /** The position in the source, such as `chat.md:118`. */
  readonly label: string
  readonly className?: string
  readonly onOpen: () => void
}

/** The position of something in its source, which leads there. Its name is the whole position, also where the label is cut. */
export function AnchorButton({ label, className = 'anchor', onOpen }: AnchorButtonProps): React.JSX.Element {
  return (
    <button type="button" className={className} aria-label={visibleString(label)} title={visibleString(label)} onClick={onOpen}>
      <AnchorLabel label={label} />
    </button>
  )
}
