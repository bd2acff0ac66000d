import { useState } from 'react'
import { useSwitchboardAct, useShownSwitchboard } from './use-open-switchboard.ts'
import { fail } from '../../../core/fault.ts'
import type { Fault } from '../../../core/fault.ts'
import { FormDialog } from '../../../renderer/features/common/form-dialog.tsx'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { TextField } from '../../../renderer/ui/text-field.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { useCloseOverlay } from '../../../renderer/features/state/use-close-overlay.ts'
import { useSwitchboard } from './slices.ts'

const noName = fail('invalid', 'Enter a team name.', { field: 'name' }).fault
const noMembers = fail('invalid', 'Choose at least one member.', { field: 'members' }).fault

/** Groups agents, so that one message reaches all of them. */
export function NewTeam(): React.JSX.Element {
  const close = useCloseOverlay()
  const openInbox = useSwitchboard((state) => state.openInbox)
  const toast = useApp((state) => state.toast)
  const roster = useShownSwitchboard()?.view.roster ?? []
  const create = useSwitchboardAct('createTeam')
  const [name, setName] = useState('')
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set())
  const [missing, setMissing] = useState<Fault>()
  const run = async (): Promise<void> => {
    const lacks = name.trim() === '' ? noName : members.size === 0 ? noMembers : undefined
    setMissing(lacks)
    if (lacks !== undefined) return
    const made = await create.run({ name: name.trim(), members: [...members] })
    if (!made.ok) return
    close()
    openInbox({ kind: 'roster', team: made.value.id })
    toast({ text: 'Team created', detail: visibleString(name.trim()) })
  }
  const fault = missing ?? create.fault
  return (
    <FormDialog
      title="New team"
      about="A message to a team is delivered to each member’s mailbox."
      verb="Create team"
      isBusy={create.isBusy}
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
        placeholder="auth-crew"
        onChange={setName}
      />
      <fieldset className="members">
        <legend className="small mid">Members</legend>
        {roster.length === 0 && <p className="small dim">No agents registered yet.</p>}
        {roster.map((row) => (
          <label key={row.name} className="tick small">
            <input
              type="checkbox"
              checked={members.has(row.name)}
              onChange={(event) => {
                const next = new Set(members)
                if (event.currentTarget.checked) next.add(row.name)
                else next.delete(row.name)
                setMembers(next)
              }}
            />
            <VisibleText text={row.name} />
            <span className="dim">
              <VisibleText text={row.role ?? ''} />
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}
