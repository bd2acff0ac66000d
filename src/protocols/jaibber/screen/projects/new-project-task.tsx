import { placeName } from '../../../../renderer/features/state/draft.ts'
import { useTeamAct } from '../use-team.ts'
import { FieldsDialog } from '../../../../renderer/features/common/fields-dialog.tsx'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { useMembers } from '../../../../renderer/features/composer/use-members.ts'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { useCloseOverlay } from '../../../../renderer/features/state/use-close-overlay.ts'
import { projectTaskOverlay } from '../overlays.ts'

/** Creates a task of a project, which its server stores and announces to its members. */
export function NewProjectTask(): React.JSX.Element | null {
  const asked = useApp(projectTaskOverlay.of)
  return asked === undefined ? null : <TaskForm link={asked.link} project={asked.project} />
}

function TaskForm({ link, project }: { readonly link: string; readonly project: string }): React.JSX.Element {
  const close = useCloseOverlay()
  const name = useApp((state) => placeName(state, link, project))
  const members = useMembers(link, project) ?? []
  const create = useTeamAct(link, 'createTask')
  return (
    <FieldsDialog
      keptAs={`project task ${link} ${project}`}
      title={
        <>
          New task in <VisibleText text={name} />
        </>
      }
      about="Stored on the team’s server and announced to everyone in the project."
      verb={create.isBusy ? 'Creating…' : 'Create'}
      isBusy={create.isBusy}
      fault={create.fault}
      fields={[
        { name: 'title', label: 'Title', placeholder: 'Run the regression suite', isAwaited: true },
        { name: 'description', label: 'Details', isLong: true },
        { name: 'assignee', label: 'Assignee', placeholder: 'unassigned', options: members.map((member) => member.name) },
      ]}
      onSubmit={({ title }, filled) => void create.run({ project, ...filled, title }).then((created) => created.ok && close())}
      onClose={close}
    />
  )
}
