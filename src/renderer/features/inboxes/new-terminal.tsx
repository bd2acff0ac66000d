import { useId, useState } from 'react'
import { useApp } from '../../app/store.ts'
import { useBoardAct } from '../../app/use-board.ts'
import type { Fault } from '../../../core/fault.ts'
import { checkAgentName } from '../../../protocols/switchboard/pure/agent-name.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { TextField } from './text-field.tsx'

/** Starts a shell under a new name, which agents can then address. */
export function NewTerminal(): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  const openInbox = useApp((state) => state.openInbox)
  const start = useBoardAct('startShell')
  const [name, setName] = useState('')
  const [purpose, setPurpose] = useState('')
  const [wrong, setWrong] = useState<Fault>()
  const id = useId()
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
    <Dialog
      title="Start a shell"
      about="A shell in the folder of this workspace, registered as a terminal. What agents send to it runs only after you approved it."
      footer={
        <>
          <span className="end" />
          <button type="button" className="btn" onClick={close}>
            Cancel <kbd>Esc</kbd>
          </button>
          <button type="submit" form={`${id}-form`} className="btn primary" disabled={start.isBusy}>
            Start the shell
          </button>
        </>
      }
      onClose={close}
    >
      <form
        id={`${id}-form`}
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
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
        {fault !== undefined && fault.field !== 'name' && <FieldFault fault={fault} />}
      </form>
    </Dialog>
  )
}
