import { useState } from 'react'
import type { Workspace } from '../../../core/workspace.ts'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import { FolderLookAlike } from '../common/look-alike.tsx'
import { ForgetDialog } from './forget-dialog.tsx'
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
              <VisibleText text={workspace.name} /> <FolderLookAlike workspace={workspace} />{' '}
              {workspace.demo && <span className="dim">demo</span>}
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
