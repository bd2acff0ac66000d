import { Menu } from 'lucide-react'
import { useApp } from '../state/store.ts'

/** Head of the Paste view's main pane. */
export function PasteHead({ children = <h1>Paste</h1> }: { readonly children?: React.ReactNode }): React.JSX.Element {
  return (
    <header className="head">
      <ListButton />
      {children}
    </header>
  )
}

/** Shows the list on narrow screens. */
function ListButton(): React.JSX.Element {
  const setDrawer = useApp((state) => state.setDrawer)
  return (
    <button
      type="button"
      className="btn ghost icon only-small"
      title="Paste items"
      aria-label="Paste items"
      onClick={() => setDrawer('list')}
    >
      <Menu className="i" aria-hidden="true" />
    </button>
  )
}
