import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { OperationInput, OperationOutput } from '../pure/operations.ts'
import { courseOf, withCourse } from '../pure/course.ts'
import type { SwitchboardState, WorkflowRun } from '../pure/state-file.ts'
import { completePhase, startRun, stopRun } from '../pure/workflows.ts'
import type { Course } from '../pure/workflows.ts'
import { workflowOf } from '../pure/workflows-data.ts'
import { serviceLimits, findAgent, identityOf, withEntry } from './core.ts'
import type { ServiceCore } from './core.ts'
import type { SwitchboardService } from './contract.ts'
import { reviewName, reviewText } from './review-text.ts'
import { workflowView } from './workflow-view.ts'

/** Workflows of the workspace and of single agents, in the shared state. */
export function openWorkflows(
  core: ServiceCore,
): Pick<SwitchboardService, 'startWorkflow' | 'workflowState' | 'completePhase' | 'stopWorkflow'> {
  const { ports } = core

  /** Applies a rule to the workflows of the workspace or of one agent, and stores the result. */
  async function change(
    target: string | undefined,
    rule: (course: Course) => Result<Course>,
    most?: number,
  ): Promise<Result<OperationOutput<'workflowState'>>> {
    const written = await ports.state.update((state) => changed(state, target, rule), most)
    if (!written.ok) return written
    core.emit({ kind: 'rules' })
    return ok(workflowView(written.value, target))
  }

  async function checkArtifacts(input: OperationInput<'completePhase'>): Promise<Result<readonly string[]>> {
    const paths = [...new Set((input.artifacts ?? []).map(({ path }) => path))]
    if (paths.length > serviceLimits.artifacts)
      return fail('too-large', `At most ${serviceLimits.artifacts} artifacts are allowed.`, { field: 'artifacts' })
    for (const path of paths) {
      const found = await ports.workspace.checkFile(path)
      if (!found.ok) {
        const { code, message } = found.fault
        return fail(code, `The artifact ${path.slice(0, 200)} was not found: ${message}`, { field: 'artifacts' })
      }
    }
    return ok(paths)
  }

  /** What was done in a phase, for people; if the review cannot be written, the phase is complete anyway. */
  async function writeReview(run: WorkflowRun, input: OperationInput<'completePhase'>, by: string): Promise<void> {
    const phase = workflowOf(run.name)?.phases[input.phase - 1]
    const record = run.done.findLast((each) => each.phase === input.phase)
    if (phase === undefined || record === undefined) return
    const written = await ports.mailboxes.putReview(reviewName(run, input.phase), reviewText(run, phase, record, input.artifacts ?? [], by))
    if (!written.ok) ports.log('a review could not be written', { workflow: run.name, phase: input.phase, fault: written.fault })
  }

  return {
    async startWorkflow(caller, input) {
      const identity = identityOf(core, caller)
      if (!identity.ok) return identity
      const { name, initialContext: context, force, targetAgent } = input
      if ((context?.length ?? 0) > limits.line)
        return fail('too-large', 'initialContext can have at most 65,536 characters.', { field: 'initialContext' })
      const request = { name, context, force, by: identity.value, at: ports.now(), newId: `run_${ports.now()}_${ports.random(6)}` }
      return change(targetAgent, (course) => startRun(course, request), serviceLimits.stateShared)
    },
    async workflowState() {
      const state = await ports.state.read()
      return state.ok ? ok(workflowView(state.value, undefined)) : state
    },
    async completePhase(caller, input) {
      const identity = identityOf(core, caller)
      if (!identity.ok) return identity
      const artifacts = await checkArtifacts(input)
      if (!artifacts.ok) return artifacts
      const { workflow, phase, notes, skipReason, targetAgent } = input
      let finished: WorkflowRun | undefined
      const view = await change(targetAgent, (course) => {
        const request = { workflow, phase, notes, skipReason, artifacts: artifacts.value, by: identity.value, at: ports.now() }
        const next = completePhase(course, request)
        finished = next.ok ? next.value.completed : undefined
        return next.ok ? ok(next.value.course) : next
      })
      if (view.ok && finished !== undefined) await writeReview(finished, input, identity.value)
      return view
    },
    async stopWorkflow(caller, { reason, targetAgent }) {
      const identity = identityOf(core, caller)
      if (!identity.ok) return identity
      let stopped: WorkflowRun | undefined
      const view = await change(targetAgent, (course) => {
        stopped = course.active
        return stopRun(course)
      })
      if (view.ok) ports.log('a workflow was stopped', { workflow: stopped?.name, phase: stopped?.phase, by: identity.value, reason })
      return view
    },
  }
}

function changed(state: SwitchboardState, target: string | undefined, rule: (course: Course) => Result<Course>): Result<SwitchboardState> {
  if (target === undefined) {
    const next = rule(courseOf(state.session))
    if (!next.ok) return next
    const { active } = next.value
    const begun =
      active === undefined
        ? { status: 'IDLE' }
        : { status: 'IN_PROGRESS', ...(active.startedAt === '' ? {} : { startTime: active.startedAt }) }
    return ok({ ...state, session: { ...withCourse(state.session, next.value), ...begun } })
  }
  const found = findAgent(state, target)
  if (found === undefined) return fail('not-found', `No agent is registered as “${target.slice(0, 128)}”.`, { field: 'targetAgent' })
  const { name } = found
  const chat = state.chatAgents.get(name)
  const terminal = state.terminals.get(name)
  const next = rule(courseOf(chat ?? terminal ?? {}))
  if (!next.ok) return next
  if (found.kind === 'chat' && chat !== undefined) {
    return ok({ ...state, chatAgents: withEntry(state.chatAgents, name, withCourse(chat, next.value)) })
  }
  return terminal === undefined
    ? ok(state)
    : ok({ ...state, terminals: withEntry(state.terminals, name, withCourse(terminal, next.value)) })
}
