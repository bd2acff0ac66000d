import { useState } from 'react'
import { useSwitchboardAct } from './use-open-switchboard.ts'
import type { Fault } from '../../../core/fault.ts'
import { checkAgentName } from '../pure/agent-name.ts'
import { FormDialog } from '../../../renderer/features/common/form-dialog.tsx'
import { TextField } from '../../../renderer/ui/text-field.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { useSwitchboard } from './slices.ts'

/** Starts a shell under a new name, which agents can then address. */
export function NewTerminal(): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  const openInbox = useSwitchboard((state) => state.openInbox)
  const start = useSwitchboardAct('startShell')
  const [name, setName] = useState('')
  const [purpose, setPurpose] = useState('')
  const [wrong, setWrong] = useState<Fault>()
  const close = (): void => setOverlay(undefined)
  const run = async (): Promise<void> => {
    const checked = checkAgentName(name.trim(), 'The name')
    setWrong(checked.ok ? undefined : { ...checked.fault, field: 'name' })
    if (!checked.ok) return
    const started = await start.run({ name: checked.value, ...(purpose.trim() === '' ? {} : { purpose: purpose.trim() }) })
    if (!started.ok) return
    close()
    openInbox({ kind: 'terminal', name: checked.value })
  }
  const fault = wrong ?? start.fault
  return (
    <FormDialog
      title="Start a shell"
      about="A shell in the folder of this workspace, registered as a terminal. What agents send to it runs only after you approved it."
      verb="Start the shell"
      isBusy={start.isBusy}
      fault={fault}
      fields={['name']}
      onSubmit={() => void run()}
      onClose={close}
    >
      <TextField
        label="Name"
        hasFocus
        value={name}
        fault={fault?.field === 'name' ? fault : undefined}
        placeholder="build"
        onChange={setName}
      />
      <TextField label="Purpose" value={purpose} placeholder="builds and tests" onChange={setPurpose} />
    </FormDialog>
  )
}
