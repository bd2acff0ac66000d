import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answer } from '../../../test/fakes/answer.ts'
import { testServices, type TestServices } from '../../../test/fakes/services.ts'
import { effectKinds, type Actor, type Decision, type EffectKind } from '../../core/approval.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { Confirmation, GateRequest } from '../../core/protocol.ts'
import { openApprovals, type Approvals } from './approvals.ts'
import { openGate, type EngineGate, type EngineRequest } from './gate.ts'
import { openGrants, type Grants } from './grants.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const operator: Actor = { kind: 'operator', name: 'operator' }
const agent: Actor = { kind: 'agent', name: 'tester', registration: 'r1' }
const system: Actor = { kind: 'system', name: 'patchbay' }

let services: TestServices
let grants: Grants
let approvals: Approvals
let gate: EngineGate
let changes: number

function open(): void {
  grants = openGrants(services)
  approvals = openApprovals(services, grants, () => changes++)
  gate = openGate(services, grants, approvals)
}

/** Ends this run, including its asker, and begins the next one on the same journal. */
function restart(): void {
  approvals.close()
  open()
}

beforeEach(async () => {
  changes = 0
  services = await testServices()
  open()
})
afterEach(() => {
  approvals.close()
  services.close()
  vi.useRealTimers()
})

function request(actor: Actor, kind: EffectKind, more: Partial<EngineRequest> & { exact?: string; target?: string } = {}): EngineRequest {
  const { exact = 'npm test', target = 'npm', ...rest } = more
  return { actor, effect: { kind, target, exact }, workspace: 'w', question: `${actor.name} asks`, ...rest }
}

/** Performs a request and counts how often its effect ran. */
function perform(given: EngineRequest): { readonly result: Promise<Result<string>>; readonly ran: () => number } {
  let ran = 0
  const result = gate.perform(given, () => {
    ran++
    return Promise.resolve(ok('done'))
  })
  return { result, ran: () => ran }
}

const say = (decision: Decision, at = 0): Promise<Result<void>> => answer(services, approvals, decision, at)

async function asked(count = 1): Promise<void> {
  await vi.waitFor(() => expect(approvals.list()).toHaveLength(count))
}

function phases(): string[] {
  return services.journal
    .acts(100)
    .map((act) => act.phase)
    .toReversed()
}

const allowed: Record<Actor['kind'], readonly EffectKind[]> = {
  operator: ['append', 'write', 'move', 'publish'],
  system: ['append', 'write', 'move', 'spawn'],
  agent: [],
}

