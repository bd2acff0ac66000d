import { expect, test } from 'vitest'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { EngineContext } from '../engine-context.ts'
import { gateHandlers } from './gate.ts'

/** The handlers with one open workspace. @param outcome of the decision. @returns also how often the windows were told at once. */
function handlersFor(outcome: Result<undefined>) {
  let told = 0
  const context = {
    services: {},
    rooms: { running: () => [{ id: 'w', hub: { decided: () => told++ } }] },
    approvals: { decide: () => Promise.resolve(outcome), refuseAll: () => (outcome.ok ? ok(3) : outcome) },
    grants: {},
  } as unknown as EngineContext
  return { handlers: gateHandlers(context), told: () => told }
}
const decision = { allow: true, scope: 'once' } as const
const caller = { id: 'window', wire: 'in-process' } as const

test('a decision about an approval is shown at once, however busy the workspace is (F24)', async () => {
  const { handlers, told } = handlersFor(ok(undefined))
  expect(await handlers['gate.decide']({ id: 'a', digest: 'd', decision }, caller)).toEqual(ok({}))
  expect(told()).toBe(1)
  expect(await handlers['gate.refuseAll']({ id: 'a' }, caller)).toEqual(ok({ refused: 3 }))
  expect(told()).toBe(2)
})

test('what was not decided is not shown', async () => {
  const { handlers, told } = handlersFor(fail('not-found', 'This approval was already decided.'))
  expect(await handlers['gate.decide']({ id: 'a', digest: 'd', decision }, caller)).toMatchObject({ ok: false })
  expect(await handlers['gate.refuseAll']({ id: 'a' }, caller)).toMatchObject({ ok: false })
  expect(told()).toBe(0)
})
