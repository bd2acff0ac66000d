import { ListButton } from '../../../renderer/features/common/list-button.tsx'
import { SearchButton } from '../../../renderer/features/common/search-button.tsx'

interface PaneHeadProps {
  readonly title: React.ReactNode
  /** Shown to the right of the title and at the end. */
  readonly children?: React.ReactNode
}

/** The head of a pane of the inboxes; on small screens it opens the list. */
export function PaneHead({ title, children }: PaneHeadProps): React.JSX.Element {
  return (
    <header className="head">
      <ListButton title="Mailboxes" />
      <h1>{title}</h1>
      {children}
      <SearchButton />
    </header>
  )
}
