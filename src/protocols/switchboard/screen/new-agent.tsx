import { nameField } from './name-field.ts'
import { useSwitchboardAct } from './use-open-switchboard.ts'
import { roles } from '../pure/roles.ts'
import { FieldsDialog, type DialogField } from '../../../renderer/features/common/fields-dialog.tsx'
import { visibleString } from '../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { useCloseOverlay } from '../../../renderer/features/state/use-close-overlay.ts'

/** Registers an agent that cannot register itself because it only reads and writes files. */
export function NewAgent(): React.JSX.Element {
  const close = useCloseOverlay()
  const toast = useApp((state) => state.toast)
  const register = useSwitchboardAct('registerAgent')
  const run = async ({ name, program, can, role }: Readonly<Record<(typeof fields)[number]['name'], string>>): Promise<void> => {
    const chosen = roles.find((one) => one === role)
    const made = await register.run({
      name,
      interface: program === '' ? 'files' : program,
      capabilities: can.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()])),
      ...(chosen === undefined ? {} : { role: chosen }),
    })
    if (!made.ok) return
    close()
    toast({ text: 'Agent registered', detail: visibleString(name) })
  }
  return (
    <FieldsDialog
      title="Register agent"
      about="For agents that only read and write files. Agents on MCP register themselves."
      verb="Register"
      isBusy={register.isBusy}
      fault={register.fault}
      fields={fields}
      onSubmit={(values) => void run(values)}
      onClose={close}
    />
  )
}

const fields = [
  { ...nameField, placeholder: 'coder' },
  { name: 'program', label: 'Interface', placeholder: 'files', hint: 'The program it runs in.' },
  { name: 'can', label: 'Capabilities', placeholder: 'typescript, tests', hint: 'Separate with commas.' },
  { name: 'role', label: 'Role', choices: [['', 'none'], ...roles.map((one) => [one, one] as const)] },
] as const satisfies readonly DialogField[]
