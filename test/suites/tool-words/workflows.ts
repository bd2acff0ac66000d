import { expect } from 'vitest'
import { workflows } from '../../../src/protocols/switchboard/pure/workflows-data.ts'
import type { ShownWords } from './sentences.ts'
import { done, refused } from './world.ts'

/** Workflows. */
export const workflowWords: readonly ShownWords[] = [
  {
    what: 'workflows begin, wait below each other, and end',
    says: [
      'Starts a workflow at its first phase, or resumes a suspended one, and returns all phases with their roles and artifacts.',
      'While another workflow is running, this is refused unless force is true: then the running one is suspended.',
      'Name of the workflow; get_workflow_state lists them.',
      'What the work is about.',
      'Agent that gets a separate workflow; absent: the workflow of the workspace.',
      'True: suspend the running workflow.',
      'Absent: no workflow is running.',
      'Workflows of individual agents.',
      'Returns the running workflow with its phases, the suspended ones, and the names of all workflows that can be started.',
      'Ends the running workflow.',
      'Its artifacts stay; the most recently suspended workflow resumes.',
    ],
    async shows(world) {
      const ann = await world.agent('ann')
      world.put('plan.md', 'plan')
      const names = workflows.map(({ name }) => name)
      expect(await done(ann, 'get_workflow_state')).toEqual({ suspended: [], ofAgents: [], available: names })
      const [first] = workflows.filter(({ name }) => name === 'handoff')
      const { active } = await done(ann, 'start_workflow', { name: 'handoff', initialContext: 'the parser' })
      expect(active).toMatchObject({ phase: 1, phases: first?.phases.map(({ role, artifact }) => ({ role, artifact })) })
      expect(world.stateText()).toContain('the parser')
      await done(ann, 'complete_workflow_phase', { workflow: 'handoff', phase: 1, artifacts: [{ path: 'plan.md' }] })
      expect(await refused(ann, 'start_workflow', { name: 'accuracy' })).toContain('handoff is running')
      await done(ann, 'start_workflow', { name: 'accuracy', force: true })
      expect(await done(ann, 'get_workflow_state')).toMatchObject({
        active: { name: 'accuracy' },
        suspended: [{ name: 'handoff', phase: 2 }],
      })
      expect(await done(ann, 'start_workflow', { name: 'handoff', force: true })).toMatchObject({ active: { name: 'handoff', phase: 2 } })
      expect(await done(ann, 'stop_workflow', { reason: 'enough' })).toMatchObject({ active: { name: 'accuracy', phase: 1 } })
      expect(world.text('plan.md')).toBe('plan')
      await done(ann, 'start_workflow', { name: 'chat', targetAgent: 'ann' })
      const both = { active: { name: 'accuracy' }, ofAgents: [{ agent: 'ann', name: 'chat', phase: 1 }] }
      expect(await done(ann, 'get_workflow_state')).toMatchObject(both)
      await done(ann, 'stop_workflow', { targetAgent: 'ann' })
      await done(ann, 'stop_workflow')
      expect(await done(ann, 'get_workflow_state')).toEqual({ suspended: [], ofAgents: [], available: names })
    },
  },
  {
    what: 'phases are completed in order, with artifacts that exist',
    says: [
      'Completes the current phase of a workflow and moves on to the next.',
      'At least one artifact must exist inside the workspace.',
      'To complete a later phase than the current one, give a skipReason: the phases in between are marked as skipped.',
      'What must exist before the phase can be completed.',
      'Number of the phase, from 1.',
      'Path relative to the workspace.',
      'Why earlier phases are skipped.',
      'Agent that owns the workflow; absent: the workflow of the workspace.',
    ],
    async shows(world) {
      const ann = await world.agent('ann')
      world.put('docs/plan.md', 'plan')
      const artifacts = [{ path: 'docs/plan.md' }]
      const complete = { workflow: 'accuracy', phase: 1, artifacts }
      await done(ann, 'start_workflow', { name: 'accuracy' })
      await done(ann, 'start_workflow', { name: 'accuracy', targetAgent: 'ann' })
      expect(await refused(ann, 'complete_workflow_phase', { ...complete, phase: 0 })).toContain('phase')
      for (const path of ['none.md', '../plan.md', '/etc/passwd'])
        expect(await refused(ann, 'complete_workflow_phase', { ...complete, artifacts: [{ path }] }), path).toContain('was not found')
      expect(await refused(ann, 'complete_workflow_phase', { ...complete, artifacts: [] })).toContain('at least one artifact')
      expect(await done(ann, 'complete_workflow_phase', complete)).toMatchObject({ active: { phase: 2 }, ofAgents: [{ phase: 1 }] })
      expect(await done(ann, 'complete_workflow_phase', { ...complete, targetAgent: 'ann' })).toMatchObject({ ofAgents: [{ phase: 2 }] })
      expect(await refused(ann, 'complete_workflow_phase', { ...complete, phase: 4 })).toContain('skipReason')
      const { active } = await done(ann, 'complete_workflow_phase', { ...complete, phase: 4, skipReason: 'no need' })
      const states = (active as { phases: { state: string }[] }).phases.map(({ state }) => state)
      expect(states).toEqual(['done', 'skipped', 'skipped', 'done', 'current'])
    },
  },
]
