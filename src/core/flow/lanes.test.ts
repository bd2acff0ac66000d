import { describe, expect, it } from 'vitest'
import { arrangeLanes, foldAtFirst, noOrder, orderLanes, type LaneAgent } from './lanes.ts'
import { measuresOf } from './measures.ts'

const agent = (id: string, group: string, more: Partial<LaneAgent> = {}): LaneAgent => ({
  id,
  isOperator: id === 'you',
  group: { key: group, name: group },
  needsYou: false,
  isTrouble: false,
  lastSeen: 0,
  ...more,
})
const fleet = [
  agent('old', 'harbour', { lastSeen: 1 }),
  agent('you', ''),
  agent('new', 'gateway', { lastSeen: 9 }),
  agent('asks', 'auth', { needsYou: true, lastSeen: 5 }),
  agent('next', 'gateway', { lastSeen: 3 }),
]
const options = { folded: new Set<string>(), quiet: new Set<string>(), measures: measuresOf('comfortable'), isGrouped: true }
const many = (count: number, trouble = -1): LaneAgent[] =>
  Array.from({ length: count }, (_, at) => agent(`n${at}`, `g${at % 8}`, { isTrouble: at === trouble }))

const folds = (agents: readonly LaneAgent[]): string[] => [...foldAtFirst(agents, orderLanes(noOrder, agents))]

describe('the order of lanes', () => {
  it('is you, groups that need you, then the group used last; inside a group that of appearance', () => {
    const order = orderLanes(noOrder, fleet)
    expect(arrangeLanes(fleet, { ...options, order }).map(({ id }) => id)).toEqual([
      'you',
      'group:auth',
      'asks',
      'group:gateway',
      'new',
      'next',
      'group:harbour',
      'old',
    ])
  })

  it('stays when something happens, and new lanes and groups come last', () => {
    const order = orderLanes(noOrder, fleet)
    const later = [
      agent('late', 'gateway', { needsYou: true }),
      ...fleet.map((one) => (one.id === 'old' ? { ...one, needsYou: true, lastSeen: 99 } : one)),
      agent('other', 'fresh'),
    ]
    const next = orderLanes(order, later)
    expect(next.groups).toEqual(['auth', 'gateway', 'harbour', 'fresh'])
    expect(
      arrangeLanes(later, { ...options, order: next })
        .map(({ id }) => id)
        .slice(3, 7),
    ).toEqual(['group:gateway', 'new', 'next', 'late'])
    expect(orderLanes(next, later)).toBe(next)
  })

  it('has no heads without groups', () => {
    const rows = arrangeLanes(fleet, { ...options, order: orderLanes(noOrder, fleet), isGrouped: false })
    expect(rows.map(({ kind }) => kind)).toEqual(['lane', 'lane', 'lane', 'lane', 'lane'])
    expect(rows.map(({ y }) => y)).toEqual([0, 44, 88, 132, 176])
  })
})

it('dense lanes have no heads: 25 of them fit into 650 px', () => {
  const agents = many(25, 7)
  const rows = arrangeLanes(agents, { ...options, order: orderLanes(noOrder, agents), measures: measuresOf('dense') })
  expect(rows.reduce((sum, { height }) => sum + height, 0)).toBe(650)
  expect(rows.every(({ group }) => group !== undefined)).toBe(true)
})

describe('folding', () => {
  it('leaves up to 12 lanes open, and folds groups without trouble beyond, the last ones first', () => {
    expect(folds(many(12))).toEqual([])
    expect(folds(many(16))).toEqual(['g6', 'g7'])
    expect(folds(many(24, 7))).toEqual(['g3', 'g4', 'g5', 'g6'])
  })

  it('folds everything beyond 40 lanes', () => {
    expect(folds(many(41, 3))).toHaveLength(8)
    const order = orderLanes(noOrder, many(41))
    const rows = arrangeLanes(many(41), { ...options, order, folded: foldAtFirst(many(41), order) })
    expect(rows.map(({ kind, height }) => `${kind} ${height}`)).toEqual(Array.from({ length: 8 }, () => 'folded 38'))
    expect(rows[0]?.agents).toEqual(['n0', 'n8', 'n16', 'n24', 'n32', 'n40'])
  })

  it('keeps a single group open', () => {
    expect(folds(many(24).map((one) => ({ ...one, group: { key: 'g', name: 'g' } })))).toEqual([])
  })

  it('puts heads, narrow and folded lanes below each other without gaps', () => {
    const rows = arrangeLanes(fleet, {
      ...options,
      order: orderLanes(noOrder, fleet),
      folded: new Set(['harbour']),
      quiet: new Set(['next']),
    })
    expect(rows.map(({ kind, height }) => [kind, height])).toEqual([
      ['lane', 44],
      ['group', 24],
      ['lane', 44],
      ['group', 24],
      ['lane', 44],
      ['quiet', 24],
      ['folded', 38],
    ])
    for (const [at, row] of rows.entries()) expect(row.y).toBe(rows.slice(0, at).reduce((sum, { height }) => sum + height, 0))
  })

  it('filters by the names of agents and groups', () => {
    const order = orderLanes(noOrder, fleet)
    const ids = (filter: string): string[] => arrangeLanes(fleet, { ...options, order, filter }).map(({ id }) => id)
    expect(ids('NEX')).toEqual(['group:gateway', 'next'])
    expect(ids('harb')).toEqual(['group:harbour', 'old'])
    expect(ids('zzz')).toEqual([])
  })
})
