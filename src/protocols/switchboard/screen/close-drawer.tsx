import { CloseButton } from '../../../renderer/ui/close-button.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'

/** Closes the inspector where it is a drawer. */
export function CloseDrawer(): React.JSX.Element {
  const setDrawer = useApp((state) => state.setDrawer)
  return <CloseButton className="end only-drawer" onClose={() => setDrawer(undefined)} />
}
