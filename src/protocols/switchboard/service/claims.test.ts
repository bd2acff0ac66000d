import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakePorts, memoryState } from '../../../../test/fakes/service-ports.ts'
import type { FakePorts } from '../../../../test/fakes/service-ports.ts'
import { fail, ok } from '../../../core/fault.ts'
import { openService } from './service.ts'
import type { KeeperService } from './service.ts'
import type { Caller } from './contract.ts'
import type { Role } from '../pure/roles.ts'
import { freesAfterMs } from './holds.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

const a: Caller = { session: 'session-a', via: 'http' }
const b: Caller = { session: 'session-b', via: 'http' }
const operator: Caller = { session: 'operator', via: 'operator' }

function chat(name: string, more: { readonly role?: Role; readonly resumeSecret?: string } = {}) {
  return { name, interface: 'test', capabilities: [], ...more }
}
function open(more: Partial<FakePorts> = {}): { readonly service: KeeperService; readonly ports: FakePorts } {
  const ports = fakePorts({}, more)
  return { service: openService(ports), ports }
}
/** Makes `boss` the lead and ends its session; the time a name is reserved has passed. */
async function leadIsAway() {
  const { service, ports } = open()
  const { resumeSecret } = valueOf(await service.registerChatAgent(a, chat('boss')))
  valueOf(await service.assignRole(operator, { name: 'boss', role: 'lead' }))
  service.endSession('session-a')
  ports.clock.ms += freesAfterMs * 100
  return { service, ports, resumeSecret }
}
const roleOf = async (service: KeeperService, name: string): Promise<string | undefined> =>
  valueOf(await service.roster()).agents.find((each) => each.name === name)?.role

