import { useApp } from '../../../renderer/features/state/store.ts'

/** Opens the inspector where it is a drawer; a docked inspector is always open. */
export function OpenInspector({ label }: { readonly label: string }): React.JSX.Element {
  const setDrawer = useApp((state) => state.setDrawer)
  return (
    <button type="button" className="btn only-medium" onClick={() => setDrawer('inspector')}>
      {label}
    </button>
  )
}
