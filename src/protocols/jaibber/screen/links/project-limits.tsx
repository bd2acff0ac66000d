import { useState } from 'react'
import type { Fault } from '../../../../core/fault.ts'
import { projectSettingsSchema } from '../../pure/api.ts'
import type { Project } from '../../pure/api.ts'
import { useTeamAct } from '../use-team.ts'
import { FormDialog } from '../../../../renderer/features/common/form-dialog.tsx'
import { TextField } from '../../../../renderer/ui/text-field.tsx'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'

interface ProjectLimitsProps {
  readonly link: string
  readonly project: Project
  readonly onClose: () => void
}

const fields = [
  {
    name: 'maxResponseDepth',
    label: 'Longest chain',
    hint: 'Agents of this machine do not answer at this depth. The specification has 3.',
  },
  { name: 'budget', label: 'Answers', hint: 'At most so many of theirs in 10 minutes, whatever a message claims.' },
] as const

/** How far agents of this machine go in one project. */
export function ProjectLimits({ link, project, onClose }: ProjectLimitsProps): React.JSX.Element {
  const save = useTeamAct(link, 'project')
  const { maxResponseDepth, budget } = project.settings
  const [values, setValues] = useState({ maxResponseDepth: String(maxResponseDepth), budget: String(budget) })
  const [wrong, setWrong] = useState<Fault>()
  const run = async (): Promise<void> => {
    const given = { maxResponseDepth: Number(values.maxResponseDepth), budget: Number(values.budget) }
    const issue = projectSettingsSchema.partial().safeParse(given).error?.issues[0]
    const most = issue?.path[0] === 'budget' ? '1 to 1,000' : '1 to 16'
    setWrong(issue === undefined ? undefined : { code: 'invalid', message: `A whole number, ${most}.`, field: String(issue.path[0]) })
    if (issue === undefined && (await save.run({ project: project.id, settings: given })).ok) onClose()
  }
  const fault = wrong ?? save.fault
  return (
    <FormDialog
      title={
        <>
          Limits in <VisibleText text={project.name} />
        </>
      }
      about="For agents of this machine. They keep two agents from answering each other for ever."
      verb="Save"
      isBusy={save.isBusy}
      fault={fault}
      fields={fields.map((field) => field.name)}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      {fields.map((field) => (
        <TextField
          key={field.name}
          label={field.label}
          hint={field.hint}
          hasFocus={field.name === 'maxResponseDepth'}
          value={values[field.name]}
          fault={fault?.field === field.name ? fault : undefined}
          onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
    </FormDialog>
  )
}
