import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answer } from '../../../test/fakes/answer.ts'
import { testServices, type TestServices } from '../../../test/fakes/services.ts'
import { ok, type Result } from '../../core/fault.ts'
import type { Confirmation, GateRequest } from '../../core/protocol.ts'
import { openApprovals, type Approvals } from './approvals.ts'
import { openGate, type EngineGate } from './gate.ts'
import { openGrants, type Grants } from './grants.ts'
import type { Shell } from '../../core/shell.ts'

let services: TestServices
let grants: Grants
let approvals: Approvals
let gate: EngineGate
beforeEach(async () => {
  services = await testServices()
  grants = openGrants(services)
  approvals = openApprovals(services, grants, () => undefined)
  gate = openGate(services, grants, approvals)
})
afterEach(async () => {
  approvals.close()
  await gate.settled()
  services.close()
})

function write(target: string, exact = 'text'): GateRequest {
  return { actor: { kind: 'agent', name: 'session', registration: 'r1' }, effect: { kind: 'write', target, exact }, question: 'Write?' }
}

/** True if the effect ran, false if approval was asked. */
function isFree(request: GateRequest, workspace = 'w', source = 's'): Promise<boolean> {
  const before = approvals.list().length
  return new Promise((resolve) => {
    void gate.forLink(workspace, source).perform(request, () => Promise.resolve(ok(resolve(true))))
    setImmediate(() => approvals.list().length > before && resolve(false))
  })
}

describe('a standing approval for a folder', () => {
  const standing = { agent: 'session', registration: 'r1', reaches: [{ kind: 'write', reach: 'folder', target: '/srv/site' }] } as const

  test('covers files in the folder and nothing else', async () => {
    expect(await gate.forLink('w', 's').allow(standing, gate.confirm('s'))).toEqual(ok(undefined))
    expect(await isFree(write('/srv/site/a.txt'))).toBe(true)
    expect(await isFree(write('/srv/site/deep/a.txt'))).toBe(true)
    for (const other of ['/srv/site-evil/a.txt', '/srv/a.txt', '/srv/site/../a.txt', '/']) expect(await isFree(write(other))).toBe(false)
  })

  test('does not cover another agent, kind, workspace or text with hidden characters', async () => {
    await gate.forLink('w', 's').allow(standing, gate.confirm('s'))
    expect(await isFree({ ...write('/srv/site/a'), actor: { kind: 'agent', name: 'other' } })).toBe(false)
    expect(await isFree({ ...write('/srv/site/a'), effect: { kind: 'delete', target: '/srv/site/a', exact: '' } })).toBe(false)
    expect(await isFree(write('/srv/site/a', 'a\u202Eb'))).toBe(false)
    const { effect, ...rest } = write('/srv/site/.husky/pre-commit')
    expect(await isFree({ ...rest, effect: { ...effect, alone: true } })).toBe(false)
    expect(await isFree(write('/srv/site/a'), 'another')).toBe(false)
  })

  test('is for an agent of one link: another of that name has none, and neither ends nor replaces it', async () => {
    await gate.forLink('w', 's').allow(standing, gate.confirm('s'))
    expect(await isFree(write('/srv/site/a'), 'w', 'other')).toBe(false)
    const other = gate.forLink('w', 'other')
    expect(
      (await other.allow({ ...standing, reaches: [{ kind: 'delete', reach: 'folder', target: '/srv' }] }, gate.confirm('other'))).ok,
    ).toBe(true)
    expect(await isFree(write('/srv/site/a'))).toBe(true)
    expect(other.withdraw('session').ok).toBe(true)
    expect(openGrants(services).list()).toMatchObject([{ source: 's', kind: 'write' }])
  })

  test('needs a confirmation made for this very link', async () => {
    expect(await gate.forLink('w', 's').allow(standing, gate.confirm('another'))).toMatchObject({
      ok: false,
      fault: { code: 'not-allowed' },
    })
    expect(await gate.forLink('w', 's').allow(standing, {} as Confirmation)).toMatchObject({ ok: false })
    expect(grants.list()).toEqual([])
  })

  test('survives a restart, is replaced as a whole and withdrawn as a whole', async () => {
    const link = gate.forLink('w', 's')
    await link.allow(
      { ...standing, reaches: (['write', 'delete'] as const).map((kind) => ({ kind, reach: 'folder' as const, target: '/srv/site' })) },
      gate.confirm('s'),
    )
    expect(openGrants(services).list().length).toBe(2)
    await link.allow(standing, gate.confirm('s'))
    expect(grants.list().map((grant) => grant.kind)).toEqual(['write'])
    expect(link.withdraw('session')).toEqual(ok(undefined))
    expect(openGrants(services).list()).toEqual([])
  })

  test('ends with its link, and leaves those of other links', async () => {
    await gate.forLink('w', 's').allow(standing, gate.confirm('s'))
    await gate.forLink('w', 'other').allow(standing, gate.confirm('other'))
    expect(grants.forget('s')).toEqual(ok(undefined))
    expect(grants.list()).toMatchObject([{ source: 'other' }])
    expect(openGrants(services).list()).toHaveLength(1)
  })
})

