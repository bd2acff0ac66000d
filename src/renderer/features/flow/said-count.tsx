import { searchOverlay } from '../overlays.ts'
import { useApp } from '../state/store.ts'

interface SaidCountProps {
  /** Finds what is counted (`saidQuery`). */
  readonly query: string
  readonly className?: string
  readonly children: React.ReactNode
}

/** A number of messages, which leads to exactly these. In a simulation there is no search. */
export function SaidCount({ query, className = '', children }: SaidCountProps): React.JSX.Element {
  const isSimulated = useApp((state) => state.isSimulated)
  const setOverlay = useApp((state) => state.setOverlay)
  if (isSimulated) return <span className={className}>{children}</span>
  return (
    <button
      type="button"
      className={`${className} plain said-count`}
      title="Show these messages"
      onClick={() => setOverlay(searchOverlay({ query }))}
    >
      {children}
    </button>
  )
}
