import { ChevronDown, ChevronRight } from 'lucide-react'
import { count } from '../../ui/time.ts'
import { useApp } from '../state/store.ts'

interface SectionHeadProps {
  /** Id of what it folds in the list pane. */
  readonly id: string
  readonly title: string
  readonly value: number
  readonly isOpen: boolean
  /** Its own buttons, at the right end. */
  readonly children?: React.ReactNode
}

/** The head of a section of the list pane, always visible: it folds the section and shows its count. */
export function SectionHead({ id, title, value, isOpen, children }: SectionHeadProps): React.JSX.Element {
  const setListOpen = useApp((state) => state.setListOpen)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <header className="sec-h">
      <h2>
        <button type="button" className="sec-b" aria-expanded={isOpen} onClick={() => setListOpen([id], !isOpen)}>
          <Chevron className="i" aria-hidden="true" /> {title} <span className="n">{count(value)}</span>
        </button>
      </h2>
      <span className="end">{children}</span>
    </header>
  )
}
