import { expect, test } from 'vitest'
import { fakePorts } from '../../../../test/fakes/service-ports.ts'
import { staffedService } from '../../../../test/fakes/staffed-service.ts'
import { fail } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

const files = { 'plan.md': 'p', 'notes.md': 'n' }
const artifacts = [{ path: 'plan.md', description: 'the plan\n# not a title' }]

test('completing a phase needs artifacts that exist in the workspace, and writes a review to reviews/', async () => {
  const { service, ports, lead, changes } = await staffedService(files)
  const initialContext = 'y'.repeat(limits.line)
  expect(await service.startWorkflow(lead, { name: 'chat', initialContext: `${initialContext}?` })).toMatchObject({
    fault: { code: 'too-large', field: 'initialContext' },
  })
  valueOf(await service.startWorkflow(lead, { name: 'chat', initialContext }))
  expect(await service.completePhase(lead, { workflow: 'chat', phase: 1 })).toMatchObject({ fault: { field: 'artifacts' } })
  const missing = [...artifacts, { path: '../secret' }]
  expect(await service.completePhase(lead, { workflow: 'chat', phase: 1, artifacts: missing })).toMatchObject({
    fault: { field: 'artifacts', message: expect.stringContaining('../secret') },
  })
  expect(ports.mailboxes.reviews.size).toBe(0)
  const view = valueOf(await service.completePhase(lead, { workflow: 'chat', phase: 1, artifacts, notes: 'fine\n# forged' }))
  expect(view.active).toMatchObject({ name: 'chat', phase: 2 })
  expect(view.active?.phases.map((phase) => phase.state)).toEqual(['done', 'current', 'next', 'next'])
  const [[name, text] = []] = ports.mailboxes.reviews
  expect(name).toMatch(/^chat_1_run_\d+_[0-9a-z]+\.md$/)
  expect(text).toContain('# chat, phase 1: Question\n\nCompleted by boss on 2026-01-01T00:00:00.000Z.')
  expect(text).toContain('- plan.md — the plan # not a title')
  expect(text).toContain('> fine\n> # forged')
  expect(changes.filter((change) => change.kind === 'rules')).toHaveLength(2)
  valueOf(await service.completePhase(lead, { workflow: 'chat', phase: 4, artifacts, skipReason: 'known' }))
  expect(valueOf(await service.workflowState()).active).toBeUndefined()
  expect([...ports.mailboxes.reviews.values()][1]).toContain('Phase 2 was skipped:\n\n> known\n\nPhase 3 was skipped:')
})

test('an agent can have its own workflow besides that of the workspace', async () => {
  const { service, lead, coder } = await staffedService(files)
  valueOf(await service.startWorkflow(lead, { name: 'chat' }))
  const own = valueOf(await service.startWorkflow(coder, { name: 'handoff', targetAgent: 'Coder' }))
  expect(own.active).toMatchObject({ name: 'handoff', targetAgent: 'coder' })
  valueOf(await service.startWorkflow(lead, { name: 'handoff', targetAgent: 'shell' }))
  expect(valueOf(await service.workflowState())).toMatchObject({
    active: { name: 'chat', phase: 1 },
    ofAgents: [
      { agent: 'coder', name: 'handoff', phase: 1 },
      { agent: 'shell', name: 'handoff', phase: 1 },
    ],
  })
  valueOf(await service.stopWorkflow(coder, { targetAgent: 'coder', reason: 'done elsewhere' }))
  expect(valueOf(await service.workflowState()).ofAgents).toEqual([{ agent: 'shell', name: 'handoff', phase: 1 }])
  expect(await service.startWorkflow(lead, { name: 'chat', targetAgent: 'nobody' })).toMatchObject({ fault: { field: 'targetAgent' } })
})

test('the rules for agents name the phase, its role and what it needs', async () => {
  const { service, lead } = await staffedService(files)
  expect(await service.activeRules()).toContain('No workflow is running.')
  valueOf(await service.startWorkflow(lead, { name: 'enhance' }))
  valueOf(await service.startWorkflow(lead, { name: 'challenge', force: true }))
  const rules = await service.activeRules()
  expect(rules).toContain('challenge is running, at phase 1 of 5.')
  expect(rules).toContain('Phase 1, Propose, is for the lead. It is complete when this exists in the workspace: the plan.')
  expect(rules).toContain('Suspended in the meantime: enhance.')
  expect(service.rolePrompt('tester')).toContain('You have the role “tester”')
  expect(service.rolePrompt('king')).toBeUndefined()
})

test('a state that cannot be read is a fault with the reason, and is not overwritten', async () => {
  const broken = fail('invalid', 'state.json is not JSON.')
  const update = () => Promise.resolve(broken)
  const { state } = fakePorts()
  const { service, ports, lead } = await staffedService(files)
  const read = ports.state.read
  Object.assign(ports.state, { read: () => Promise.resolve(broken), update })
  for (const result of [await service.roster(), await service.workflowState(), await service.startWorkflow(lead, { name: 'chat' })]) {
    expect(result).toMatchObject({ ok: false, fault: { message: 'state.json is not JSON.' } })
  }
  expect(await service.sendMessage(lead, { action: 'status_update', recipient: 'coder', payload: 'x' })).toMatchObject({ ok: false })
  expect(await service.activeRules()).toContain('No workflow is running.')
  Object.assign(ports.state, { read, update: state.update })
})
