import { Menu } from 'lucide-react'
import { useApp } from '../../../renderer/features/state/store.ts'

interface PaneHeadProps {
  readonly title: React.ReactNode
  /** Shown to the right of the title and at the end. */
  readonly children?: React.ReactNode
}

/** The head of a pane of the inboxes; on small screens it opens the list. */
export function PaneHead({ title, children }: PaneHeadProps): React.JSX.Element {
  const setDrawer = useApp((state) => state.setDrawer)
  return (
    <header className="head">
      <button
        type="button"
        className="btn ghost icon only-small"
        title="Mailboxes"
        aria-label="Mailboxes"
        onClick={() => setDrawer('list')}
      >
        <Menu className="i" aria-hidden="true" />
      </button>
      <h1>{title}</h1>
      {children}
    </header>
  )
}
