import { ChevronsUpDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Workspace } from '../../../core/workspace.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { FolderLookAlike } from '../common/look-alike.tsx'
import { useApp, useStoreApi } from '../state/store.ts'
import { folderOverlay } from '../overlays.ts'

const recentShown = 8

/** The current workspace, and a menu to switch to another. */
export function WorkspaceMenu(): React.JSX.Element {
  const current = useApp((state) => state.state?.info ?? state.workspaces.find((one) => one.id === state.workspace))
  const workspaces = useApp((state) => state.workspaces)
  const canPick = useApp((state) => state.info?.canPickFolder === true)
  const { openWorkspace, pickWorkspace, startDemo, setOverlay } = useStoreApi().getState()
  const [fault, setFault] = useState<Fault>()
  const run = async (act: Promise<Result<Workspace>>): Promise<void> => {
    const done = await act
    setFault(done.ok || done.fault.code === 'cancelled' ? undefined : done.fault)
  }
  const others = workspaces.filter((one) => one.id !== current?.id).slice(0, recentShown)
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <button type="button" className="ws" title={visibleString(current?.path ?? '')}>
            <span className="sr">Workspace </span>
            <span className="cut">
              <VisibleText text={current?.name ?? ''} />
            </span>
            {current !== undefined && <FolderLookAlike workspace={current} />}
            <ChevronsUpDown className="i" aria-hidden="true" />
          </button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="start" sideOffset={4} aria-label="Workspaces">
            {others.map((workspace) => (
              <DropdownMenu.Item key={workspace.id} className="mi" onSelect={() => void run(openWorkspace(workspace.path))}>
                <span>
                  <VisibleText text={workspace.name} /> <FolderLookAlike workspace={workspace} />
                </span>
                <span className="dim mono meta">
                  <VisibleText text={workspace.path} />
                </span>
              </DropdownMenu.Item>
            ))}
            <DropdownMenu.Item
              className={`mi ${others.length > 0 ? 'rule-t' : ''}`}
              onSelect={() => (canPick ? void run(pickWorkspace()) : setOverlay(folderOverlay({})))}
            >
              Open a folder…
            </DropdownMenu.Item>
            <DropdownMenu.Item className="mi" onSelect={() => void run(startDemo())}>
              Try the demo
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {fault !== undefined && <FieldFault fault={fault} />}
    </>
  )
}
