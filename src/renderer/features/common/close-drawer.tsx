import { CloseButton } from '../../ui/close-button.tsx'
import { useApp } from '../state/store.ts'

/** Closes the right pane where it is a drawer. */
export function CloseDrawer(): React.JSX.Element {
  const setDrawer = useApp((state) => state.setDrawer)
  return <CloseButton className="end only-drawer" onClose={() => setDrawer(undefined)} />
}
