import { expect, test, vi } from 'vitest'
import { fakePorts, memoryState } from '../../../../test/fakes/service-ports.ts'
import type { FakePorts } from '../../../../test/fakes/service-ports.ts'
import { serviceLimits } from './core.ts'
import { openService } from './service.ts'
import type { Caller, ServiceChange } from './contract.ts'
import type { Role } from '../pure/roles.ts'
import { freesAfterMs } from './holds.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

const a: Caller = { session: 'session-a', via: 'http' }
const b: Caller = { session: 'session-b', via: 'stdio' }
const operator: Caller = { session: 'operator', via: 'operator', name: 'operator' }

function chat(name: string, resumeSecret?: string) {
  return { name, interface: 'test', capabilities: [], resumeSecret }
}
function open(more: Partial<FakePorts> = {}) {
  const ports = fakePorts({}, more)
  const service = openService(ports)
  const changes: ServiceChange[] = []
  service.on((change) => changes.push(change))
  return { ports, service, changes }
}

test('a name that a live session holds is refused to others, and the message says who holds it', async () => {
  const { service } = open()
  valueOf(await service.registerChatAgent(a, chat('coder')))
  for (const name of ['coder', 'Coder', 'CODER']) {
    expect(await service.registerChatAgent(b, chat(name))).toMatchObject({
      ok: false,
      fault: { code: 'conflict', message: expect.stringContaining('session-') },
    })
  }
})

test('of two sessions that ask for one name at the same time, one gets it', async () => {
  const { service } = open()
  const both = await Promise.all([service.registerChatAgent(a, chat('coder')), service.registerChatAgent(b, chat('Coder'))])
  expect(both.map((result) => result.ok)).toEqual([true, false])
})

test('the resume secret takes the name over, even from a live session, and stays the same', async () => {
  const { service, changes } = open()
  const { resumeSecret } = valueOf(await service.registerChatAgent(a, chat('coder')))
  expect(await service.registerChatAgent(b, chat('coder', 'wrong'))).toMatchObject({ fault: { code: 'conflict' } })
  expect(valueOf(await service.registerChatAgent(b, chat('coder', resumeSecret)))).toEqual({ name: 'coder', resumeSecret })
  expect(changes).toContainEqual({ kind: 'released', name: 'coder', session: 'session-a' })
  expect(await service.sendMessage(a, { action: 'status_update', recipient: 'x', payload: 'p' })).toMatchObject({
    fault: { code: 'not-allowed' },
  })
  expect(valueOf(await service.registerChatAgent(a, chat('coder', resumeSecret))).name).toBe('coder')
})

test('a name becomes free 60 s after its session died, not earlier, and immediately for whoever has the secret', async () => {
  const { service, ports } = open()
  const { resumeSecret } = valueOf(await service.registerChatAgent(a, chat('coder')))
  service.endSession('session-a')
  ports.clock.ms += freesAfterMs - 1
  expect(await service.registerChatAgent(b, chat('coder'))).toMatchObject({
    fault: { code: 'conflict', message: expect.stringContaining('becomes free in 1 s') },
  })
  const c: Caller = { session: 'session-c', via: 'sse' }
  valueOf(await service.registerChatAgent(c, chat('coder', resumeSecret)))
  service.endSession('session-c')
  ports.clock.ms += freesAfterMs
  const fresh = valueOf(await service.registerChatAgent(b, chat('coder')))
  expect(fresh.resumeSecret).not.toBe(resumeSecret)
})

test('the operator releases a name; its mail and entry stay', async () => {
  const { service, ports, changes } = open()
  valueOf(await service.registerChatAgent(a, chat('coder')))
  valueOf(await service.release('Coder'))
  expect(changes).toContainEqual({ kind: 'released', name: 'coder', session: 'session-a' })
  expect(ports.state.now().chatAgents.has('coder')).toBe(true)
  expect(valueOf(await service.registerChatAgent(b, chat('coder'))).name).toBe('coder')
  expect(await service.release('nobody')).toMatchObject({ fault: { code: 'not-found' } })
})

test('after a restart of the server a name waits 60 s for the agent that has the secret', async () => {
  const first = open()
  const { resumeSecret } = valueOf(await first.service.registerChatAgent(a, chat('coder')))
  const second = open({ state: first.ports.state, registrations: first.ports.registrations })
  expect(await second.service.registerChatAgent(b, chat('coder'))).toMatchObject({ fault: { code: 'conflict' } })
  expect(valueOf(await second.service.registerChatAgent(a, chat('coder', resumeSecret))).name).toBe('coder')
  const third = open({ state: first.ports.state, registrations: first.ports.registrations })
  await third.service.registerChatAgent(b, chat('other'))
  third.ports.clock.ms += freesAfterMs
  expect(valueOf(await third.service.registerChatAgent(a, chat('coder'))).name).toBe('coder')
})

