import { useSwitchboardAct } from './use-open-switchboard.ts'
import { nameField } from './name-field.ts'
import { FieldsDialog } from '../../../renderer/features/common/fields-dialog.tsx'
import { useCloseOverlay } from '../../../renderer/features/state/use-close-overlay.ts'
import { useSwitchboard } from './slices.ts'

/** Starts a shell under a new name, which agents can then address. */
export function NewTerminal(): React.JSX.Element {
  const close = useCloseOverlay()
  const openInbox = useSwitchboard((state) => state.openInbox)
  const start = useSwitchboardAct('startShell')
  const run = async (name: string, filled: { readonly purpose?: string }): Promise<void> => {
    const started = await start.run({ ...filled, name })
    if (!started.ok) return
    close()
    openInbox({ kind: 'terminal', name })
  }
  return (
    <FieldsDialog
      title="Start shell"
      about="A shell in the workspace folder, registered as a terminal. Commands from agents run only after you approve them."
      verb="Start shell"
      isBusy={start.isBusy}
      fault={start.fault}
      fields={[
        { ...nameField, placeholder: 'build' },
        { name: 'purpose', label: 'Purpose', placeholder: 'builds and tests' },
      ]}
      onSubmit={({ name }, filled) => void run(name, filled)}
      onClose={close}
    />
  )
}
