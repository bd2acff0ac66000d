import { DropdownMenu } from 'radix-ui'
import type { DeskState } from '../../../api/desk.ts'
import { count } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { FolderLookAlike } from '../common/look-alike.tsx'
import { useApp } from '../state/store.ts'

const none: DeskState['others'] = []

/** How much waits in other workspaces, each with its number and the way there. */
export function Elsewhere(): React.JSX.Element | null {
  const elsewhere = useApp((state) => state.state?.desk.elsewhere ?? 0)
  const others = useApp((state) => state.state?.desk.others ?? none)
  const workspaces = useApp((state) => state.workspaces)
  const open = useApp((state) => state.openWorkspace)
  if (elsewhere === 0) return null
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className="link sub">
          {count(elsewhere)} elsewhere
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start" aria-label="Other workspaces">
          {others.map(({ workspace, name, needs }) => {
            const space = workspaces.find(({ id }) => id === workspace)
            const path = space?.path
            return (
              <DropdownMenu.Item
                key={workspace}
                className="mi"
                disabled={path === undefined}
                title={visibleString(path ?? '')}
                onSelect={() => void (path === undefined ? undefined : open(path))}
              >
                <span>
                  <VisibleText text={name} /> {space !== undefined && <FolderLookAlike workspace={space} />}
                </span>
                <span className="end dim">
                  {count(needs)}
                  <span className="sr"> {needs === 1 ? 'thing needs' : 'things need'} you</span>
                </span>
              </DropdownMenu.Item>
            )
          })}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