test('neither the secret nor its hash is in the state', async () => {
  const { service, ports } = open()
  const { resumeSecret } = valueOf(await service.registerChatAgent(a, chat('coder')))
  const entry = ports.state.now().chatAgents.get('coder')
  expect(entry?.resumeHash).toBeUndefined()
  expect(JSON.stringify([...(entry?.rest ?? [])])).not.toContain(resumeSecret)
  expect(ports.registrations.all()).toMatchObject([{ name: 'coder', hash: `hash of ${resumeSecret}` }])
})

test('a client that has not registered has read-only access', async () => {
  const { service } = open()
  const refused = [
    await service.sendMessage(a, { action: 'status_update', recipient: 'x', payload: 'p' }),
    await service.sendTeamMessage(a, { team: 't', action: 'status_update', payload: 'p' }),
    await service.acknowledge(a, { id: 'msg_1' }),
    await service.archive(a, { id: 'msg_1' }),
    await service.setStatus(a, { name: 'x', status: 'busy' }),
    await service.assignRole(a, { name: 'x', role: 'lead' }),
    await service.createTeam(a, { name: 't', members: ['x'] }),
    await service.startWorkflow(a, { name: 'chat' }),
    await service.completePhase(a, { workflow: 'chat', phase: 1 }),
    await service.stopWorkflow(a, {}),
    await service.unregister(a, { name: 'x' }),
    await service.runInTerminal(a, { name: 'x', input: 'ls' }, new AbortController().signal),
    await service.handoffClipboard(a, { file: 'x' }, new AbortController().signal),
  ]
  expect(refused.map((result) => (result.ok ? 'done' : result.fault.code))).toEqual(refused.map(() => 'not-allowed'))
  const looks = [
    await service.roster(),
    await service.checkInbox(a, { agent: 'x' }),
    await service.search(a, { query: 'x' }),
    await service.workflowState(),
  ]
  expect(looks.every((result) => result.ok)).toBe(true)
})

test('a call under another name still comes from the registered one', async () => {
  const { service, ports } = open()
  valueOf(await service.registerChatAgent(a, chat('coder')))
  valueOf(await service.sendMessage({ ...a, name: 'lead' }, { action: 'status_update', recipient: 'x', payload: 'p' }))
  expect(ports.mailboxes.stored.map((one) => one.message.sender)).toEqual(['coder'])
  expect(await service.setStatus({ ...a, name: 'lead' }, { name: 'lead', status: 'x' })).toMatchObject({ fault: { code: 'not-allowed' } })
})

test('a session is one chat agent, may hold terminals as well, and cannot take the operator’s name', async () => {
  const { service } = open()
  const terminal = { name: 'shell', pid: 7, purpose: 'build' }
  valueOf(await service.registerTerminal(a, terminal))
  valueOf(await service.registerChatAgent(a, chat('coder')))
  expect(await service.registerChatAgent(a, chat('other'))).toMatchObject({ fault: { code: 'conflict' } })
  expect(await service.registerChatAgent(b, chat('shell'))).toMatchObject({ fault: { code: 'conflict' } })
  expect(await service.registerChatAgent(b, chat('Operator'))).toMatchObject({ fault: { code: 'conflict' } })
  expect(await service.registerTerminal(b, { ...terminal, name: 't2', pid: 0 })).toMatchObject({ fault: { field: 'pid' } })
  expect(await service.registerChatAgent(b, { ...chat('b'), role: 'king' as Role })).toMatchObject({ fault: { field: 'role' } })
  expect(valueOf(await service.roster()).agents.map(({ name, kind, isConnected }) => ({ name, kind, isConnected }))).toEqual([
    { name: 'coder', kind: 'chat', isConnected: true },
    { name: 'shell', kind: 'terminal', isConnected: true },
  ])
})

test('names that differ in case are one agent, under the existing spelling', async () => {
  const { service, ports } = open()
  ports.mailboxes.stored.push(
    ...['Tester'].map((agent) => ({
      box: 'inbox' as const,
      agent,
      file: '',
      text: '',
      modifiedAt: 0,
      message: { id: 'm', action: 'status_update', sender: 'x', recipient: agent, payload: '', createdAt: '' },
    })),
  )
  expect(valueOf(await service.registerChatAgent(a, chat('tester'))).name).toBe('Tester')
})

