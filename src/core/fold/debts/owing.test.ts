import { expect, test } from 'vitest'
import { acted, ask, onRef } from '../../../../test/fakes/acts.ts'
import type { Protocol } from '../../protocol.ts'
import { openOwing } from './owing.ts'

test('of more open debts than are kept, as many are listed, and it says so', () => {
  const all = Array.from({ length: 4_400 }, (_, at) => acted(at + 1, 'a', 'b', [ask('a', ['b'], `r${at}`, 'task', { text: `Step ${at}` })]))
  const last = acted(4_401, 'b', 'a', [onRef('answer', 'b', 'r4399')])
  const actsOf = new Map([...all, last].map(({ event, acts }) => [event.id, acts]))
  const protocols = new Map([['test', { acts: ({ id }: { readonly id: string }) => actsOf.get(id) ?? [] } as unknown as Protocol]])
  const owing = (most: number, some: readonly { readonly event: typeof last.event }[]): ReturnType<typeof openOwing> => {
    const opened = openOwing(protocols, 'operator', { open: most, ended: 100, loose: 100 })
    for (const { event } of some) opened.apply({ ...event, protocol: 'test' })
    return opened
  }
  const full = owing(3_000, [...all, last])
  expect(full.isFull()).toBe(true)
  expect(full.debts().filter(({ state }) => state === 'open').length).toBeLessThanOrEqual(3_300)
  expect(full.debts().map(({ key }) => key)).toContainEqual(expect.stringContaining('r4399'))
  const some = owing(3_000, all.slice(0, 2_500))
  expect(some.isFull()).toBe(false)
  expect(some.debts()).toHaveLength(2_500)
})
