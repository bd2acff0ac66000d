import { useId, useRef, useState } from 'react'
import { useHomes, useOpenSession } from './use-open-session.ts'
import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { FormDialog } from '../../../renderer/features/common/form-dialog.tsx'
import { LongText } from '../../../renderer/ui/long-text.tsx'
import { SelectField } from '../../../renderer/ui/select-field.tsx'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { newSessionOverlay } from './overlays.ts'
import { useCodingAgent } from './slices.ts'

/** Asks for the task and the folder of a new session; what is wrong stands beside its field, and what was typed stays. */
export function NewSession(): React.JSX.Element {
  const homes = useHomes()
  const shown = useOpenSession()
  const asked = useApp((state) => newSessionOverlay.of(state)?.link)
  const callHome = useCodingAgent((state) => state.callHome)
  const openSession = useCodingAgent((state) => state.openSession)
  const setOverlay = useApp((state) => state.setOverlay)
  const setView = useApp((state) => state.setView)
  const copyAfter = useCodingAgent((state) => state.copyAfter)
  const [link, setLink] = useState(asked ?? shown?.link.id ?? '')
  const [task, setTask] = useState('')
  const [folder, setFolder] = useState('')
  const [fault, setFault] = useState<Fault>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const home = homes.find((one) => one.link.id === link) ?? homes[0]
  const close = (): void => setOverlay(undefined)
  const refuse = (next: Fault): void => {
    setFault(next)
    form.current?.querySelector<HTMLElement>(next.field === 'workspace' ? 'input' : 'textarea')?.focus()
  }
  const begin = async (): Promise<void> => {
    if (home === undefined) return
    if (task.trim() === '') {
      refuse({ code: 'invalid', message: 'Say what is to be done.', field: 'task' })
      return
    }
    setBusy(true)
    const workspace = folder.trim() === '' ? {} : { workspace: folder.trim() }
    const made = await callHome('new', { task: task.trim(), ...workspace }, home.link.id)
    setBusy(false)
    if (!made.ok) {
      refuse(made.fault)
      return
    }
    setView('paste')
    openSession(home.link.id, made.value.session)
    await copyAfter({ session: made.value.session, sequence: 1 }, 'Session begun')
  }
  const taskFault = fault?.field === 'task' ? fault : undefined
  const folderFault = fault?.field === 'workspace' ? fault : undefined
  return (
    <FormDialog
      className="dlg session"
      title="New session"
      about="The task becomes a text that you copy into any chat LLM. Nothing leaves this computer by itself."
      verb={busy ? 'Reading the folder…' : 'Begin'}
      isBusy={busy}
      fault={fault}
      fields={['task', 'workspace']}
      ref={form}
      onSubmit={() => void begin()}
      onClose={close}
    >
      {homes.length > 1 && (
        <SelectField label="Home" options={homes.map((one) => [one.link.id, one.link.name])} value={home?.link.id} onChange={setLink} />
      )}
      <div className={taskFault ? 'field bad top' : 'field top'}>
        <label htmlFor={`${id}-task`}>Task</label>
        <LongText
          id={`${id}-task`}
          className="in area"
          rows={5}
          data-autofocus
          aria-required
          aria-invalid={taskFault ? true : undefined}
          aria-describedby={taskFault ? `${id}-task-fault` : undefined}
          placeholder="Add memory keys to the calculator, with tests"
          value={task}
          onText={setTask}
        />
        {taskFault && <FieldFault id={`${id}-task-fault`} fault={taskFault} />}
      </div>
      <div className={folderFault ? 'field bad' : 'field'}>
        <label htmlFor={`${id}-folder`}>Folder</label>
        <input
          id={`${id}-folder`}
          className="in mono"
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={folderFault ? true : undefined}
          aria-describedby={`${id}-folder-${folderFault ? 'fault' : 'hint'}`}
          placeholder={home?.view?.workspace ?? '.'}
          value={folder}
          onChange={(event) => setFolder(event.currentTarget.value)}
        />
        {folderFault ? (
          <FieldFault id={`${id}-folder-fault`} fault={folderFault} onFix={setFolder} />
        ) : (
          <p className="hint" id={`${id}-folder-hint`}>
            What the LLM works on. Empty: <VisibleText text={home?.view?.workspace ?? 'the workspace'} />
          </p>
        )}
      </div>
    </FormDialog>
  )
}