test('what other programs wrote about an agent stays when it registers and leaves', async () => {
  const foreign = '{"chatAgents":{"coder":{"interface":"old","colour":"red","pid":"x"}},"terminals":{},"teams":{},"tasks":[1]}'
  const { service, ports } = open({ state: memoryState(foreign) })
  valueOf(await service.registerChatAgent(a, { ...chat('CODER'), role: 'coder 1' }))
  const state = ports.state.now()
  expect(state.chatAgents.get('coder')).toMatchObject({ interface: 'test', role: 'coder 1', status: 'active' })
  expect(state.chatAgents.get('coder')?.rest).toEqual(
    new Map<string, unknown>([
      ['colour', 'red'],
      ['pid', 'x'],
    ]),
  )
  expect(state.rest.get('tasks')).toEqual([1])
  service.endSession('session-a')
  await service.close()
  expect(ports.state.now().chatAgents.get('coder')?.status).toBe('disconnected')
})

test('only an agent itself or the operator may change its status or unregister it', async () => {
  const { service, ports } = open()
  valueOf(await service.registerChatAgent(a, chat('coder')))
  valueOf(await service.registerChatAgent(b, chat('tester')))
  expect(await service.setStatus(b, { name: 'coder', status: 'busy' })).toMatchObject({ fault: { code: 'not-allowed' } })
  expect(await service.unregister(b, { name: 'coder' })).toMatchObject({ fault: { code: 'not-allowed' } })
  valueOf(await service.setStatus(a, { name: 'Coder', status: 'busy', message: 'auth' }))
  expect(ports.state.now().chatAgents.get('coder')).toMatchObject({ status: 'busy', statusMessage: 'auth' })
  valueOf(await service.unregister(operator, { name: 'coder' }))
  expect(ports.state.now().chatAgents.has('coder')).toBe(false)
  expect(await service.sendMessage(a, { action: 'status_update', recipient: 'x', payload: 'p' })).toMatchObject({
    fault: { code: 'not-allowed' },
  })
  expect(valueOf(await service.registerChatAgent(b, chat('tester'))).name).toBe('tester')
})

test('a lost agent is not an ended one, and only the operator stops an agent', async () => {
  const { service, ports } = open()
  for (const [how, status] of [
    ['lost', 'lost'],
    ['ended', 'disconnected'],
    ['stopped', 'stopped by the operator'],
  ] as const) {
    valueOf(await service.registerChatAgent(a, chat(`agent-${how}`)))
    service.endSession('session-a', how)
    await vi.waitFor(() => expect(ports.state.now().chatAgents.get(`agent-${how}`)?.status).toBe(status))
  }
  valueOf(await service.registerChatAgent(b, chat('tester')))
  expect(await service.setStatus(b, { name: 'tester', status: 'stopped by the operator' })).toMatchObject({
    fault: { code: 'not-allowed' },
  })
})

function seen(at: number): string {
  return new Date(Date.UTC(2025, 0, 1) + at * 1_000).toISOString()
}

/** Registrations of an earlier run, each seen later than the one before, and a new agent that registers now. */
async function full(waits = freesAfterMs) {
  const count = serviceLimits.roomy
  const entry = (name: string, at: number): readonly [string, object] => [name, { status: 'disconnected', lastSeen: seen(at) }]
  const workers = Array.from({ length: count }, (_, at) => `worker-${at}`)
  const chatAgents = Object.fromEntries([...workers.map(entry), entry('outside', 0), ['busy', { status: 'active', lastSeen: seen(0) }]])
  const ports = fakePorts({}, { state: memoryState(JSON.stringify({ chatAgents })) })
  await ports.registrations.put({ id: 'i', name: 'mine', kind: 'chat' })
  for (const name of workers)
    await ports.registrations.put({ id: name, name, kind: 'chat', hash: 'h', ...(name === 'worker-0' && { role: 'tester' }) })
  ports.registrations.standing.add('worker-1')
  const service = openService(ports)
  ports.clock.ms += waits
  if (waits > 0) valueOf(await service.registerChatAgent(b, chat('worker-2')))
  valueOf(await service.registerChatAgent(a, chat('coder')))
  return { registered: ports.registrations.all().map(({ name }) => name), agents: [...ports.state.now().chatAgents.keys()] }
}

test('names whose sessions ended long ago make room; roles, approvals, living sessions, the operator and other programs keep theirs (F18)', async () => {
  const { registered, agents } = await full()
  expect(registered).toEqual(expect.arrayContaining(['mine', 'worker-0', 'worker-1', 'worker-2', 'coder']))
  expect(registered.length).toBeLessThanOrEqual(serviceLimits.roomy)
  expect(registered).not.toContain('worker-3')
  expect(registered).toContain(`worker-${serviceLimits.roomy - 1}`)
  expect(agents).toContain('busy')
  expect(agents).not.toContain('worker-3')
  // Nobody is registered as this, and its session has ended.
  expect(agents).not.toContain('outside')
})

test('a name that still waits for its agent makes no room', async () => {
  const { registered } = await full(0)
  expect(registered).toHaveLength(serviceLimits.roomy + 2)
})