describe('a name belongs to its registration (F24)', () => {
  test('with a role it is never free without its secret; a standing approval reserves it, too', async () => {
    const { service, ports, resumeSecret } = await leadIsAway()
    expect(await service.registerChatAgent(b, chat('BOSS'))).toMatchObject({ fault: { code: 'conflict', field: 'name' } })
    expect(await service.registerChatAgent(b, chat('boss', { resumeSecret: 'wrong' }))).toMatchObject({ fault: { code: 'conflict' } })
    valueOf(await service.registerChatAgent(b, chat('boss', { resumeSecret })))
    expect(await roleOf(service, 'boss')).toBe('lead')

    const other = open()
    valueOf(await other.service.registerChatAgent(a, chat('coder')))
    other.ports.registrations.standing.add(other.service.registrationOf('coder')?.id ?? '')
    other.service.endSession('session-a')
    other.ports.clock.ms += freesAfterMs
    expect(await other.service.registerChatAgent(b, chat('coder'))).toMatchObject({ fault: { code: 'conflict' } })
    expect(ports.registrations.claims.length).toBeGreaterThan(0)
  })

  test('the operator confirms with one click that it is the same agent: role and approvals continue, and the secret is new', async () => {
    const { service, ports, resumeSecret } = await leadIsAway()
    const before = service.registrationOf('boss')?.id
    await service.registerChatAgent(b, chat('boss'))
    await service.registerChatAgent(b, chat('boss'))
    expect(ports.registrations.claims).toHaveLength(1)
    expect(ports.registrations.claims[0]?.request).toMatchObject({
      effect: { kind: 'assign', target: 'boss', yes: 'It is the same agent' },
    })
    ports.registrations.claims[0]?.answer(ok(undefined))
    await setImmediate()
    expect(await service.registerChatAgent({ session: 'session-c', via: 'http' }, chat('boss'))).toMatchObject({
      fault: { code: 'conflict' },
    })
    const [first, other] = ports.registrations.claims.map(({ request }) => JSON.stringify(request.effect))
    expect(other).not.toBe(first)
    const again = valueOf(await service.registerChatAgent(b, chat('boss')))
    expect(again.resumeSecret).not.toBe(resumeSecret)
    expect(service.registrationOf('boss')?.id).toBe(before)
    expect(await roleOf(service, 'boss')).toBe('lead')
    expect(await service.registerChatAgent(a, chat('boss', { resumeSecret }))).toMatchObject({ fault: { code: 'conflict' } })
  })

  test('a refusal, or the end of the session, changes nothing', async () => {
    const { service, ports } = await leadIsAway()
    await service.registerChatAgent(b, chat('boss'))
    ports.registrations.claims[0]?.answer(fail('refused', 'The operator refused.'))
    await setImmediate()
    expect(await service.registerChatAgent(b, chat('boss'))).toMatchObject({ fault: { code: 'conflict' } })
    expect(ports.registrations.claims).toHaveLength(2)
    service.endSession('session-b')
    expect(ports.registrations.claims[1]?.request.signal?.aborted).toBe(true)
  })

  test('released by the operator, or given up, it is free: nothing is inherited', async () => {
    const { service, ports } = await leadIsAway()
    const before = service.registrationOf('boss')?.id
    valueOf(await service.release('boss'))
    valueOf(await service.registerChatAgent(b, chat('boss')))
    expect(service.registrationOf('boss')?.id).not.toBe(before)
    expect(await roleOf(service, 'boss')).toBeUndefined()
    expect(ports.state.now().chatAgents.get('boss')?.role).toBeUndefined()
    valueOf(await service.unregister(b, { name: 'boss' }))
    expect(service.registrationOf('boss')).toBeUndefined()
  })

  test('without a role it becomes free after a minute, for a new registration', async () => {
    const { service, ports } = open()
    valueOf(await service.registerChatAgent(a, chat('coder')))
    const before = service.registrationOf('coder')?.id
    service.endSession('session-a')
    ports.clock.ms += freesAfterMs
    valueOf(await service.registerChatAgent(b, chat('coder')))
    expect(service.registrationOf('coder')?.id).not.toBe(before)
  })

  test('what other programs write into state.json takes no name and gives no role', async () => {
    const { service, ports } = open({ state: memoryState() })
    valueOf(await service.registerChatAgent(a, chat('boss')))
    valueOf(await service.registerTerminal(operator, { name: 'shell', pid: 7, purpose: 'build' }))
    await ports.state.update((state) => {
      const entry = state.chatAgents.get('boss')
      if (entry === undefined) throw new Error('nobody')
      return ok({ ...state, chatAgents: new Map([['boss', { ...entry, role: 'lead', resumeHash: ports.hash('mine') }]]) })
    })
    expect(await service.registerChatAgent(b, chat('boss', { resumeSecret: 'mine' }))).toMatchObject({ fault: { code: 'conflict' } })
    expect(await roleOf(service, 'boss')).toBeUndefined()
    expect(await service.sendMessage(a, { action: 'execute', recipient: 'shell', payload: 'ls' })).toMatchObject({
      fault: { code: 'not-allowed' },
    })
    expect(await service.runInTerminal(a, { name: 'shell', input: 'ls' }, new AbortController().signal)).toMatchObject({
      fault: { code: 'not-allowed' },
    })
    expect(await service.assignRole(a, { name: 'boss', role: 'tester' })).toMatchObject({ fault: { code: 'not-allowed' } })
    valueOf(await service.registerChatAgent(a, chat('boss')))
    expect(ports.state.now().chatAgents.get('boss')?.role).toBeUndefined()
    expect(ports.state.now().chatAgents.get('boss')?.resumeHash).toBeUndefined()
  })

  test('the end of a session withdraws its questions; an execute waits and is asked again when its agent is back', async () => {
    const { service, ports } = open()
    const { resumeSecret } = valueOf(await service.registerChatAgent(a, chat('boss')))
    valueOf(await service.assignRole(operator, { name: 'boss', role: 'lead' }))
    valueOf(await service.registerTerminal(operator, { name: 'shell', pid: 7, purpose: 'build' }))
    valueOf(await service.sendMessage(a, { action: 'execute', recipient: 'shell', payload: 'ls', id: 'run1' }))
    await vi.waitFor(() => expect(ports.asked).toHaveLength(1))
    const id = service.registrationOf('boss')?.id
    expect(ports.asked[0]?.request.actor).toEqual({ kind: 'agent', name: 'boss', registration: id })
    service.endSession('session-a')
    expect(ports.registrations.left).toEqual([id])
    ports.asked[0]?.refuse(fail('cancelled', 'The question was withdrawn.'))
    await setImmediate()
    expect(service.executes.waiting()).toEqual([])
    expect([...ports.heldNow.keys()]).toEqual(['run1'])
    valueOf(await service.registerChatAgent(b, chat('boss', { resumeSecret })))
    await vi.waitFor(() => expect(ports.asked).toHaveLength(2))

    ports.asked[1]?.refuse(fail('cancelled', 'The question was withdrawn.'))
    valueOf(await service.release('boss'))
    await vi.waitFor(() => expect(ports.heldNow.size).toBe(0))
    expect(ports.mailboxes.stored.at(-1)?.message).toMatchObject({ recipient: 'boss', metadata: { status: 'refused' } })
    expect(ports.typed).toEqual([])
  })
})

