import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeLinkContext } from '../../../../test/fakes/link-context.ts'
import { ok } from '../../../core/fault.ts'
import type { HaltNow } from '../../../core/halt.ts'
import { Membership, projectPresence } from './membership.ts'

afterEach(() => void vi.useRealTimers())

const us = { userId: 'u1', username: 'mira', machine: 'pier-1' }
const agent = (agentName: string, instructions: string) => ({ agentName, agentInstructions: instructions })

describe('what we publish about ourselves in a project', () => {
  test('has exactly the fields of the specification', () => {
    expect(projectPresence(us, [])).toEqual({ userId: 'u1', username: 'mira', isAgent: false, machineName: 'pier-1' })
    expect(projectPresence(us, [agent('Coder', 'Code.'), agent('Tester', 'Test.')])).toEqual({
      userId: 'u1',
      username: 'mira',
      isAgent: true,
      agentName: 'Coder',
      agentInstructions: 'Code.',
      agents: [agent('Coder', 'Code.'), agent('Tester', 'Test.')],
      machineName: 'pier-1',
    })
  })

  test('fits Ably’s limit: complete instructions or none (F18)', () => {
    for (const [count, length] of [
      [1, 40_000],
      [64, 20_000],
      [5, 15_000],
    ] as const) {
      const agents = Array.from({ length: count }, (_, number) => agent(`Agent${number}`, 'ü'.repeat(length)))
      const said = projectPresence(us, agents) as { agents: { agentName: string }[]; agentInstructions?: string }
      expect(Buffer.byteLength(JSON.stringify(said))).toBeLessThanOrEqual(60_000)
      expect(said.agents.map(({ agentName }) => agentName)).toEqual(agents.map(({ agentName }) => agentName))
      expect([undefined, agents[0]?.agentInstructions]).toContain(said.agentInstructions)
    }
  })
})

test('nobody is told that we are there while the operator has halted, and what is said already may only change; afterwards it is said (F28)', async () => {
  vi.useFakeTimers()
  const said: string[] = []
  let halt: HaltNow | undefined
  let projects = ['dock']
  let agents = [agent('Coder', 'Code.')]
  const membership = new Membership({
    context: fakeLinkContext({ workspacePath: '/', emit: () => undefined, halt: { now: () => halt, refused: () => undefined } }),
    place: 'Ably',
    enter: (_permit, channel, data) => {
      said.push(`${channel} ${JSON.stringify(data).includes('Coder')}`)
      return Promise.resolve(ok(undefined))
    },
    exit: () => Promise.resolve(),
    me: () => us,
    projects: () => projects,
    agents: () => agents,
    failed: () => undefined,
  })
  const update = async (): Promise<string[]> => {
    membership.update()
    await vi.advanceTimersByTimeAsync(100)
    return said.splice(0)
  }
  expect(await update()).toEqual(['jaibber:presence false', 'jaibber:project:dock true'])
  halt = { id: '7F3K', at: 0, level: 'stop', scope: { kind: 'all' } }
  projects = ['dock', 'pier']
  agents = []
  expect(await update()).toEqual(['jaibber:presence false', 'jaibber:project:dock false'])
  halt = undefined
  expect(await update()).toEqual(['jaibber:project:pier false'])
  await membership.stop(true)
})

test('a project that was left is not updated by later changes', async () => {
  vi.useFakeTimers()
  const said: string[] = []
  const membership = new Membership({
    context: fakeLinkContext({ workspacePath: '/', emit: () => undefined }),
    place: 'Ably',
    enter: (_permit, channel) => {
      said.push(channel)
      return Promise.resolve(ok(undefined))
    },
    exit: (channel) => {
      said.push(`not ${channel}`)
      return Promise.resolve()
    },
    me: () => us,
    projects: () => ['dock'],
    agents: () => [],
    failed: () => undefined,
  })
  membership.update()
  await vi.advanceTimersByTimeAsync(100)
  await membership.stop(true)
  membership.update()
  await vi.advanceTimersByTimeAsync(100)
  expect(said).toEqual(['jaibber:presence', 'jaibber:project:dock', 'not jaibber:presence', 'not jaibber:project:dock'])
})