describe('who can do what without a question', () => {
  const matrix = [operator, system, agent].flatMap((actor) => effectKinds.map((kind) => [actor.kind, kind, actor] as const))
  test.each(matrix)('%s, %s', async (_kind, kind, actor) => {
    const { result, ran } = perform(request(actor, kind))
    if (allowed[actor.kind].includes(kind)) {
      expect(await result).toEqual(ok('done'))
      expect(approvals.list()).toEqual([])
      expect(phases()).toEqual(['allowed', 'done'])
      return
    }
    await asked()
    expect(ran()).toBe(0)
    expect(phases()).toEqual(['asked'])
    valueOf(await say({ allow: false, reason: 'not now' }))
    expect(await result).toMatchObject({ ok: false, fault: { code: 'refused', message: 'The operator refused: not now' } })
    expect(ran()).toBe(0)
    expect(phases()).toEqual(['asked', 'refused'])
  })

  test('what is allowed is on disk before it happens; its outcome, and the receipt of a mail, wait for no disk', async () => {
    const record = vi.spyOn(services.journal, 'recordAct')
    const flushed = (): unknown[] => record.mock.calls.splice(0).map(([{ phase }, isFlushed]) => [phase, isFlushed])
    await perform(request(system, 'write')).result
    expect(flushed()).toEqual([
      ['allowed', true],
      ['done', false],
    ])
    await perform(request(system, 'write', { duringHalt: 'receipt' })).result
    expect(flushed()).toEqual([
      ['allowed', false],
      ['done', false],
    ])
    const approved = perform(request(agent, 'write'))
    await asked()
    valueOf(await say({ allow: true, scope: 'once' }))
    await approved.result
    expect(flushed()).toEqual([
      ['asked', false],
      ['allowed', true],
      ['done', false],
    ])
  })

  test('text for the clipboard needs a click each time: no standing approval, and none is kept for an asker that is gone', async () => {
    const stop = new AbortController()
    const first = perform(request(agent, 'copy', { signal: stop.signal }))
    await asked()
    const [question] = approvals.list()
    for (const scope of ['session', 'always'] as const)
      expect(await say({ allow: true, scope })).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    valueOf(await say({ allow: true, scope: 'once' }))
    expect(await first.result).toEqual(ok('done'))
    services.journal.putApproval({ ...(question as NonNullable<typeof question>), id: 'left' })
    const later = openApprovals(services, grants, () => undefined)
    valueOf(await answer(services, later, { allow: true, scope: 'once' }))
    expect(perform(request(agent, 'copy')).ran()).toBe(0)
    await asked()
    expect(grants.list()).toEqual([])
  })

  test('outside a workspace the operator is asked, too', async () => {
    const { workspace: _workspace, ...outside } = request(operator, 'append')
    const { ran } = perform(outside)
    await asked()
    expect(ran()).toBe(0)
  })

  test('only the engine can declare a confirmation by the operator; a link can neither do that nor change its place', async () => {
    expect(await perform(request(operator, 'open', { confirmed: true })).result).toEqual(ok('done'))
    expect((await perform(request(agent, 'open', { confirmed: true, signal: AbortSignal.abort() })).result).ok).toBe(false)
    const link = gate.forLink('w', 's')
    const sneaky = { ...request(operator, 'open'), confirmed: true as unknown as Confirmation, workspace: 'other', source: 'other' }
    void link.perform(sneaky, () => Promise.resolve(ok(undefined)))
    await asked()
    expect(approvals.list()[0]).toMatchObject({ workspace: 'w', source: 's' })
  })
})

describe('answers', () => {
  test('once: this request runs, the next is asked again', async () => {
    const first = perform(request(agent, 'spawn'))
    await asked()
    valueOf(await say({ allow: true, scope: 'once' }))
    expect(await first.result).toEqual(ok('done'))
    expect(phases()).toEqual(['asked', 'allowed', 'done'])
    const second = perform(request(agent, 'spawn'))
    await asked()
    expect(second.ran()).toBe(0)
  })

  test.each(['session', 'always'] as const)('%s: exactly the same act runs by itself, anything else is asked', async (scope) => {
    const first = perform(request(agent, 'spawn'))
    await asked()
    valueOf(await say({ allow: true, scope }))
    await first.result
    expect(await perform(request(agent, 'spawn')).result).toEqual(ok('done'))
    const others = [
      request({ ...agent, name: 'Tester' }, 'spawn'),
      request(operator, 'spawn'),
      request(agent, 'open'),
      request(agent, 'spawn', { target: 'npx' }),
      request(agent, 'spawn', { exact: 'npm test ' }),
      request(agent, 'spawn', { workspace: 'other' }),
    ].map(perform)
    await asked(others.length)
    expect(others.map((each) => each.ran())).toEqual(others.map(() => 0))
  })

  test('after a grant is revoked, the operator is asked again', async () => {
    for (const scope of ['session', 'always'] as const) {
      const exact = `npm run ${scope}`
      const first = perform(request(agent, 'spawn', { exact }))
      await asked()
      valueOf(await say({ allow: true, scope }))
      await first.result
    }
    for (const grant of grants.list()) valueOf(grants.revoke(grant.id))
    expect(services.journal.grants()).toEqual([])
    perform(request(agent, 'spawn', { exact: 'npm run session' }))
    perform(request(agent, 'spawn', { exact: 'npm run always' }))
    await asked(2)
    expect(grants.revoke('nothing')).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  })

  test('text with hidden characters is never allowed permanently', async () => {
    const { result, ran } = perform(request(agent, 'spawn', { exact: 'echo \u202Ehidden\u001B[2J' }))
    await asked()
    const [approval] = approvals.list()
    expect(approval?.hidden).toEqual(['U+202E', 'ESC'])
    expect(await say({ allow: true, scope: 'session' })).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    expect(await say({ allow: true, scope: 'always' })).toMatchObject({
      ok: false,
      fault: { code: 'not-allowed' },
    })
    expect(ran()).toBe(0)
    valueOf(await say({ allow: true, scope: 'once' }))
    expect(await result).toEqual(ok('done'))
  })

  test('deciding a question that is gone is a fault', async () => {
    expect(await approvals.decide('gone', '', { allow: true, scope: 'once' })).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  })
})

