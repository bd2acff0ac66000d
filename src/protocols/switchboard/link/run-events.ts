import type { NewEvent } from '../../../core/event.ts'
import { courseOf } from '../pure/course.ts'
import { readRun, runEvent, type RunNews } from '../pure/run-event.ts'
import type { SwitchboardState, WorkflowRun } from '../pure/state-file.ts'
import { agentCourses, phasesOf } from '../service/workflow-view.ts'

/**
 * What `state.json` says about running workflows, as events: one for each phase, and one for the end. Runs of other programs have no identity there and
 * are left out.
 * @param last the newest event of each run so far, by its id, as text
 */
export function runEvents(state: SwitchboardState, path: string, last: ReadonlyMap<string, string>): NewEvent[] {
  const courses = [courseOf(state.session), ...agentCourses(state).map(({ course }) => course)]
  const active = courses.flatMap(({ active: run }) => (run === undefined ? [] : newsOf(state, run, !last.has(run.id))))
  const living = new Set(courses.flatMap(({ active: run, suspended }) => [run?.id, ...suspended.map(({ id }) => id)]))
  const ended = [...last].flatMap(([id, text]): RunNews[] => {
    const news = living.has(id) ? undefined : readRun(text)
    return news === undefined || news.is !== 'active' ? [] : [{ ...news, is: news.phase === news.of ? 'done' : 'stopped' }]
  })
  return [...active, ...ended].map((news) => runEvent(news, path))
}

function newsOf(state: SwitchboardState, run: WorkflowRun, isFirst: boolean): RunNews[] {
  const { id, name, phase, startedBy: by } = run
  const phases = phasesOf(run)
  const role = phases[phase - 1]?.role
  if (id === '' || by === '' || role === undefined) return []
  return [{ run: id, name, phase, of: phases.length, owner: holderOf(state, role), by, is: 'active', ...(isFirst && { isFirst }) }]
}

/** The only agent with this role; the role, where none or several have it. */
function holderOf({ chatAgents, terminals }: SwitchboardState, role: string): string {
  const [first, second] = [...chatAgents, ...terminals].filter(([, entry]) => entry.role?.trim().toLowerCase() === role)
  return first !== undefined && second === undefined ? first[0] : role
}
