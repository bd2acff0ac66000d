import { fail, type Fault } from '../../../../core/fault.ts'
import { projectSettingsSchema } from '../../pure/api.ts'
import type { Project } from '../../pure/api.ts'
import { useTeamAct } from '../use-team.ts'
import { FieldsDialog } from '../../../../renderer/features/common/fields-dialog.tsx'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'

interface ProjectLimitsProps {
  readonly link: string
  readonly project: Project
  readonly onClose: () => void
}

type Limit = 'maxResponseDepth' | 'budget'

/** Limits for local agents in one project. */
export function ProjectLimits({ link, project, onClose }: ProjectLimitsProps): React.JSX.Element {
  const save = useTeamAct(link, 'project')
  const { maxResponseDepth, budget } = project.settings
  return (
    <FieldsDialog
      title={
        <>
          Limits in <VisibleText text={project.name} />
        </>
      }
      about="For agents on this machine. Limits keep two agents from answering each other endlessly."
      verb="Save"
      isBusy={save.isBusy}
      fault={save.fault}
      fields={[
        {
          name: 'maxResponseDepth',
          label: 'Maximum depth',
          hint: 'Agents on this machine do not answer at this depth. Specification default: 3.',
          value: String(maxResponseDepth),
          check: (value) => faultOf('maxResponseDepth', value, '1 to 16'),
        },
        {
          name: 'budget',
          label: 'Answers',
          hint: 'Maximum agent replies per 10 minutes.',
          value: String(budget),
          check: (value) => faultOf('budget', value, '1 to 1,000'),
        },
      ]}
      onSubmit={(values) => {
        const settings = { maxResponseDepth: Number(values.maxResponseDepth), budget: Number(values.budget) }
        void save.run({ project: project.id, settings }).then((saved) => saved.ok && onClose())
      }}
      onClose={onClose}
    />
  )
}

function faultOf(limit: Limit, value: string, range: string): Fault | undefined {
  return projectSettingsSchema.shape[limit].safeParse(Number(value)).success
    ? undefined
    : fail('invalid', `Enter a whole number, ${range}.`).fault
}
