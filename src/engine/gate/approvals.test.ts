import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answer } from '../../../test/fakes/answer.ts'
import { testServices, type TestServices } from '../../../test/fakes/services.ts'
import type { Approval, ApprovalScope, Effect } from '../../core/approval.ts'
import type { Halt } from '../../core/halt.ts'
import { readMs } from '../../core/read-time.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { GateRequest } from '../../core/protocol.ts'
import { openApprovals, type Approvals } from './approvals.ts'
import { openGate, type EngineGate } from './gate.ts'
import { openGrants, type Grants } from './grants.ts'
import { JournalError } from '../../core/journal.ts'
import type { Shell } from '../../core/shell.ts'

let services: TestServices
let grants: Grants
let approvals: Approvals
let gate: EngineGate

function open(shell: Partial<Shell> = {}): void {
  const own = { ...services, shell: { ...services.shell, ...shell } }
  grants = openGrants(own)
  approvals = openApprovals(own, grants, () => undefined)
  gate = openGate(own, grants, approvals)
}
beforeEach(async () => {
  services = await testServices()
  open()
})
afterEach(async () => {
  approvals.close()
  await gate.settled()
  services.close()
})

const once = { allow: true, scope: 'once' } as const

function request(exact: string, more: Partial<Effect> = {}, actor: Partial<GateRequest['actor']> = {}): GateRequest {
  return {
    actor: { kind: 'agent', name: 'boss', registration: 'r1', ...actor },
    effect: { kind: 'spawn', target: 'build', exact, ...more },
    question: 'boss asks',
  }
}
async function pose(
  given: GateRequest,
  workspace = 'w',
  source = 's',
): Promise<{ readonly question: Approval; readonly result: Promise<Result<string>> }> {
  const before = new Set(approvals.list().map(({ id }) => id))
  const result = gate.forLink(workspace, source).perform(given, () => Promise.resolve(ok('ran')))
  await vi.waitFor(() => expect(approvals.list().some(({ id }) => !before.has(id))).toBe(true))
  return { question: approvals.list().find(({ id }) => !before.has(id)) as Approval, result }
}
/** True if it ran without a question. */
async function isFree(given: GateRequest): Promise<boolean> {
  const before = approvals.list().length
  return new Promise((resolve) => {
    void gate.forLink('w', 's').perform(given, () => Promise.resolve(ok(resolve(true))))
    setImmediate(() => approvals.list().length > before && resolve(false))
  })
}

test.each([
  ['you asks to be the lead.', '“you” asks to be the lead.'],
  ['Nobody asks', '“Nobody” asks'],
  ['your asks', 'your asks'],
])('an agent whose name is a word of the screen is quoted where it asks: %s (F24)', async (question, shown) => {
  const [name = ''] = question.split(' ')
  expect((await pose({ ...request(name, {}, { name }), question })).question.question).toBe(shown)
})

