import { useApp } from '../../../renderer/shell/store.ts'
import { CloseButton } from '../../../renderer/ui/close-button.tsx'

/** Closes the inspector where it is a drawer. */
export function CloseDrawer(): React.JSX.Element {
  const setDrawer = useApp((state) => state.setDrawer)
  return <CloseButton className="end only-drawer" onClose={() => setDrawer(undefined)} />
}
