import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testServices, type TestServices } from '../../../test/fakes/services.ts'
import type { Approval, Effect, Grant } from '../../core/approval.ts'
import { fail, ok } from '../../core/fault.ts'
import { openGrants, type Grants } from './grants.ts'
import { JournalError } from '../../core/journal.ts'

let services: TestServices
let grants: Grants
beforeEach(async () => {
  services = await testServices()
  grants = openGrants(services)
})
afterEach(() => services.close())

const actor = { kind: 'agent', name: 'boss', registration: 'r1' } as const
const effectOf = (exact: string, more: Partial<Effect> = {}): Effect => ({ kind: 'spawn', target: 'build', exact, ...more })
const approvalOf = (effect: Effect): Approval => ({
  id: 'a',
  workspace: 'w',
  source: 's',
  actor,
  effect,
  question: 'boss asks',
  at: 0,
  hidden: [],
  digest: 'd',
})
const standing = (agent: string) => ({ agent, registration: 'r1', reaches: [{ kind: 'spawn', reach: 'folder', target: '/' }] }) as const
const texts = (list: readonly Grant[]): string[] => list.map(({ exact }) => exact)
const give = (exact: string, scope: 'session' | 'always' | 'once', more: Partial<Effect> = {}) =>
  grants.give(approvalOf(effectOf(exact, more)), scope)
const use = (exact: string): boolean => grants.use({ workspace: 'w', source: 's', actor, effect: effectOf(exact) })

describe('what is kept of standing approvals (F24)', () => {
  test.each(['session', 'once'] as const)('with too many for %s, the oldest goes and the others stay', (scope) => {
    for (let number = 0; number <= 1_000; number++) expect(give(`npm run ${number}`, scope)).toEqual(ok(undefined))
    expect(['npm run 0', 'npm run 1', 'npm run 1000'].map(use)).toEqual([false, true, true])
  })

  test('of those that have ended, as many as can be looked through are listed, the newest, also after a restart', () => {
    for (let number = 0; number <= 200; number++) {
      expect(give(`npm run ${number}`, 'always')).toEqual(ok(undefined))
      expect(grants.end('w', 's', 'r1')).toEqual(ok(undefined))
    }
    expect([texts(grants.list()).length, texts(grants.list())[0]]).toEqual([200, 'npm run 1'])
    expect(texts(openGrants(services).list()).toSorted()).toEqual(texts(grants.list()).toSorted())
  })

  test('an agent of a link is allowed anew without what others, or it itself for one text, were allowed', () => {
    expect(give('npm test', 'always')).toEqual(ok(undefined))
    for (const agent of ['boss', 'coder', 'boss']) expect(grants.allow('w', 's', standing(agent))).toEqual(ok(undefined))
    expect(grants.list().map((grant) => [grant.actor.name, grant.exact])).toEqual([
      ['boss', 'npm test'],
      ['coder', ''],
      ['boss', ''],
    ])
  })

  test('an approval of one request ends with the registration, too', () => {
    expect(give('npm test', 'once')).toEqual(ok(undefined))
    expect(grants.end('w', 's', 'r1')).toEqual(ok(undefined))
    expect(use('npm test')).toBe(false)
  })

  test('none for what is asked every time', () => {
    for (const scope of ['session', 'always'] as const)
      expect(give('npm test', scope, { alone: true })).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    expect([grants.list(), use('npm test')]).toEqual([[], false])
  })

  test('one that cannot be stored is not given, and one that cannot be removed stays listed', () => {
    const full = new JournalError(fail('unavailable', 'The disk is full.').fault)
    const put = vi.spyOn(services.journal, 'putGrant').mockThrow(full)
    expect(give('npm test', 'always')).toMatchObject({ fault: { message: 'The disk is full.' } })
    expect(use('npm test')).toBe(false)
    put.mockRestore()
    expect(give('npm test', 'always')).toEqual(ok(undefined))
    const [grant] = grants.list()
    const remove = vi.spyOn(services.journal, 'removeGrant').mockThrow(full)
    expect(grants.revoke(grant?.id ?? '')).toMatchObject({ fault: { message: 'The disk is full.' } })
    expect(grants.list()).toEqual([grant])
    remove.mockRestore()
    expect(grants.revoke(grant?.id ?? '')).toEqual(ok(undefined))
    expect([grants.list(), use('npm test')]).toEqual([[], false])
  })
})
