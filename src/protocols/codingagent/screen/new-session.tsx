import { useState } from 'react'
import { useHomes, useOpenSession } from './use-open-session.ts'
import type { Fault } from '../../../core/fault.ts'
import { FieldsDialog } from '../../../renderer/features/common/fields-dialog.tsx'
import { SelectField } from '../../../renderer/ui/select-field.tsx'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { useCloseOverlay } from '../../../renderer/features/state/use-close-overlay.ts'
import { newSessionOverlay } from './overlays.ts'
import { useCodingAgent } from './slices.ts'
import './sessions.css'

/** Asks for the task and folder of a new session; faults are shown at their field and inputs are kept. */
export function NewSession(): React.JSX.Element {
  const homes = useHomes()
  const shown = useOpenSession()
  const asked = useApp((state) => newSessionOverlay.of(state)?.link)
  const callHome = useCodingAgent((state) => state.callHome)
  const openSession = useCodingAgent((state) => state.openSession)
  const close = useCloseOverlay()
  const setView = useApp((state) => state.setView)
  const copyAfter = useCodingAgent((state) => state.copyAfter)
  const [link, setLink] = useState(asked ?? shown?.link.id ?? '')
  const [fault, setFault] = useState<Fault>()
  const [busy, setBusy] = useState(false)
  const home = homes.find((one) => one.link.id === link) ?? homes[0]
  const begin = async (task: string, folder: { readonly workspace?: string }): Promise<void> => {
    if (home === undefined) return
    setBusy(true)
    const made = await callHome('new', { task, ...folder }, home.link.id)
    setBusy(false)
    setFault(made.ok ? undefined : made.fault)
    if (!made.ok) return
    if (close()) setView('paste')
    openSession(home.link.id, made.value.session)
    await copyAfter({ session: made.value.session, sequence: 1 }, 'Session started')
  }
  return (
    <FieldsDialog
      className="dlg session"
      keptAs="new session"
      title="New session"
      about="Creates a text to copy into any chat LLM. Nothing leaves this computer automatically."
      verb={busy ? 'Reading the folder…' : 'Start session'}
      isBusy={busy}
      fault={fault}
      fields={[
        {
          name: 'task',
          label: 'Task',
          isLong: true,
          isRequired: true,
          rows: 5,
          placeholder: 'Add memory keys to the calculator, with tests',
          check: (task) => (task === '' ? { code: 'invalid', message: 'Enter a task.' } : undefined),
        },
        {
          name: 'workspace',
          label: 'Folder',
          isMono: true,
          placeholder: home?.view?.workspace ?? '.',
          hint: (
            <>
              What the LLM works on. Empty: <VisibleText text={home?.view?.workspace ?? 'the workspace'} />
            </>
          ),
        },
      ]}
      onSubmit={({ task }, { workspace }) => void begin(task, workspace === undefined ? {} : { workspace })}
      onClose={close}
    >
      {homes.length > 1 && (
        <SelectField label="Home" options={homes.map((one) => [one.link.id, one.link.name])} value={home?.link.id} onChange={setLink} />
      )}
    </FieldsDialog>
  )
}
