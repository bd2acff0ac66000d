import { DropdownMenu } from 'radix-ui'
import { count } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

const shownWorkspaces = 12

/** How much waits in other workspaces, with the way there. */
export function Elsewhere(): React.JSX.Element | null {
  const elsewhere = useApp((state) => state.state?.desk.elsewhere ?? 0)
  const own = useApp((state) => state.workspace)
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
          {workspaces
            .filter(({ id }) => id !== own)
            .slice(0, shownWorkspaces)
            .map(({ id, name, path }) => (
              <DropdownMenu.Item key={id} className="mi" title={visibleString(path)} onSelect={() => void open(path)}>
                <VisibleText text={name} />
              </DropdownMenu.Item>
            ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
