import { Plus } from 'lucide-react'
import { useApp } from '../../../renderer/features/state/store.ts'
import { newSessionOverlay } from './overlays.ts'
import { useHomes } from './use-open-session.ts'

/** Opens the dialog for a new session, from the head of a pane. */
export function NewSessionButton(): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  return (
    <button
      type="button"
      className="btn ghost icon"
      title="New session"
      aria-label="New session"
      onClick={() => setOverlay(newSessionOverlay({}))}
    >
      <Plus className="i" aria-hidden="true" />
    </button>
  )
}

/** In the list pane: only if there is a session home. */
export function ListNewSession(): React.JSX.Element | null {
  return useHomes().length > 0 ? <NewSessionButton /> : null
}
