import { X } from 'lucide-react'
import { commandGroups } from '../../features/state/command.ts'
import { commandsOf } from '../commands.ts'
import { keyCaps } from '../../ui/keys.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyCaps } from '../../ui/key-caps.tsx'
import './shortcuts.css'
import type { AppCommand } from '../../features/screen.ts'
import { useApp } from '../../features/state/store.ts'
import { useCloseOverlay } from '../../features/state/use-close-overlay.ts'

/** Every key, from the same registry that binds them. Commands of several views with the same key and name are one line. */
export function ShortcutSheet(): React.JSX.Element {
  const close = useCloseOverlay()
  return (
    <Dialog
      className="dlg sheet"
      title="Shortcuts"
      about="Single letters work when no text field has focus."
      footer={
        <>
          <span className="end" />
          <button type="button" className="btn" data-autofocus onClick={close}>
            <X className="i" aria-hidden="true" /> Close <kbd>Esc</kbd>
          </button>
        </>
      }
      onClose={close}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- in a low window it scrolls */}
      <div className="keylist" tabIndex={0} role="group" aria-label="Keys">
        {commandGroups.map((group) => (
          <Group key={group} group={group} />
        ))}
      </div>
    </Dialog>
  )
}

function Group({ group }: { readonly group: AppCommand['group'] }): React.JSX.Element | null {
  const commands = useApp((state) => commandsOf(state.screens))
  const rows = new Map<string, string>()
  for (const command of commands) {
    const key = command.keys?.[0]
    const label = command.sheetLabel ?? (typeof command.label === 'string' ? command.label : undefined)
    if (command.group === group && key !== undefined && label !== undefined) rows.set(`${label} ${key}`, label)
  }
  if (rows.size === 0) return null
  return (
    <section aria-label={group}>
      <h3>{group}</h3>
      <ul>
        {[...rows].map(([id, label]) => (
          <li key={id}>
            {label} <KeyCaps caps={keyCaps(id.slice(label.length + 1))} />
          </li>
        ))}
      </ul>
    </section>
  )
}
