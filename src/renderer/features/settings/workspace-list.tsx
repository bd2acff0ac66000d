import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import type { Workspace } from '../../../core/workspace.ts'
import { CancelButton } from '../../ui/cancel-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import { OperatorName } from './operator-name.tsx'
import { useApp } from '../state/store.ts'

/** All known workspaces: path, the operator's name there, and a button to forget each. */
export function WorkspaceList(): React.JSX.Element {
  const workspaces = useApp((state) => state.workspaces)
  const shown = useApp((state) => state.workspace)
  const open = useApp((state) => state.openWorkspace)
  const [asked, setAsked] = useState<Workspace>()
  if (workspaces.length === 0) return <p className="set dim">No workspaces yet</p>
  return (
    <>
      {workspaces.map((workspace) => (
        <div key={workspace.id} className="space" role="group" aria-label={visibleString(workspace.name)}>
          <span className="two">
            <b className="med">
              <VisibleText text={workspace.name} /> {workspace.demo && <span className="dim">demo</span>}
            </b>
            <span className="mono meta cut" title={visibleString(workspace.path)}>
              <VisibleText text={workspace.path} />
            </span>
          </span>
          <span className="acts">
            {workspace.id === shown ? (
              <span className="dim">on screen</span>
            ) : (
              <button type="button" className="btn small" onClick={() => void open(workspace.path)}>
                Open
              </button>
            )}
            <button type="button" className="btn small" onClick={() => setAsked(workspace)}>
              Forget…
            </button>
          </span>
          <OperatorName workspace={workspace} />
        </div>
      ))}
      {asked && <ForgetDialog workspace={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function ForgetDialog({ workspace, onClose }: { readonly workspace: Workspace; readonly onClose: () => void }): React.JSX.Element {
  const forget = useApp((state) => state.forgetWorkspace)
  const toast = useApp((state) => state.toast)
  const [fault, setFault] = useState<Fault>()
  const confirm = async (): Promise<void> => {
    const forgotten = await forget(workspace.id)
    if (!forgotten.ok) {
      setFault(forgotten.fault)
      return
    }
    toast({ text: 'Workspace forgotten', detail: workspace.name })
    onClose()
  }
  return (
    <Dialog
      title={
        <>
          Forget <VisibleText text={workspace.name} />?
        </>
      }
      footer={
        <>
          <CancelButton hasFocus onCancel={onClose} />
          <button type="button" className="btn danger" onClick={() => void confirm()}>
            Forget
          </button>
        </>
      }
      onClose={onClose}
    >
      <p className="small">
        Patchbay deletes everything it stored about this workspace: messages, links, names and approvals. The folder is not changed; if you
        open it again, its files are read from the start.
      </p>
      <pre className="raw">
        <VisibleText text={workspace.path} />
      </pre>
      {fault && <FieldFault fault={fault} />}
    </Dialog>
  )
}
