import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import type { SessionState, WorkflowRun } from './state-file.ts'
import type { Course } from './workflows.ts'

/** The fields of a session or of an agent in `state.json` that say which workflows it has: the peer's and ours beside them. */
export type CourseFields = Pick<
  SessionState,
  'activeWorkflow' | 'activeWorkflowPhase' | 'suspendedWorkflows' | 'workflowRun' | 'suspendedRuns'
>

/**
 * Reads which workflows run. What other programs write counts: a workflow that only they know of is taken over at its phase, and one that they
 * ended has ended.
 */
export function courseOf(fields: Partial<CourseFields>): Course {
  const name = fields.activeWorkflow
  const known = fields.suspendedRuns ?? []
  const names = (fields.suspendedWorkflows ?? []).flatMap((item) => nameOf(item) ?? [])
  const suspended = [...new Set(names)].map((each) => known.find((run) => run.name === each) ?? foreignRun(each, 1))
  if (typeof name !== 'string' || name === '') return { suspended }
  const run = fields.workflowRun
  const active = run?.name === name ? run : foreignRun(name, fields.activeWorkflowPhase ?? 1)
  return { active, suspended: suspended.filter((each) => each.name !== name) }
}

/** Writes the workflows back, in the peer's fields and in ours. What another program keeps with a suspended one stays with it. */
export function withCourse<T extends Partial<CourseFields>>(fields: T, course: Course): T & CourseFields {
  const items = new Map((fields.suspendedWorkflows ?? []).map((item) => [nameOf(item), item]))
  return {
    ...fields,
    activeWorkflow: course.active?.name ?? null,
    activeWorkflowPhase: course.active?.phase ?? null,
    suspendedWorkflows: course.suspended.map((run) => items.get(run.name) ?? run.name),
    workflowRun: course.active ?? null,
    suspendedRuns: [...course.suspended],
  }
}

function nameOf(item: unknown): string | undefined {
  const name = isJsonObject(item) ? (fieldOf(item, 'name') ?? fieldOf(item, 'workflow')) : item
  return typeof name === 'string' && name !== '' && name.length <= 64 ? name : undefined
}

function foreignRun(name: string, phase: number): WorkflowRun {
  return { id: '', name, phase: Number.isInteger(phase) && phase > 0 ? phase : 1, startedAt: '', startedBy: '', done: [] }
}