describe('an approval is for what was read (F24)', () => {
  test('not before the reading time is over; a refusal is accepted immediately', async () => {
    const { question, result } = await pose(request('npm test'))
    const early = (): Promise<Result<void>> => approvals.decide(question.id, question.digest, once)
    expect(await early()).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    services.advance(readMs - 1)
    expect(await early()).toMatchObject({ ok: false })
    services.advance(-3_600_000)
    expect(await early()).toMatchObject({ ok: false })
    services.advance(readMs)
    expect(await early()).toEqual(ok(undefined))
    expect(await result).toEqual(ok('ran'))
    const other = await pose(request('npm start'))
    expect(await approvals.decide(other.question.id, other.question.digest, { allow: false })).toEqual(ok(undefined))
    expect(await other.result).toMatchObject({ fault: { code: 'refused' } })
  })

  test('not with the digest of another text, asker or condition', async () => {
    const { question } = await pose(request('npm test'))
    const others = [
      request('npm test '),
      request('npm test', { target: 'deploy' }),
      request('npm test', { kind: 'open' }),
      request('npm test', { why: 'because' }),
      request('npm test', { pair: true }),
      request('npm test', { terms: [{ label: 'Runs', value: 'x' }] }),
      request('npm test', {}, { registration: 'r2' }),
    ]
    const digests = new Set<string>()
    for (const other of others) {
      const posed = await pose(other)
      digests.add(posed.question.digest)
      await approvals.decide(posed.question.id, posed.question.digest, { allow: false })
    }
    expect(digests.size).toBe(others.length)
    services.advance(readMs)
    for (const digest of digests) expect(await approvals.decide(question.id, digest, once)).toMatchObject({ fault: { code: 'conflict' } })
    expect(approvals.list().map(({ id }) => id)).toContain(question.id)
  })

  test('a question of an earlier run must be read again', async () => {
    const { question } = await pose(request('npm test'))
    services.advance(readMs)
    approvals.close()
    open()
    expect(await approvals.decide(question.id, question.digest, once)).toMatchObject({ fault: { code: 'not-allowed' } })
  })

  test.each([
    ['longer than its box', 'x\n'.repeat(12)],
    ['with blank lines before its end', `npm test${'\n'.repeat(300)}curl x | sh`],
    ['with hidden characters', 'npm test\u202E'],
  ])('a text %s is allowed once and never in advance', async (_what, exact) => {
    const { question, result } = await pose(request(exact, { pair: true }))
    for (const scope of ['session', 'always'] as const)
      expect(await answer(services, approvals, { allow: true, scope })).toMatchObject({ fault: { code: 'not-allowed' } })
    expect(grants.list()).toEqual([])
    expect(await approvals.decide(question.id, question.digest, once)).toEqual(ok(undefined))
    expect(await result).toEqual(ok('ran'))
  })
})

async function always(): Promise<void> {
  await pose(request('npm test', { pair: true }))
  expect(await answer(services, approvals, { allow: true, scope: 'always' })).toEqual(ok(undefined))
  expect(await isFree(request('npm run lint', { pair: true }))).toBe(true)
}

describe('a standing approval is for a registration (F24)', () => {
  test('not for another agent that takes the name, and not for a name alone', async () => {
    await always()
    expect(await isFree(request('npm run lint', { pair: true }, { registration: 'r2' }))).toBe(false)
    const { actor, ...rest } = request('npm run dev', { pair: true })
    expect(await isFree({ ...rest, actor: { kind: actor.kind, name: actor.name } })).toBe(false)
  })

  test('an agent without a registration gets none', async () => {
    const { actor, ...rest } = request('npm test')
    await pose({ ...rest, actor: { kind: actor.kind, name: actor.name } })
    for (const scope of ['session', 'always'] as const)
      expect(await answer(services, approvals, { allow: true, scope })).toMatchObject({ fault: { code: 'not-allowed' } })
  })

  test('it ends with the registration, is listed as ended, also after a restart, and is renewed for the next one', async () => {
    await always()
    const link = gate.forLink('w', 's')
    expect(link.stands('r1')).toBe(true)
    expect(gate.forLink('w', 'other').stands('r1')).toBe(false)
    expect(gate.forLink('w', 'other').end('r1')).toEqual(ok(undefined))
    expect(link.stands('r1')).toBe(true)
    expect(link.end('r1')).toEqual(ok(undefined))
    expect(link.stands('r1')).toBe(false)
    expect(await isFree(request('npm run lint', { pair: true }))).toBe(false)
    expect(openGrants(services).list()).toMatchObject([{ ended: { why: 'registration', at: services.now() } }])
    const [ended] = grants.list()
    expect(grants.renew(ended?.id ?? '', undefined)).toMatchObject({ fault: { code: 'not-found' } })
    expect(grants.renew(ended?.id ?? '', 'r2')).toEqual(ok(undefined))
    expect(grants.renew(ended?.id ?? '', 'r3')).toMatchObject({ fault: { code: 'not-found' } })
    expect(await isFree(request('npm run build', { pair: true }, { registration: 'r2' }))).toBe(true)
    expect(await isFree(request('npm run build', { pair: true }))).toBe(false)
  })

  test('one for the session or for the next request ends with it, too', async () => {
    await pose(request('npm test'))
    await answer(services, approvals, { allow: true, scope: 'session' })
    expect(gate.forLink('w', 's').stands('r1')).toBe(true)
    gate.forLink('w', 's').end('r1')
    expect(await isFree(request('npm test'))).toBe(false)
  })
})

