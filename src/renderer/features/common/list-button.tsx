import { Menu } from 'lucide-react'
import { useApp } from '../state/store.ts'

/** Shows the list pane on narrow screens, where it is a drawer. `title`: what it lists. */
export function ListButton({ title }: { readonly title: string }): React.JSX.Element {
  const setDrawer = useApp((state) => state.setDrawer)
  return (
    <button type="button" className="btn ghost icon only-small" title={title} aria-label={title} onClick={() => setDrawer('list')}>
      <Menu className="i" aria-hidden="true" />
    </button>
  )
}
