import { Menu } from 'lucide-react'
import { useApp } from '../state/store.ts'

/** Shows the list on screens that have no room for it. */
export function ListButton(): React.JSX.Element {
  const setDrawer = useApp((state) => state.setDrawer)
  return (
    <button type="button" className="btn ghost icon only-small" title="Sessions" aria-label="Sessions" onClick={() => setDrawer('list')}>
      <Menu className="i" aria-hidden="true" />
    </button>
  )
}