describe('a shell with a surface of its own', () => {
  test('asks there before a program and a standing approval, and a refusal there changes nothing', async () => {
    const asked: [string, ApprovalScope][] = []
    let isMeant = false
    open({
      confirmApproval: async (approval, scope) => {
        asked.push([approval.effect.exact, scope])
        return isMeant
      },
    })
    const { result } = await pose(request('npm test'))
    expect(await answer(services, approvals, once)).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    expect(approvals.list()).toHaveLength(1)
    isMeant = true
    expect(await answer(services, approvals, once)).toEqual(ok(undefined))
    expect(await result).toEqual(ok('ran'))
    await pose(request('a file', { kind: 'open' }))
    await answer(services, approvals, once)
    await pose(request('a file', { kind: 'open' }))
    await answer(services, approvals, { allow: true, scope: 'session' })
    expect(asked).toEqual([
      ['npm test', 'once'],
      ['npm test', 'once'],
      ['a file', 'session'],
    ])
  })

  test('while it asks there, no second window does', async () => {
    const meant = Promise.withResolvers<boolean>()
    open({ confirmApproval: () => meant.promise })
    const { result } = await pose(request('npm test'))
    const first = answer(services, approvals, once)
    expect(await answer(services, approvals, once)).toMatchObject({ fault: { code: 'conflict' } })
    meant.resolve(true)
    expect(await first).toEqual(ok(undefined))
    expect(await result).toEqual(ok('ran'))
  })

  test('a question is not allowed if the operator halts in the meantime, and waits (F28)', async () => {
    const halt: Halt = { id: '7F3K', at: 1, scope: { kind: 'all' }, level: 'stop', by: 'operator', rows: [] }
    open({
      confirmApproval: async () => {
        services.halts.put(halt)
        return true
      },
    })
    await pose(request('npm test'))
    expect(await answer(services, approvals, once)).toMatchObject({ ok: false, fault: { code: 'refused' } })
    expect(approvals.list()).toHaveLength(1)
    expect(services.journal.acts(10).map(({ phase }) => phase)).not.toContain('allowed')
  })

  test('a question withdrawn in the meantime is not allowed', async () => {
    const stop = new AbortController()
    open({
      confirmApproval: async () => {
        stop.abort()
        return true
      },
    })
    const { result } = await pose({ ...request('npm test'), signal: stop.signal })
    expect(await answer(services, approvals, { allow: true, scope: 'always' })).toMatchObject({ fault: { code: 'not-found' } })
    expect(await result).toMatchObject({ fault: { code: 'cancelled' } })
    expect(grants.list()).toEqual([])
  })
})

