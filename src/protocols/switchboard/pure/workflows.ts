import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { PhaseRecord, WorkflowRun } from './state-file.ts'
import { workflowOf, workflows } from './workflows-data.ts'

/** The workflows of the workspace, or of one agent: one is running, suspended ones continue when it ends. */
export interface Course {
  readonly active?: WorkflowRun
  /** The one that continues next is last. */
  readonly suspended: readonly WorkflowRun[]
  /** The one that the last change completed, for the record. */
  readonly ended?: WorkflowRun
}

export interface StartRequest {
  readonly name: string
  readonly context?: string | undefined
  readonly force?: boolean | undefined
  readonly by: string
  readonly at: number
  readonly newId: string
}

export interface CompleteRequest {
  readonly workflow: string
  readonly phase: number
  /** Paths found in the workspace, each once. */
  readonly artifacts: readonly string[]
  readonly notes?: string | undefined
  readonly skipReason?: string | undefined
  readonly by: string
  readonly at: number
}

/** Maximum length of stored notes and reasons. */
const mostText = 4_000

/**
 * Starts a workflow. If one is running, `force` is needed, and that one is suspended; the same one restarts. Starting a suspended workflow continues it at its
 * phase.
 */
export function startRun(course: Course, request: StartRequest): Result<Course> {
  const workflow = workflowOf(request.name)
  if (workflow === undefined)
    return fail('not-found', `There is no workflow “${request.name}”. The workflows are: ${names()}.`, { field: 'name' })
  const { active } = course
  if (active !== undefined && request.force !== true) {
    return fail(
      'conflict',
      `The workflow ${active.name} is running, at phase ${active.phase}. Complete it, stop it, or start with force, which suspends it until the new one ends.`,
      { field: 'force' },
    )
  }
  const waiting = course.suspended.find((run) => run.name === request.name)
  const others = course.suspended.filter((run) => run !== waiting)
  const below = active === undefined || active.name === request.name ? others : [...others, active]
  return ok({ active: waiting ?? newRun(request), suspended: below })
}

/**
 * Completes a phase (specification: Validation): the next one, or a later one with `skipReason`, which is kept with every skipped phase. At least one artifact
 * is required. After the last phase the workflow ends and the one that it suspended continues.
 * @returns the course, and the workflow with the record of the phase.
 */
export function completePhase(
  course: Course,
  request: CompleteRequest,
): Result<{ readonly course: Course; readonly completed: WorkflowRun }> {
  const { active } = course
  if (active === undefined) return fail('conflict', 'No workflow is running. Start one first.')
  if (active.name !== request.workflow) {
    const where = course.suspended.some((run) => run.name === request.workflow) ? 'is suspended' : 'is not running'
    return fail('conflict', `${request.workflow} ${where}; ${active.name} is running, at phase ${active.phase}.`, { field: 'workflow' })
  }
  const last = workflowOf(active.name)?.phases.length
  if (last === undefined)
    return fail('unsupported', `${active.name} was started by another program and has no phases here. Stop it, or complete it there.`)
  if (!Number.isInteger(request.phase) || request.phase < 1 || request.phase > last) {
    return fail('invalid', `${active.name} has the phases 1 to ${last}.`, { field: 'phase' })
  }
  if (request.phase < active.phase) {
    return fail('conflict', `Phase ${request.phase} is already complete; phase ${active.phase} is next.`, {
      field: 'phase',
      fix: String(active.phase),
    })
  }
  const reason = request.skipReason?.trim() ?? ''
  if (request.phase > active.phase && reason === '') {
    return fail('conflict', `Phase ${active.phase} is next. To skip to phase ${request.phase}, give a reason in skipReason.`, {
      field: 'skipReason',
    })
  }
  if (request.artifacts.length === 0) {
    return fail('invalid', 'A phase needs at least one artifact: a path of a file inside the workspace that exists.', {
      field: 'artifacts',
    })
  }
  const run = { ...active, phase: request.phase + 1, done: [...active.done, ...recordsOf(active, request, reason)] }
  return ok({ course: run.phase > last ? { ...resume(course), ended: run } : { ...course, active: run }, completed: run })
}

/** Ends the running workflow; the one that it suspended continues. */
export function stopRun(course: Course): Result<Course> {
  return course.active === undefined ? fail('conflict', 'No workflow is running.') : ok(resume(course))
}

function newRun(request: StartRequest): WorkflowRun {
  const { name, context, by, at, newId } = request
  return {
    id: newId,
    name,
    phase: 1,
    startedAt: new Date(at).toISOString(),
    startedBy: by,
    ...(context === undefined ? {} : { context }),
    done: [],
  }
}

function resume(course: Course): Course {
  const next = course.suspended.at(-1)
  const suspended = course.suspended.slice(0, -1)
  return next === undefined ? { suspended } : { active: next, suspended }
}

function recordsOf(active: WorkflowRun, request: CompleteRequest, reason: string): PhaseRecord[] {
  const at = new Date(request.at).toISOString()
  const skipped = Array.from({ length: request.phase - active.phase }, (_, index) => ({
    phase: active.phase + index,
    at,
    by: request.by,
    artifacts: [],
    skipReason: reason.slice(0, mostText),
  }))
  const notes = request.notes?.trim().slice(0, mostText) ?? ''
  const done = { phase: request.phase, at, by: request.by, artifacts: [...request.artifacts], ...(notes === '' ? {} : { notes }) }
  return [...skipped, done]
}

function names(): string {
  return workflows.map((workflow) => workflow.name).join(', ')
}
