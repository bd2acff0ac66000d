import { describe, expect, it, test } from 'vitest'
import { courseOf, withCourse } from './course.ts'
import { roles } from './roles.ts'
import { completePhase, startRun, stopRun } from './workflows.ts'
import type { Course } from './workflows.ts'
import { workflowOf, workflows } from './workflows-data.ts'

const start = (course: Course, name: string, force = false) => startRun(course, { name, force, by: 'boss', at: 0, newId: `run of ${name}` })
const complete = (course: Course, workflow: string, phase: number, skipReason?: string, artifacts = ['plan.md']) => {
  const done = completePhase(course, { workflow, phase, skipReason, artifacts, by: 'boss', at: 0 })
  return done.ok ? { ok: true as const, value: done.value.course } : done
}
const idle: Course = { suspended: [] }
function after(result: ReturnType<typeof start>): Course {
  if (!result.ok) throw new Error(result.fault.message)
  return result.value
}

test('the workflows have the number of phases that the protocol defines', () => {
  expect(workflows.map(({ name, phases }) => `${name} ${phases.length}`)).toEqual([
    'accuracy 5',
    'handoff 3',
    'handoff-lead 3',
    'handoff-chat 3',
    'handoff-relay 3',
    'enhance 4',
    'challenge 5',
    'chat 4',
  ])
  for (const { phases } of workflows) {
    for (const phase of phases) expect([phase.name !== '', phase.artifact !== '', roles.includes(phase.role)]).toEqual([true, true, true])
  }
})

test('only the next phase can be completed; skipping needs a reason, which is kept with every skipped phase', () => {
  const running = after(start(idle, 'accuracy'))
  expect(complete(running, 'accuracy', 3)).toMatchObject({ fault: { code: 'conflict', field: 'skipReason' } })
  expect(complete(running, 'accuracy', 3, '   ')).toMatchObject({ fault: { field: 'skipReason' } })
  const jumped = after(complete(running, 'accuracy', 3, 'done before'))
  expect(jumped.active?.phase).toBe(4)
  expect(jumped.active?.done.map(({ phase, skipReason }) => [phase, skipReason])).toEqual([
    [1, 'done before'],
    [2, 'done before'],
    [3, undefined],
  ])
  expect(complete(jumped, 'accuracy', 3)).toMatchObject({ fault: { code: 'conflict', field: 'phase', fix: '4' } })
  for (const phase of [0, 6, 1.5, -1]) expect(complete(jumped, 'accuracy', phase, 'x')).toMatchObject({ fault: { field: 'phase' } })
})

test('a phase needs an artifact, and its workflow must be running', () => {
  const running = after(start(idle, 'chat'))
  expect(complete(running, 'chat', 1, undefined, [])).toMatchObject({ fault: { field: 'artifacts' } })
  expect(complete(running, 'accuracy', 1)).toMatchObject({ fault: { code: 'conflict', field: 'workflow' } })
  expect(complete(idle, 'chat', 1)).toMatchObject({ fault: { code: 'conflict' } })
})

test('restarting a running workflow needs force; the old run is suspended and continues afterwards', () => {
  const first = after(complete(after(start(idle, 'enhance')), 'enhance', 1))
  expect(start(first, 'chat')).toMatchObject({ fault: { code: 'conflict', field: 'force' } })
  expect(start(idle, 'dance')).toMatchObject({ fault: { code: 'not-found' } })
  const second = after(start(first, 'chat', true))
  expect([second.active?.name, second.suspended.map((run) => run.name)]).toEqual(['chat', ['enhance']])
  const back = after(stopRun(second))
  expect([back.active?.name, back.active?.phase, back.suspended]).toEqual(['enhance', 2, []])
  expect(stopRun(after(stopRun(back)))).toMatchObject({ fault: { code: 'conflict' } })
  const again = after(start(second, 'enhance', true))
  expect([again.active?.name, again.active?.phase, again.suspended.map((run) => run.name)]).toEqual(['enhance', 2, ['chat']])
  expect(after(start(first, 'enhance', true)).active?.phase).toBe(1)
})

/** Every state reachable with two workflows and a bounded number of calls: each with and without what it requires. */
test('no reachable state has a completed phase without an artifact or a reason', () => {
  const names = ['handoff', 'chat']
  const seen = new Map<string, Course>([[JSON.stringify(idle), idle]])
  const queue: Course[] = [idle]
  for (let course = queue.pop(); course !== undefined; course = queue.pop()) {
    const next = [
      ...names.flatMap((name) => [start(course, name), start(course, name, true)]),
      stopRun(course),
      ...names.flatMap((name) =>
        [0, 1, 2, 3, 4, 5].flatMap((phase) =>
          [undefined, '', 'because'].flatMap((reason) => [
            complete(course, name, phase, reason),
            complete(course, name, phase, reason, []),
          ]),
        ),
      ),
    ]
    for (const each of next) {
      if (!each.ok) continue
      const key = JSON.stringify(each.value)
      if (seen.has(key)) continue
      seen.set(key, each.value)
      queue.push(each.value)
    }
  }
  expect(seen.size).toBeGreaterThan(50)
  for (const { active, suspended } of seen.values()) {
    const runs = [...(active === undefined ? [] : [active]), ...suspended]
    expect(new Set(runs.map((run) => run.name)).size).toBe(runs.length)
    for (const run of runs) {
      expect(run.phase).toBeLessThanOrEqual(workflowOf(run.name)?.phases.length ?? 0)
      expect(run.done.map((record) => record.phase)).toEqual(Array.from({ length: run.phase - 1 }, (_, index) => index + 1))
      for (const record of run.done) {
        const isProven = record.artifacts.length > 0 && record.skipReason === undefined
        expect(isProven || record.skipReason === 'because').toBe(true)
      }
    }
  }
})