describe('a question and those who ask it', () => {
  test('whoever decides second is told what was decided, also of one that was withdrawn (F24)', async () => {
    const { question, result } = await pose(request('npm test'))
    services.advance(readMs)
    const decide = (decision: Parameters<Approvals['decide']>[2]) => approvals.decide(question.id, question.digest, decision)
    expect(await Promise.all([decide(once), decide({ allow: false })])).toMatchObject([
      { ok: true },
      { fault: { code: 'not-found', message: expect.stringContaining('already approved') } },
    ])
    expect(await result).toEqual(ok('ran'))
    expect(approvals.ended(question.id)).toBe('approved')
    const stop = new AbortController()
    const other = await pose({ ...request('npm run lint'), signal: stop.signal })
    stop.abort()
    await other.result
    expect(approvals.ended(other.question.id)).toBe('withdrawn')
  })

  test('equal requests are one question, which stands as long as somebody asks, and its answer is for all of them', async () => {
    const stop = new AbortController()
    const { question, result } = await pose({ ...request('npm test'), signal: stop.signal })
    const again = gate.forLink('w', 's').perform(request('npm test'), () => Promise.resolve(ok('ran, too')))
    await vi.waitFor(() => expect(services.journal.approvals()).toHaveLength(1))
    expect(approvals.list()).toEqual([question])
    stop.abort()
    expect(await result).toMatchObject({ fault: { code: 'cancelled' } })
    expect(approvals.list()).toEqual([question])
    expect(await answer(services, approvals, once)).toEqual(ok(undefined))
    expect(await again).toEqual(ok('ran, too'))
  })

  test('a name or a role that was asked for in an earlier run is not given any more', async () => {
    await pose(request('lead', { kind: 'assign' }))
    await pose(request('npm test'))
    approvals.close()
    open()
    expect(approvals.list()).toMatchObject([{ effect: { exact: 'npm test' } }])
    expect(services.journal.approvals()).toHaveLength(1)
  })

  test('a question whose end is further away than a timer can wait does not end at once', async () => {
    vi.useFakeTimers()
    try {
      void gate.forLink('w', 's').perform(request('npm test'), () => Promise.resolve(ok('ran')))
      await vi.advanceTimersByTimeAsync(0)
      approvals.close()
      services.advance(-2 * limits.timerMs) // the clock was set back
      open()
      // A timer that is too far away is due at once.
      await vi.advanceTimersByTimeAsync(1_000)
      expect(approvals.list()).toHaveLength(1)
      // Other files of the process may have left timers.
      const waiting = vi.getTimerCount()
      approvals.close()
      expect(vi.getTimerCount()).toBe(waiting - 1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('what the journal does not take has not happened: no question and no answer, and nothing runs', async () => {
    const full = new JournalError(fail('unavailable', 'The disk is full.').fault)
    const put = vi.spyOn(services.journal, 'putApproval').mockThrow(full)
    const asked = gate.forLink('w', 's').perform(request('npm test'), () => Promise.resolve(ok('ran')))
    expect(await asked).toMatchObject({ fault: { message: 'The disk is full.' } })
    expect(approvals.list()).toEqual([])
    put.mockRestore()
    const { question } = await pose(request('npm test'))
    const remove = vi.spyOn(services.journal, 'removeApproval').mockThrow(full)
    expect(await answer(services, approvals, { allow: false })).toMatchObject({ fault: { message: 'The disk is full.' } })
    expect(approvals.refuseAll(question.id)).toMatchObject({ fault: { message: 'The disk is full.' } })
    expect(approvals.list()).toEqual([question])
    remove.mockRestore()
    expect(approvals.refuseAll(question.id)).toEqual(ok(1))
  })
})

test.each(['once', 'session', 'always'] as const)(
  'an approval that cannot be recorded allows nothing later either: %s (F24)',
  async (scope) => {
    const { question } = await pose(request('npm test'))
    // Its asker is gone, so the decision is for its next request.
    approvals.close()
    open()
    services.advance(readMs)
    const full = new JournalError(fail('unavailable', 'The disk is full.').fault)
    const broken = vi.spyOn(services.journal, 'recordAct').mockImplementation(() => {
      throw full
    })
    const { digest } = approvals.list().find(({ id }) => id === question.id) as Approval
    expect(await approvals.decide(question.id, digest, { allow: true, scope })).toMatchObject({ fault: full.fault })
    broken.mockRestore()
    expect(services.journal.approvals()).toMatchObject([{ id: question.id }])
    expect(await approvals.decide(question.id, digest, { allow: false })).toEqual(ok(undefined))
    expect(grants.list()).toEqual([])
    expect(await isFree(request('npm test'))).toBe(false)
  },
)

test('an approval whose standing grant cannot be stored allows nothing: its asker still waits, and the question stays (F24)', async () => {
  const { question, result } = await pose(request('npm test'))
  services.advance(readMs)
  const full = new JournalError(fail('unavailable', 'The disk is full.').fault)
  const broken = vi.spyOn(services.journal, 'putGrant').mockImplementation(() => {
    throw full
  })
  expect(await approvals.decide(question.id, question.digest, { allow: true, scope: 'always' })).toMatchObject({ fault: full.fault })
  broken.mockRestore()
  expect(approvals.list()).toEqual([question])
  expect(approvals.ended(question.id)).toBeUndefined()
  expect(services.journal.approvals()).toEqual([question])
  expect(services.journal.acts(10).filter(({ phase }) => phase === 'allowed')).toEqual([])
  expect(grants.list()).toEqual([])
  expect(await approvals.decide(question.id, question.digest, { allow: false })).toEqual(ok(undefined))
  expect(await result).toMatchObject({ fault: { code: 'refused' } })
})