const from = (actor: Actor, at: number): Omit<GateRequest, 'confirmed'> => ({
  actor,
  effect: { kind: 'spawn', target: 'npm', exact: `run ${at}` },
  workspace: 'w',
  question: `${actor.name} asks`,
})
const isRefused = async (given: EngineRequest): Promise<void> => {
  const { result, ran } = perform(given)
  expect(await result).toMatchObject({ ok: false, fault: { code: 'refused' } })
  expect(ran()).toBe(0)
}

describe('the queue', () => {
  test('equal questions are one entry, whose decision is for all of them', async () => {
    const both = [perform(request(agent, 'spawn')), perform(request(agent, 'spawn'))]
    await asked(1)
    valueOf(await say({ allow: true, scope: 'once' }))
    expect(await Promise.all(both.map((each) => each.result))).toEqual([ok('done'), ok('done')])
  })

  test('has a few places for one agent, room for others, and some for the operator alone (F18, F24)', async () => {
    for (let at = 0; at < limits.questionsOfOne; at++) perform(from(agent, at))
    await asked(limits.questionsOfOne)
    await isRefused(from(agent, limits.questionsOfOne))
    const others = limits.questions - limits.questionsKept - limits.questionsOfOne
    for (let at = 0; at < others; at++) perform(from({ ...agent, name: `agent ${at}`, registration: `r${at}` }, at))
    await asked(limits.questions - limits.questionsKept)
    await isRefused(from({ ...agent, name: 'one more' }, 0))
    for (let at = 0; at < limits.questionsKept; at++) perform(from(operator, at))
    await asked(limits.questions)
    await isRefused(from(operator, 99))
  })

  test('everything of one asker can be refused together, and nothing of others', async () => {
    const all = [from(agent, 1), from({ ...agent, name: 'coder' }, 2), from(agent, 3)].map(perform)
    await asked(3)
    expect(approvals.refuseAll(approvals.list()[2]?.id ?? '')).toEqual(ok(2))
    expect(approvals.list()).toMatchObject([{ actor: { name: 'coder' } }])
    for (const each of [all[0], all[2]]) expect(await each?.result).toMatchObject({ ok: false, fault: { code: 'refused' } })
    expect(approvals.refuseAll('gone')).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  })

  test('an asker that is gone withdraws its questions (F24)', async () => {
    const link = gate.forLink('w', 's')
    const left = link.perform(from(agent, 1), () => Promise.resolve(ok('ran')))
    void gate.forLink('w', 'other').perform(from(agent, 1), () => Promise.resolve(ok('ran')))
    void link.perform(from({ ...agent, registration: 'r2' }, 1), () => Promise.resolve(ok('ran')))
    await asked(3)
    link.leave('r1')
    expect(await left).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    expect(approvals.list()).toMatchObject([{ source: 'other' }, { actor: { registration: 'r2' } }])
  })

  test('what is too large to be shown is not asked (F18)', async () => {
    expect(await perform(request(operator, 'append', { target: 't'.repeat(4_096) })).result).toEqual(ok('done'))
    expect(await perform(request(operator, 'append', { target: 't'.repeat(4_097) })).result).toMatchObject({
      ok: false,
      fault: { code: 'too-large' },
    })
  })

  test('what is stopped between its approval and its start has an end in the record', async () => {
    const controller = new AbortController()
    const { result, ran } = perform(request(operator, 'append', { signal: controller.signal }))
    controller.abort()
    expect(await result).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    expect(ran()).toBe(0)
    expect(phases()).toEqual(['allowed', 'refused'])
  })

  test('an asker that gives up withdraws its question', async () => {
    const controller = new AbortController()
    const { result, ran } = perform(request(agent, 'spawn', { signal: controller.signal }))
    await asked()
    controller.abort()
    expect(await result).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    expect(approvals.list()).toEqual([])
    expect(services.journal.approvals()).toEqual([])
    expect(ran()).toBe(0)
  })

  test('an unanswered question expires', async () => {
    vi.useFakeTimers()
    const { result, ran } = perform(request(agent, 'spawn'))
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    expect(await result).toMatchObject({ ok: false, fault: { code: 'timeout' } })
    expect(ran()).toBe(0)
    expect(services.journal.approvals()).toEqual([])
  })

  test('every change is reported', async () => {
    perform(request(agent, 'spawn'))
    await asked()
    expect(changes).toBe(1)
    await say({ allow: false })
    expect(changes).toBe(2)
  })
})

