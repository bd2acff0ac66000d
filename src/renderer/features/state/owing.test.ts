import { expect, test, vi } from 'vitest'
import type { DeskState } from '../../../api/desk.ts'
import { emptyDesk } from '../../../../test/fakes/empty-desk.ts'
import { ok } from '../../../core/fault.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureDesk } from '../testing/desk-fixtures.ts'
import { pastAt, pastMoment as then } from '../testing/past-fixtures.ts'
import { testStore } from '../testing/test-render.tsx'

const desk: DeskState = { ...fixtureDesk, agents: [{ id: 'operator', owes: 1, overdue: 1, owed: 0 }] }

/** A started store whose delays end when the test says so. */
async function started(of: DeskState = desk) {
  const client = createMockClient()
  const delays: { readonly run: () => void; readonly ms: number }[] = []
  const store = testStore(client, { later: (run, ms) => void delays.push({ run, ms }) })
  await store.getState().start()
  await vi.waitFor(() => expect(store.getState().state).toBeDefined())
  client.setState({ desk: of })
  delays.length = 0
  const pass = (): void => delays.splice(0).forEach(({ run }) => run())
  const asked = (): unknown[] => client.calls.flatMap(({ method, input }) => (method === 'desk.ofEvents' ? [input] : []))
  return { client, store, delays, pass, asked, now: store.getState }
}

test('rows that stay on screen are asked about in one call, rows that pass are not', async () => {
  const { delays, pass, asked, now } = await started()
  for (let at = 0; at < 20; at++) now().inSight([`e${at}`, `e${at + 1}`])
  now().inSight(['e000007', 'e000008'])
  for (const { run } of delays.splice(0, 20)) run()
  expect(asked()).toEqual([])
  pass()
  await vi.waitFor(() => expect(now().owing.get('e000008')).toMatchObject({ isMine: true, isOverdue: true }))
  expect(asked()).toEqual([{ workspace: 'w1', events: ['e000007', 'e000008'] }])
  now().inSight(['e000007', 'e000008'])
  pass()
  expect(asked()).toHaveLength(1)
  now().inSight(Array.from({ length: 500 }, (_, at) => `e${at}`))
  pass()
  expect((asked().at(-1) as { events: unknown[] }).events).toHaveLength(100)
})

test('when debts change the same rows are asked about again, once in a while', async () => {
  const { client, delays, pass, asked, now } = await started()
  now().inSight(['e000008'])
  pass()
  await vi.waitFor(() => expect(now().owing.size).toBe(1))
  const drawn = now().owing.get('e000008')
  client.setState({ desk: { ...desk, revision: 2 } })
  for (let at = 0; at < 20; at++) now().owingChanged()
  expect(delays.map(({ ms }) => ms)).toEqual([1_000])
  pass()
  await vi.waitFor(() => expect(asked()).toHaveLength(2))
  expect(now().owing.get('e000008')).toBe(drawn)
  client.on('desk.ofEvents', () => ({ ok: true, value: [] }))
  client.setState({ desk: { ...desk, revision: 3 } })
  now().owingChanged()
  pass()
  await vi.waitFor(() => expect(now().owing.size).toBe(0))
})

test('where nobody owes anything, nothing is asked', async () => {
  const { pass, asked, now } = await started(emptyDesk)
  now().inSight(['e000008'])
  now().owingChanged()
  pass()
  expect(asked()).toEqual([])
})

test('what messages owe now is not shown in the past, and asked about again afterwards', async () => {
  const { client, store, pass, now } = await started()
  client.on('past.state', ({ asOf }) => ok(pastAt(asOf)))
  now().inSight(['e000008'])
  pass()
  await vi.waitFor(() => expect(now().owing.size).toBe(1))
  await store.getState().lookAt(then)
  expect(now().owing.size).toBe(0)
  now().backToNow()
  pass()
  await vi.waitFor(() => expect(now().owing.size).toBe(1))
})
