import { useState } from 'react'
import { useSwitchboardAct } from './use-open-switchboard.ts'
import { checkAgentName } from '../pure/agent-name.ts'
import { roles } from '../pure/roles.ts'
import type { Role } from '../pure/roles.ts'
import type { Fault } from '../../../core/fault.ts'
import { FormDialog } from '../../../renderer/features/common/form-dialog.tsx'
import { SelectField } from '../../../renderer/ui/select-field.tsx'
import { visibleString } from '../../../renderer/ui/visible-text.tsx'
import { TextField } from '../../../renderer/ui/text-field.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'

/** Enters an agent that cannot register itself, because it only reads and writes files. */
export function NewAgent(): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  const toast = useApp((state) => state.toast)
  const register = useSwitchboardAct('registerAgent')
  const [name, setName] = useState('')
  const [program, setProgram] = useState('')
  const [can, setCan] = useState('')
  const [role, setRole] = useState<Role>()
  const [wrong, setWrong] = useState<Fault>()
  const close = (): void => setOverlay(undefined)
  const run = async (): Promise<void> => {
    const checked = checkAgentName(name.trim(), 'The name')
    setWrong(checked.ok ? undefined : { ...checked.fault, field: 'name' })
    if (!checked.ok) return
    const made = await register.run({
      name: name.trim(),
      interface: program.trim() === '' ? 'files' : program.trim(),
      capabilities: can.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()])),
      ...(role === undefined ? {} : { role }),
    })
    if (!made.ok) return
    close()
    toast({ text: 'Agent entered', detail: visibleString(name.trim()) })
  }
  const fault = wrong ?? register.fault
  return (
    <FormDialog
      title="Enter an agent"
      about="For one that reads and writes files only. Over MCP, agents register themselves."
      verb="Enter it"
      isBusy={register.isBusy}
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
        placeholder="coder"
        onChange={setName}
      />
      <TextField label="Interface" value={program} placeholder="files" hint="The program it runs in." onChange={setProgram} />
      <TextField label="Can" value={can} placeholder="typescript, tests" hint="Divided by commas." onChange={setCan} />
      <SelectField
        label="Role"
        options={[['', 'none'], ...roles.map((one) => [one, one] as const)]}
        value={role ?? ''}
        onChange={(chosen) => setRole(roles.find((one) => one === chosen))}
      />
    </FormDialog>
  )
}
