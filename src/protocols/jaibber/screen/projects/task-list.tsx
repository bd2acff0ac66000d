import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ProjectTask } from '../../pure/api.ts'
import { useTeamAct, useTeamAnswer } from '../use-team.ts'
import { AgentName } from '../../../../renderer/features/common/agent-name.tsx'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { count } from '../../../../renderer/ui/time.ts'
import { LineText } from '../../../../renderer/ui/line-text.tsx'
import { visibleString, VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { projectTaskOverlay } from '../overlays.ts'

/** Statuses that servers know; any other status of a task is kept. */
const statuses = ['submitted', 'working', 'input-required', 'completed', 'failed', 'cancelled'] as const
const shownAtFirst = 30

/** Tasks of a project as its server has them now; a status is changed there. */
export function TaskList({ link, project }: { readonly link: string; readonly project: string }): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  /** New messages and closed dialogs fetch the tasks again. */
  const version = useApp(
    (state) => `${state.overlay?.kind ?? ''} ${state.arrived.last?.body.kind === 'message' ? state.arrived.last.id : ''}`,
  )
  const [moves, setMoves] = useState(0)
  const [isAll, setAll] = useState(false)
  const answer = useTeamAnswer(link, 'tasks', { project }, `${version} ${moves}`)
  const tasks = answer?.ok === true ? answer.value.tasks : []
  const shown = isAll ? tasks : tasks.slice(0, shownAtFirst)
  return (
    <section aria-label="Tasks" aria-busy={answer === undefined}>
      <h3>
        Tasks {answer?.ok === true && <span className="n">{count(tasks.length)}</span>}
        <button type="button" className="link end" onClick={() => setOverlay(projectTaskOverlay({ link, project }))}>
          <Plus className="i" aria-hidden="true" /> new
        </button>
      </h3>
      {answer?.ok === false && <FieldFault fault={answer.fault} />}
      {answer?.ok === true && tasks.length === 0 && <p className="small dim">No tasks yet.</p>}
      <ul className="tasks">
        {shown.map((task) => (
          <TaskRow key={task.id} link={link} project={project} task={task} onMoved={() => setMoves(moves + 1)} />
        ))}
      </ul>
      {tasks.length > shown.length && (
        <button type="button" className="link small mid" onClick={() => setAll(true)}>
          Show all {count(tasks.length)}
        </button>
      )}
    </section>
  )
}

interface TaskRowProps {
  readonly link: string
  readonly project: string
  readonly task: ProjectTask
  onMoved(): void
}

function TaskRow({ link, project, task, onMoved }: TaskRowProps): React.JSX.Element {
  const move = useTeamAct(link, 'moveTask')
  const all: readonly string[] = statuses.some((one) => one === task.status) ? statuses : [task.status, ...statuses]
  return (
    <li>
      <p className="title">
        <LineText text={task.title} />
      </p>
      {task.description !== undefined && task.description !== '' && (
        <p className="small mid">
          <VisibleText text={task.description.slice(0, 500)} />
        </p>
      )}
      <p className="line">
        <select
          className="in"
          aria-label={`Status of ${visibleString(task.title.slice(0, 80))}`}
          value={task.status}
          disabled={move.isBusy}
          onChange={(event) => {
            void move.run({ project, task: task.id, status: event.currentTarget.value }).then((moved) => moved.ok && onMoved())
          }}
        >
          {all.map((status) => (
            <option key={status} value={status}>
              {visibleString(status)}
            </option>
          ))}
        </select>
        {task.assignee !== undefined && <AgentName source={link} name={task.assignee} />}
      </p>
      {move.fault !== undefined && <FieldFault fault={move.fault} />}
    </li>
  )
}
