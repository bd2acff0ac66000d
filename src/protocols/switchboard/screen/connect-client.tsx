import { inviteOverlay } from '../../../renderer/features/overlays.ts'
import { useApp } from '../../../renderer/features/state/store.ts'

/** Where a client's settings come from: inviting its agent. */
export function ConnectClient(): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  return (
    <div className="form">
      <p className="small mid">
        Inviting an agent adds this server to its client’s settings and shows every change first. No token or port needed: both are read
        from the folder.
      </p>
      <div className="acts">
        <button type="button" className="btn" onClick={() => setOverlay(inviteOverlay({}))}>
          Invite an agent…
        </button>
      </div>
      <p className="small dim">Any other MCP client can start:</p>
      <p className="small mono">patchbay mcp --workspace DIR --agent NAME</p>
    </div>
  )
}
