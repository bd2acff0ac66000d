import { expect, test } from 'vitest'
import { haltRowSchema, haltWords, noPlan } from '../../core/halt.ts'
import type { Halt, HaltOrder, HaltPlan, HaltRow } from '../../core/halt.ts'
import { mergeRows, rowsOf } from './halt-table.ts'
import type { Room } from '../room.ts'

/** The row of the only link of a workspace, whose hook gives this plan; with other halts that stay, the row of RESUME. */
function rowOf(plan: HaltPlan | ((order: HaltOrder) => HaltPlan), others: readonly Halt[] = []) {
  const logged: string[] = []
  const links = {
    list: () => [{ id: 'l', protocol: 'fake', name: 'fake', enabled: true }],
    halt: () => ({ preview: typeof plan === 'function' ? plan : () => plan }),
    isNetwork: () => false,
  }
  const room = { id: 'w', state: () => ({ agents: [] }), workspace: () => ({ operator: 'mira' }), sendQueue: { list: () => [] }, links }
  const of = {
    id: '7F3K',
    verb: others.length > 0 ? 'resume' : 'halt',
    level: 'stop',
    scope: { kind: 'all' },
    at: 0,
    messageId: () => 'x',
  } as const
  const services = { now: () => 0, log: (message: string) => void logged.push(message), halts: { list: () => others } }
  const [row] = rowsOf(services, room as unknown as Room, of)
  return { row, logged }
}

const ofSome = (id: string) => ({ id, scope: { kind: 'agents', workspace: 'w', agents: [id] } })
test.each([
  ['of everybody', [ofSome('A111'), { id: 'B222', scope: { kind: 'all' } }], 'but HALT B222 stays: wait for RESUME B222.'],
  ['of some agents each', [ofSome('A111'), ofSome('B222')], 'go on, unless another HALT is for you, too: then wait for its RESUME.'],
])('with two halts that stay, one of them %s, the end of a third is true for whoever reads it (F28)', (_of, others, said) => {
  const orders: HaltOrder[] = []
  rowOf((order) => (orders.push(order), noPlan), others as never)
  expect(orders.map((order) => haltWords(order))).toEqual([`RESUME 7F3K — ${said}`])
})

test('what cannot be shown of a link keeps nothing else of it from being halted (F28)', () => {
  const said = { key: 'here', place: 'here', wire: 'HALT 7F3K' }
  const { row, logged } = rowOf({
    ...noPlan,
    says: [{ ...said, key: 'k'.repeat(401) }, said],
    ends: [{ key: 'Docs', what: 'Docs' }],
    offers: [{ ...said, what: 'w'.repeat(501), note: '' }],
  })
  expect(haltRowSchema.safeParse(row)).toMatchObject({ success: true })
  expect(row).toMatchObject({ says: [said], ends: [{ key: 'Docs' }], offers: [] })
  expect(logged).toHaveLength(2)
})

test('a program that ends by itself while the level is raised stays in the table (F28)', () => {
  const { row } = rowOf({ ...noPlan, ends: [{ key: 'Docs', what: 'Docs' }] })
  const { row: later } = rowOf({ ...noPlan, ends: [{ key: 'Lint', what: 'Lint' }] })
  if (row === undefined || later === undefined) throw new Error('no row')
  const stepOf = (step: HaltRow['ends'][number]['step']): unknown =>
    mergeRows([{ ...row, ends: row.ends.map((end) => ({ ...end, step })) }], [later], ['l'])[0]?.ends.map((end) => [end.key, end.step])
  for (const step of ['planned', 'failed', 'done'] as const)
    expect(stepOf(step)).toEqual([
      ['Docs', step],
      ['Lint', 'planned'],
    ])
  expect(stepOf('left')).toEqual([['Lint', 'planned']])
})
