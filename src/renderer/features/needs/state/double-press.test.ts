import { expect, test, vi } from 'vitest'
import { fail, ok } from '../../../../core/fault.ts'
import { createMockClient } from '../../testing/client-mock.ts'
import { fixtureNow } from '../../testing/fixtures.ts'
import { testStore } from '../../testing/test-render.tsx'

/** A store whose clock is set by the test, and how often it asked for a decision. */
async function page() {
  const client = createMockClient()
  const clock = { at: fixtureNow }
  const store = testStore(client, { now: () => clock.at })
  await store.getState().start()
  await vi.waitFor(() => expect(store.getState().state).toBeDefined())
  const marks = (): number => client.calls.filter(({ method }) => method === 'desk.mark').length
  return { client, clock, marks, now: store.getState }
}

test('a decision that is pressed twice is one, with one toast, before and after it is answered', async () => {
  const { clock, marks, now } = await page()
  const both = [now().markDebts(['d1'], 'settle', 'Done'), now().markDebts(['d1'], 'settle', 'Done')]
  expect((await Promise.all(both)).map(({ ok: isDone }) => isDone)).toEqual([true, true])
  await now().markDebts(['d1'], 'settle', 'Done')
  expect([marks(), now().toasts.length]).toEqual([1, 1])
  clock.at += 1_000
  await now().markDebts(['d1'], 'settle', 'Done')
  expect(marks()).toBe(2)
})

test('another decision, one about another row, and one after Undo or a fault are not the second press', async () => {
  const { client, marks, now } = await page()
  await now().markDebts(['d1'], 'settle', 'Done')
  await now().markDebts(['d2'], 'settle', 'Done')
  await now().markDebts(['d2'], 'reopen', 'Reopened')
  expect(marks()).toBe(3)
  await now().undoMark()
  await now().markDebts(['d2'], 'reopen', 'Reopened')
  expect(marks()).toBe(4)
  client.on('desk.mark', () => fail('unavailable', 'Not now.'))
  await now().markDebts(['d3'], 'settle', 'Done')
  client.on('desk.mark', () => ok({ undo: 'u', sent: 0 }))
  await now().markDebts(['d3'], 'settle', 'Done')
  expect(marks()).toBe(6)
})
