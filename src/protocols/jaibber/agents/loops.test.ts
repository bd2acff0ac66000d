import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answer } from '../../../../test/fakes/answer.ts'
import { openTestAgents, script } from '../../../../test/fakes/local-agents.ts'
import type { TestAgents } from '../../../../test/fakes/local-agents.ts'
import type { Waking } from '../../../core/protocol.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

let folder: string
let test: TestAgents
let asked: Waking[]
let reason: string | undefined

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-agents-')))
  test = await openTestAgents(folder)
  asked = []
  reason = 'Coder and Reviewer said the same 3 times in 40 s'
  test.gate.guardLoops('w', {
    why(_source, waking) {
      asked.push(waking)
      return reason
    },
    woke: () => undefined,
  })
})
afterEach(async () => {
  await test.close()
  rmSync(folder, { recursive: true, force: true })
})

const often = { interval: 10 }

it('an agent in a loop runs nothing until the operator allows it: its prompt stays, and the project’s feed has the reason (F28)', async () => {
  await test.add({ provider: script('echo done') })
  test.hear('@Coder again?', { type: 'response', agentName: 'Reviewer', isAgentMessage: true })
  await vi.waitFor(() => expect(test.approvals.list()).toHaveLength(1), often)
  expect(asked[0]).toMatchObject({ agent: 'Coder', by: 'Reviewer', isByPerson: false, budget: test.settings.budget })
  expect(test.agent('Coder')).toMatchObject({ state: 'waiting', current: { text: '@Coder again?' } })
  expect(test.stopped()).toEqual([expect.stringContaining(`@Coder does not answer: ${reason}`)])
  // The detectors leave it out, and Needs me has the approval.
  expect(test.events).toMatchObject([{ late: true, body: { data: { reason: 'loop' } } }])
  expect(test.published).toEqual([])
  valueOf(await answer(test.services, test.approvals, { allow: true, scope: 'once' }))
  await test.until(['typing', 'chunk', 'response'])
})

it('and goes on by itself when the loop is over (F28)', async () => {
  await test.add({ provider: script('echo done') })
  test.hear('@Coder again?')
  await vi.waitFor(() => expect(test.approvals.list()).toHaveLength(1), often)
  expect(asked[0]).toMatchObject({ by: 'Kim', isByPerson: true })
  reason = undefined
  await test.until(['typing', 'chunk', 'response'])
  expect(test.approvals.list()).toEqual([])
})
