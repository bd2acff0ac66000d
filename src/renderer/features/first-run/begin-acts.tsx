import { inviteOverlay } from '../overlays.ts'
import { useApp } from '../state/store.ts'
import { TryDemo } from './try-demo.tsx'

/** What a view offers in which nobody is known yet. */
export function BeginActs(): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  return (
    <div className="acts">
      <button type="button" className="btn primary" onClick={() => setOverlay(inviteOverlay({}))}>
        Invite an agent
      </button>
      <TryDemo />
    </div>
  )
}
