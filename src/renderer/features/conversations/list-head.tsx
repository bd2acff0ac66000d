import { ListFilter } from 'lucide-react'
import { CloseButton } from '../../ui/close-button.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'
import { useApp } from '../state/store.ts'

interface ListHeadProps {
  /** Name of the filter field: `Filter sessions`. */
  readonly label: string
  readonly placeholder: string
  /** Undefined: the filter is closed. */
  readonly words: string | undefined
  readonly onWords: (words: string | undefined) => void
  /** The button that creates an item. */
  readonly children?: React.ReactNode
}

/** Head of a list pane: the workspace, the filter with its field, and the button that creates an item. */
export function ListHead({ label, placeholder, words, onWords, children }: ListHeadProps): React.JSX.Element {
  return (
    <>
      <PaneTop>
        <button
          type="button"
          className="btn ghost icon"
          title="Filter the list"
          aria-label="Filter the list"
          aria-expanded={words !== undefined}
          onClick={() => onWords(words === undefined ? '' : undefined)}
        >
          <ListFilter className="i" aria-hidden="true" />
        </button>
        {children}
      </PaneTop>
      {words !== undefined && (
        <div className="list-filter">
          <input
            className="in"
            type="search"
            aria-label={label}
            placeholder={placeholder}
            value={words}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the operator has just asked for this field
            autoFocus
            onChange={(event) => onWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onWords(undefined)
            }}
          />
        </div>
      )}
    </>
  )
}

/** The top line of a list pane: the workspace, and the pane's own buttons. */
export function PaneTop({ children }: { readonly children?: React.ReactNode }): React.JSX.Element {
  const setDrawer = useApp((state) => state.setDrawer)
  return (
    <header className="head">
      <WorkspaceMenu />
      <span className="end" />
      {children}
      <CloseButton className="only-small" onClose={() => setDrawer(undefined)} />
    </header>
  )
}