const ask = (exact: string, target = 'build', name = 'lead', pair = true): GateRequest => ({
  actor: { kind: 'agent', name, registration: 'r1' },
  effect: { kind: 'spawn', target, exact, ...(pair && { pair }) },
  question: 'Run it?',
})

test('“always” for a pair covers any text of this asker on this target, but neither hidden characters nor another target', async () => {
  expect(await isFree(ask('npm test'))).toBe(false)
  expect(await answer(services, approvals, { allow: true, scope: 'always' })).toEqual(ok(undefined))
  expect(await isFree(ask('npm run lint'))).toBe(true)
  expect(await isFree(ask('npm test\u202E'))).toBe(false)
  expect(await isFree(ask('npm test', 'deploy'))).toBe(false)
  expect(await isFree(ask('npm test', 'build', 'coder'))).toBe(false)
  expect(await isFree(ask('npm start', 'build', 'lead', false))).toBe(false)
  expect(openGrants(services).list()).toMatchObject([{ reach: 'pair', target: 'build', exact: '' }])
})

test('what the operator confirmed on a screen is not asked again, for the link that received the proof', async () => {
  const request = { ...write('/x'), actor: { kind: 'operator', name: 'me' }, effect: { kind: 'spawn', target: '/x', exact: 'ls' } } as const
  const perform = (confirmed: Confirmation): Promise<Result<unknown>> =>
    gate.forLink('w', 's').perform({ ...request, confirmed }, () => Promise.resolve(ok('done')))
  expect(await perform(gate.confirm('s'))).toEqual(ok('done'))
  void perform(gate.confirm('another'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(approvals.list().length).toBe(1)
})

/** The operator's link performs something that the operator confirmed on a page. */
const performConfirmed = (kind: 'spawn' | 'write'): Promise<Result<unknown>> =>
  gate.forLink('w', 's').perform(
    {
      actor: { kind: 'operator', name: 'me' },
      effect: { kind, target: '/x', exact: 'ls' },
      question: 'Run?',
      confirmed: gate.confirm('s'),
    },
    () => Promise.resolve(ok('done')),
  )

describe('if the shell has a surface of its own', () => {
  const asked: string[] = []
  let isMeant = false
  beforeEach(async () => {
    asked.splice(0)
    services.close()
    const whole = await testServices()
    const confirming: Shell = {
      kind: 'in-process',
      confirmApproval: ({ effect }, scope) => {
        asked.push(`${scope}: ${effect.kind} ${effect.exact}`)
        return Promise.resolve(isMeant)
      },
    }
    services = { ...whole, shell: confirming }
    grants = openGrants(services)
    approvals = openApprovals(services, grants, () => undefined)
    gate = openGate(services, grants, approvals)
  })
  test('a program that a page claims is confirmed runs only after approval there (F24)', async () => {
    isMeant = false
    expect(await performConfirmed('spawn')).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    isMeant = true
    expect(await performConfirmed('spawn')).toEqual(ok('done'))
    expect(await performConfirmed('write')).toEqual(ok('done'))
    expect(asked).toEqual(['once: spawn ls', 'once: spawn ls'])
  })

  test('a standing approval is given only after confirmation there (F24)', async () => {
    const standing = { agent: 'session', registration: 'r1', reaches: [{ kind: 'write', reach: 'folder', target: '/srv' }] } as const
    isMeant = false
    expect(await gate.forLink('w', 's').allow(standing, gate.confirm('s'))).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    expect(grants.list()).toEqual([])
    isMeant = true
    expect(await gate.forLink('w', 's').allow(standing, gate.confirm('s'))).toEqual(ok(undefined))
    expect(asked).toEqual(['always: write write anything in /srv', 'always: write write anything in /srv'])
  })
})
