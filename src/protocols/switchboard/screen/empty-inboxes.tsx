import type { OpenSwitchboard } from './slices.ts'
import { useSwitchboardAct } from './use-open-switchboard.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { TryDemo } from '../../../renderer/features/first-run/try-demo.tsx'
import { SilentLink } from '../../../renderer/features/links/silent-link.tsx'
import { KeeperNote } from './keeper-note.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'

/** Empty state: the workspace has no Switchboard, or its link has no view yet. */
export function NoSwitchboard({ open }: { readonly open: OpenSwitchboard | undefined }): React.JSX.Element {
  const setView = useApp((state) => state.setView)
  if (open === undefined) {
    return (
      <div className="empty">
        <h2>No Switchboard</h2>
        <p>
          A Switchboard gives every agent a mailbox, over MCP or as plain files. Add one to follow who wrote to whom, and with what result.
        </p>
        <div className="acts">
          <button type="button" className="btn primary" onClick={() => setView('links', 'new:switchboard')}>
            Add a Switchboard
          </button>
          <TryDemo />
        </div>
      </div>
    )
  }
  return <SilentLink what="The Switchboard" link={open.link} />
}

/** The folder has no `.switchboard/`, or no longer: nothing is created until the operator starts the server. */
export function NoFolder({ switchboard }: { readonly switchboard: ShownSwitchboard }): React.JSX.Element {
  const { view } = switchboard
  const on = useSwitchboardAct('serverOn')
  const isBusy = on.isBusy || view.server.state === 'starting'
  return (
    <div className="empty">
      {view.isDeleted === true ? (
        <>
          <h2>The mailboxes were deleted</h2>
          <p>
            The folder <code>{view.folder}/</code> was here and is gone, so its MCP server has stopped and agents cannot reach their
            mailboxes. Messages that Patchbay has read remain in the feed. Create the folder again to let agents register and write to each
            other.
          </p>
        </>
      ) : (
        <>
          <h2>No mailboxes yet</h2>
          <p>
            Agents register here, send each other work and read messages, over MCP or through files in <code>{view.folder}/</code>. Nothing
            is created in this folder until you turn on the server.
          </p>
        </>
      )}
      <KeeperNote view={view} />
      <div className="acts">
        <button type="button" className="btn primary" disabled={isBusy} onClick={() => void on.run({})}>
          {isBusy ? 'Turning on…' : view.isDeleted === true ? 'Create again' : 'Turn on MCP server'}
        </button>
        <TryDemo />
      </div>
      {on.fault !== undefined && <FieldFault fault={on.fault} />}
    </div>
  )
}