describe('in the shared state', () => {
  it('what was written is read back, also from other programs’ fields', () => {
    const course = after(start(after(start(idle, 'chat')), 'handoff', true))
    const fields = withCourse({}, course)
    expect(courseOf(fields)).toEqual(course)
    expect(fields).toMatchObject({
      activeWorkflow: 'handoff',
      activeWorkflowPhase: 0,
      currentStep: 0,
      suspendedWorkflows: [{ workflow: 'chat', currentStep: 0, activeWorkflowPhase: 0 }],
    })
    expect(courseOf(withCourse(fields, idle))).toEqual(idle)
  })

  it('what other programs write counts', () => {
    const mine = withCourse({}, after(start(idle, 'chat')))
    expect(courseOf({ ...mine, activeWorkflow: null })).toEqual(idle)
    expect(courseOf({ ...mine, activeWorkflow: 'dance', activeWorkflowPhase: 2, currentStep: 2 }).active).toMatchObject({
      name: 'dance',
      phase: 3,
      done: [],
    })
    expect(courseOf({ activeWorkflow: 'chat', activeWorkflowPhase: Number.NaN }).active?.phase).toBe(1)
    const foreign = { suspendedWorkflows: [{ name: 'enhance', note: 'x' }, 'chat', 'chat', 7, {}] }
    expect(courseOf(foreign).suspended.map((run) => run.name)).toEqual(['enhance', 'chat'])
    expect(withCourse(foreign, courseOf(foreign)).suspendedWorkflows).toEqual([
      { name: 'enhance', note: 'x', workflow: 'enhance', currentStep: 0, activeWorkflowPhase: 0 },
      { workflow: 'chat', currentStep: 0, activeWorkflowPhase: 0 },
    ])
    const stopped = after(stopRun(courseOf({ activeWorkflow: 'dance' })))
    expect(stopped.active).toBeUndefined()
    expect(complete(courseOf({ activeWorkflow: 'dance' }), 'dance', 1)).toMatchObject({ fault: { code: 'unsupported' } })
  })

  test('a run continues here at the phase another program reached, and vice versa', () => {
    const mine = withCourse({}, after(complete(after(start(idle, 'accuracy')), 'accuracy', 1)))
    expect(mine).toMatchObject({ activeWorkflowPhase: 1, currentStep: 1, completedPhases: { accuracy: [{ phase: 1 }] } })
    // How the other program writes a skip from phase 2 to phase 3.
    const jump = { phase: 3, completedAt: '2026-01-01T00:00:00.000Z', notes: 'there', skipped: { from: 2, reason: 'not needed' } }
    const entries = [...(mine.completedPhases?.['accuracy'] ?? []), jump]
    const theirs = { ...mine, currentStep: 3, activeWorkflowPhase: 3, completedPhases: { accuracy: entries } }
    const course = courseOf(theirs)
    expect(course.active).toMatchObject({
      id: mine.workflowRun?.id,
      phase: 4,
      done: [{ phase: 1 }, { phase: 2, skipReason: 'not needed' }, { phase: 3, notes: 'there' }],
    })
    const ended = withCourse(theirs, after(complete(after(complete(course, 'accuracy', 4)), 'accuracy', 5)))
    expect(ended).toMatchObject({ activeWorkflow: null, activeWorkflowPhase: 0, currentStep: 0 })
    expect(ended.completedPhases?.['accuracy']?.map((entry) => (entry as { phase: number }).phase)).toEqual([1, 3, 4, 5])
  })

  test('a run restarted elsewhere is a new one; a run of an earlier release keeps its phase', () => {
    const mine = withCourse({}, after(complete(after(start(idle, 'accuracy')), 'accuracy', 1)))
    expect(courseOf({ ...mine, activeWorkflowPhase: 0, currentStep: 0 }).active).toMatchObject({ id: '', phase: 1, done: [] })
    const { currentStep: _step, ...earlier } = { ...mine, activeWorkflowPhase: 2 }
    expect(courseOf(earlier).active).toEqual(mine.workflowRun)
    expect(courseOf({ ...earlier, currentStep: 0 }).active).toEqual(mine.workflowRun)
  })

  test('a run started elsewhere has its phases', () => {
    const there = {
      activeWorkflow: 'handoff',
      activeWorkflowPhase: 1,
      currentStep: 1,
      completedPhases: { handoff: [{ phase: 1, completedAt: 'x', notes: '' }, { phase: 'y' }, 7] },
    }
    expect(courseOf(there).active).toMatchObject({ phase: 2, done: [{ phase: 1, at: 'x' }] })
    expect(withCourse(there, courseOf(there)).completedPhases).toEqual(there.completedPhases)
  })
})
