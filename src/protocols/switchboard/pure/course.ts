import { fieldOf, isJsonObject } from '../../../core/json-text.ts'
import { completedEntries, recordsFrom } from './completed-phases.ts'
import type { SessionState, WorkflowRun } from './state-file.ts'
import type { Course } from './workflows.ts'

/** The fields in `state.json` about workflows, of the session or an agent: the other program's and ours next to them. */
export type CourseFields = Pick<
  SessionState,
  'activeWorkflow' | 'activeWorkflowPhase' | 'currentStep' | 'completedPhases' | 'suspendedWorkflows' | 'workflowRun' | 'suspendedRuns'
>

/**
 * Reads which workflows are running. What other programs write counts: we continue a workflow that only they know at its phase, accept their progress, and end
 * what they ended. Their phase numbers are those of the last completed phase, 0 at the start.
 */
export function courseOf(fields: Partial<CourseFields>): Course {
  const name = fields.activeWorkflow
  const known = fields.suspendedRuns ?? []
  const items = new Map(
    (fields.suspendedWorkflows ?? []).flatMap((item) => (nameOf(item) === undefined ? [] : [[nameOf(item) ?? '', item]])),
  )
  const suspended = [...items].map(([each, item]) => known.find((run) => run.name === each) ?? foreignRun(each, stepOf(item) ?? 0, {}))
  if (typeof name !== 'string' || name === '') return { suspended }
  return { active: activeRun(name, fields), suspended: suspended.filter((each) => each.name !== name) }
}

/** Writes the workflows back into the other program's fields and ours. What another program stores with a suspended workflow stays with it. */
export function withCourse<T extends Partial<CourseFields>>(fields: T, { active, suspended, ended }: Course): T & CourseFields {
  const items = new Map((fields.suspendedWorkflows ?? []).map((item) => [nameOf(item), item]))
  const step = active === undefined ? 0 : active.phase - 1
  const changed = [ended, active].filter((run) => run !== undefined && run.done.length > 0)
  const completed = changed.flatMap((run) =>
    run === undefined ? [] : [[run.name, completedEntries(run, fields.completedPhases?.[run.name])]],
  )
  return {
    ...fields,
    activeWorkflow: active?.name ?? null,
    activeWorkflowPhase: step,
    currentStep: step,
    ...(completed.length === 0 ? {} : { completedPhases: { ...fields.completedPhases, ...Object.fromEntries(completed) } }),
    suspendedWorkflows: suspended.map((run) => suspendedItem(run, items.get(run.name))),
    workflowRun: active ?? null,
    suspendedRuns: [...suspended],
  }
}

function activeRun(name: string, fields: Partial<CourseFields>): WorkflowRun {
  const { currentStep, activeWorkflowPhase, workflowRun: run, completedPhases } = fields
  const step = wholeOf(currentStep) ?? wholeOf(activeWorkflowPhase) ?? 0
  if (run?.name !== name) return foreignRun(name, step, { entries: completedPhases?.[name] })
  // Release 0.1.0 wrote the phase that comes next, and no step: only what the peer wrote has both alike.
  if (currentStep !== activeWorkflowPhase || step === run.phase - 1) return run
  if (step < run.phase - 1) return foreignRun(name, step, { entries: completedPhases?.[name] }) // started again there
  const more = recordsFrom(completedPhases?.[name], run.phase, step)
  return { ...run, phase: step + 1, done: [...run.done, ...more] }
}

/** What the peer reads when it goes on with a suspended workflow. */
function suspendedItem(run: WorkflowRun, before: unknown): unknown {
  const step = run.phase - 1
  const kept = isJsonObject(before) ? before : {}
  return {
    ...kept,
    workflow: run.name,
    currentStep: step,
    activeWorkflowPhase: step,
    ...(run.startedAt === '' ? {} : { startTime: run.startedAt }),
  }
}

function stepOf(item: unknown): number | undefined {
  if (!isJsonObject(item)) return undefined
  return wholeOf(fieldOf(item, 'currentStep')) ?? wholeOf(fieldOf(item, 'activeWorkflowPhase'))
}

function nameOf(item: unknown): string | undefined {
  const name = isJsonObject(item) ? (fieldOf(item, 'workflow') ?? fieldOf(item, 'name')) : item
  return typeof name === 'string' && name !== '' && name.length <= 64 ? name : undefined
}

function foreignRun(name: string, step: number, { entries }: { readonly entries?: unknown }): WorkflowRun {
  return { id: '', name, phase: step + 1, startedAt: '', startedBy: '', done: recordsFrom(entries, 1, step) }
}

/** A number of phases; anything else says nothing. */
function wholeOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1_000 ? value : undefined
}
