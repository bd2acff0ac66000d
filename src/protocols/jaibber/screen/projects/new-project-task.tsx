import { useState } from 'react'
import { placeName } from '../../../../renderer/features/state/draft.ts'
import { useTeamAct } from '../use-team.ts'
import { FormDialog } from '../../../../renderer/features/common/form-dialog.tsx'
import { TextField } from '../../../../renderer/ui/text-field.tsx'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { useMembers } from '../../../../renderer/features/composer/use-members.ts'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { projectTaskOverlay } from '../overlays.ts'

/** Asks for a new task of a project, which its server keeps and tells to everybody there. */
export function NewProjectTask(): React.JSX.Element | null {
  const asked = useApp(projectTaskOverlay.of)
  return asked === undefined ? null : <TaskForm link={asked.link} project={asked.project} />
}

function TaskForm({ link, project }: { readonly link: string; readonly project: string }): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  const name = useApp((state) => placeName(state, link, project))
  const options = useMembers(link, project) ?? []
  const create = useTeamAct(link, 'createTask')
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [assignee, setAssignee] = useState('')
  const close = (): void => setOverlay(undefined)
  const run = async (): Promise<void> => {
    const more = {
      ...(description.trim() !== '' && { description: description.trim() }),
      ...(assignee.trim() !== '' && { assignee: assignee.trim() }),
    }
    if ((await create.run({ project, title: title.trim(), ...more })).ok) close()
  }
  return (
    <FormDialog
      title={
        <>
          New task in <VisibleText text={name} />
        </>
      }
      about="Kept by the team’s server, which tells everybody in the project."
      verb={create.isBusy ? 'Creating…' : 'Create'}
      isBusy={create.isBusy}
      canSubmit={title.trim() !== ''}
      fault={create.fault}
      onSubmit={() => void run()}
      onClose={close}
    >
      <TextField label="Title" hasFocus value={title} placeholder="Run the regression suite" onChange={setTitle} />
      <TextField label="Details" isLong value={description} onChange={setDescription} />
      <TextField
        label="For"
        value={assignee}
        placeholder="nobody: whoever takes it"
        options={options.map((option) => option.name)}
        onChange={setAssignee}
      />
    </FormDialog>
  )
}
