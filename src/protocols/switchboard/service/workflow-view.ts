import type { z } from 'zod'
import type { OperationOutput, workflowPhase } from '../pure/operations.ts'
import { courseOf } from '../pure/course.ts'
import type { SwitchboardState, WorkflowRun } from '../pure/state-file.ts'
import type { Course } from '../pure/workflows.ts'
import { workflowOf, workflows } from '../pure/workflows-data.ts'
import { findAgent } from './core.ts'

/** The workflows of the workspace or of one agent; the workspace's list includes those of single agents. */
export function workflowView(state: SwitchboardState, target: string | undefined): OperationOutput<'workflowState'> {
  const found = target === undefined ? undefined : findAgent(state, target)
  const course = courseOf(found === undefined ? state.session : (state.chatAgents.get(found.name) ?? state.terminals.get(found.name) ?? {}))
  const { active } = course
  return {
    ...(active !== undefined && {
      active: {
        name: active.name,
        phase: active.phase,
        phases: phasesOf(active),
        ...(found !== undefined && { targetAgent: found.name }),
      },
    }),
    suspended: course.suspended.map(({ name, phase }) => ({ name, phase })),
    available: workflows.map(({ name }) => name),
    ofAgents: agentCourses(state).flatMap(({ agent, course: { active: run } }) =>
      run === undefined ? [] : [{ agent, name: run.name, phase: run.phase }],
    ),
  }
}

/** Agents that have their own workflows. */
export function agentCourses(state: SwitchboardState): readonly { readonly agent: string; readonly course: Course }[] {
  return [...state.chatAgents, ...state.terminals]
    .map(([agent, entry]) => ({ agent, course: courseOf(entry) }))
    .filter(({ course }) => course.active !== undefined || course.suspended.length > 0)
}

/** The phases of a run; another program's workflow has none here. */
export function phasesOf(run: WorkflowRun): z.infer<typeof workflowPhase>[] {
  return (workflowOf(run.name)?.phases ?? []).map((phase, index) => {
    const number = index + 1
    const record = run.done.findLast((each) => each.phase === number)
    const behind = record?.skipReason === undefined ? 'done' : 'skipped'
    return { number, ...phase, state: number < run.phase ? behind : number === run.phase ? 'current' : 'next' }
  })
}