describe('a restart', () => {
  test('keeps the question; an approval lets the next request through, once', async () => {
    const { result } = perform(request(agent, 'spawn'))
    await asked()
    restart()
    expect((await result).ok).toBe(false)
    expect(approvals.list()).toHaveLength(1)
    valueOf(await say({ allow: true, scope: 'once' }))
    expect(await perform(request(agent, 'spawn')).result).toEqual(ok('done'))
    const again = perform(request(agent, 'spawn'))
    await asked()
    expect(again.ran()).toBe(0)
  })

  test('refusing the kept question does not let the next request through', async () => {
    perform(request(agent, 'spawn'))
    await asked()
    restart()
    valueOf(await say({ allow: false }))
    const again = perform(request(agent, 'spawn'))
    await asked()
    expect(again.ran()).toBe(0)
  })

  test('an asker that returns joins its question', async () => {
    perform(request(agent, 'spawn'))
    await asked()
    restart()
    const again = perform(request(agent, 'spawn'))
    await Promise.resolve()
    expect(approvals.list()).toHaveLength(1)
    valueOf(await say({ allow: true, scope: 'once' }))
    expect(await again.result).toEqual(ok('done'))
  })

  test('keeps permanent approvals and forgets those for the session', async () => {
    for (const scope of ['session', 'always'] as const) {
      const { result } = perform(request(agent, 'spawn', { exact: scope }))
      await asked()
      valueOf(await say({ allow: true, scope }))
      await result
    }
    restart()
    expect(await perform(request(agent, 'spawn', { exact: 'always' })).result).toEqual(ok('done'))
    perform(request(agent, 'spawn', { exact: 'session' }))
    await asked()
  })
})

describe('outcomes', () => {
  test('a failed effect is recorded with its fault, a thrown one is a fault and a log line', async () => {
    const failed = await gate.perform(request(operator, 'append'), () => Promise.resolve(fail('unavailable', 'full')))
    expect(failed).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    expect(services.journal.acts(1)[0]).toMatchObject({ phase: 'failed', fault: { message: 'full' }, actor: 'operator operator' })
    const thrown = await gate.perform(request(operator, 'append'), () => Promise.reject(new Error('bug')))
    expect(thrown).toMatchObject({ ok: false, fault: { code: 'internal', detail: 'bug' } })
    expect(services.logged.join()).toContain('bug')
  })

  test('what cannot be recorded is not done', async () => {
    services.journal.close()
    const { result, ran } = perform(request(operator, 'append'))
    expect(await result).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    expect(ran()).toBe(0)
  })
})
