import type { Agent } from '../../../core/agent.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString } from '../../ui/visible-text.tsx'
import { taskSourceOf } from '../board/task-links.ts'
import { useTaskDetail } from '../board/use-task-detail.ts'
import { useApp } from '../state/store.ts'

/** The task an agent says it is working on: its title, linked to its card, where the Board knows the task; otherwise the agent's own words. */
export function TaskName({ agent, task }: { readonly agent: Agent; readonly task: string }): React.JSX.Element {
  const link = useApp((state) => agent.names.find((name) => taskSourceOf(state, name.source) !== undefined)?.source)
  const setView = useApp((state) => state.setView)
  const selectTask = useApp((state) => state.selectTask)
  const found = useTaskDetail(link, task)
  if (link === undefined || found?.ok !== true) return <LineText text={task} />
  return (
    <button
      type="button"
      className="plain link"
      title={visibleString(task)}
      onClick={() => {
        selectTask({ link, task })
        setView('board')
      }}
    >
      <LineText text={(found.value.task.title ?? task).slice(0, 200)} />
    </button>
  )
}