describe('nobody becomes lead without approval (F24)', () => {
  test('an agent that registers as lead has no role until the operator approves, and is asked about once', async () => {
    const { service, ports } = open()
    expect(valueOf(await service.registerChatAgent(a, chat('boss', { role: 'lead' }))).note).toContain('without the role')
    expect(await roleOf(service, 'boss')).toBeUndefined()
    await service.registerChatAgent(a, chat('boss', { role: 'lead' }))
    expect(ports.registrations.claims).toHaveLength(1)
    ports.registrations.claims[0]?.answer(ok(undefined))
    await vi.waitFor(async () => expect(await roleOf(service, 'boss')).toBe('lead'))
    expect(ports.state.now().chatAgents.get('boss')?.role).toBe('lead')
    expect(valueOf(await service.registerChatAgent(a, chat('boss', { role: 'lead' }))).note).toBeUndefined()
  })

  test('after a refusal it is not asked about again; approving a registration that is over gives nothing', async () => {
    const { service, ports } = open()
    await service.registerChatAgent(a, chat('boss', { role: 'lead' }))
    ports.registrations.claims[0]?.answer(fail('refused', 'The operator refused.'))
    await setImmediate()
    await service.registerChatAgent(a, chat('boss', { role: 'lead' }))
    expect(ports.registrations.claims).toHaveLength(1)
    await service.registerChatAgent(b, chat('chief', { role: 'lead' }))
    valueOf(await service.release('chief'))
    valueOf(await service.registerChatAgent(b, chat('chief')))
    ports.registrations.claims[1]?.answer(ok(undefined))
    await setImmediate()
    expect(await roleOf(service, 'chief')).toBeUndefined()
  })

  test('the lead and the operator assign roles; only the operator assigns the lead', async () => {
    const { service } = open()
    const c: Caller = { session: 'session-c', via: 'http' }
    for (const [caller, name] of [
      [a, 'boss'],
      [b, 'coder'],
      [c, 'chief'],
    ] as const)
      valueOf(await service.registerChatAgent(caller, chat(name)))
    for (const name of ['boss', 'chief']) valueOf(await service.assignRole(operator, { name, role: 'lead' }))
    const refused = [
      await service.assignRole(b, { name: 'coder', role: 'lead' }),
      await service.assignRole(b, { name: 'coder', role: 'tester' }),
      await service.assignRole(b, { name: 'boss', role: 'tester' }),
      await service.assignRole(a, { name: 'coder', role: 'lead' }),
      await service.assignRole(a, { name: 'chief', role: 'tester' }),
    ]
    expect(refused.map((result) => (result.ok ? 'done' : result.fault.code))).toEqual(refused.map(() => 'not-allowed'))
    valueOf(await service.assignRole(a, { name: 'coder', role: 'coder 2' }))
    expect(await roleOf(service, 'coder')).toBe('coder 2')
    valueOf(await service.registerChatAgent(b, chat('coder', { role: 'tester' })))
    expect(await roleOf(service, 'coder')).toBe('coder 2')
    valueOf(await service.assignRole(operator, { name: 'chief', role: 'tester' }))
    expect(await roleOf(service, 'chief')).toBe('tester')
  })

  test('of whom asked to be the lead, only those who are registered are remembered', async () => {
    const { service, ports } = open()
    const added = vi.spyOn(Set.prototype, 'add')
    onTestFinished(() => added.mockRestore())
    for (let n = 0; n < 20; n++) {
      valueOf(await service.registerChatAgent(a, chat('mallory', { role: 'lead' })))
      ports.registrations.claims.at(-1)?.answer(fail('refused', 'Too many approvals are waiting.'))
      await setImmediate()
      if (n < 19) valueOf(await service.unregister(a, { name: 'mallory' }))
    }
    expect(ports.registrations.claims).toHaveLength(20)
    const id = service.registrationOf('mallory')?.id
    const remembered = (added.mock.contexts as Set<unknown>[]).find((each) => each.has(id))
    expect(remembered?.size).toBe(1)
    // The operator's refusal holds for as long as the registration does, whoever asks meanwhile.
    valueOf(await service.registerChatAgent(b, chat('other', { role: 'lead' })))
    valueOf(await service.registerChatAgent(a, chat('mallory', { role: 'lead' })))
    expect(ports.registrations.claims).toHaveLength(21)
  })
})
