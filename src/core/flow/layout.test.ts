import { describe, expect, it } from 'vitest'
import type { FlowRows } from './rows.ts'
import { debtOf, flowMidnight, flowNow, laneOf, messageOf, rowsOf, taskOf } from '../../../test/fakes/flow-rows.ts'
import { arrangeLanes, noOrder, orderLanes, type LaneAgent } from './lanes.ts'
import { layoutFlow, type FlowLayout, type LayoutInput } from './layout.ts'
import { measuresOf } from './measures.ts'
import type { TimeScale } from './scale.ts'

const minute = 60_000
/** 1,200 px for 20 minutes: one minute is 60 px. */
const scale: TimeScale = { from: flowNow - 20 * minute, to: flowNow, width: 1_200 }
const measures = measuresOf('comfortable')

function lay(data: Partial<FlowRows>, more: Partial<LayoutInput> & { readonly folded?: readonly string[] } = {}): FlowLayout {
  const rows = rowsOf(data)
  const agents = rows.lanes.map(({ agent, isOperator }): LaneAgent => ({
    id: agent,
    isOperator,
    group: { key: 'crew', name: 'crew' },
    needsYou: false,
    isTrouble: false,
    lastSeen: 0,
  }))
  const folded = new Set(more.folded)
  const lanes = arrangeLanes(agents, { order: orderLanes(noOrder, agents), folded, quiet: new Set(), measures, isGrouped: true })
  return layoutFlow({ data: rows, lanes, scale, now: flowNow, midnight: flowMidnight, measures, hidden: new Set(), ...more })
}
const lanes = ['you', 'coder', 'tester'].map((name) => laneOf(name))
const places = (layout: FlowLayout): number[] => layout.density.flatMap(({ bars }) => bars.map(({ x }) => x))
const lamp = (ago: number, what: 'up' | 'down' | 'connecting') => ({
  kind: 'lamp' as const,
  link: 'l2',
  event: `n${ago}`,
  at: flowNow - ago * minute,
  text: '',
  lamp: what,
})

describe('layout', () => {
  it('of nothing is empty, with the ticks of its time', () => {
    const empty = lay({})
    expect(empty).toMatchObject({ height: 0, stems: [], bars: [], tasks: [], density: [], hatches: [], rings: [] })
    expect(empty.ticks.map(({ at }) => new Date(at).getMinutes())).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
    expect(empty.ticks.filter(({ isMajor }) => isMajor)).toHaveLength(2)
  })

  it('is the same for the same input', () => {
    const data = { lanes, messages: [messageOf(100, 'you', 'coder')], debts: [debtOf(5, 'coder', 'you', 2)] }
    expect(lay(data)).toEqual(lay(data))
  })

  it('hides links', () => {
    const data = {
      lanes,
      messages: [messageOf(100, 'you', 'coder')],
      debts: [debtOf(5, 'coder', 'you', 2)],
      tasks: [taskOf('coder', 'x', [[5, 'working']])],
    }
    expect(lay(data, { hidden: new Set(['l1']) })).toMatchObject({ stems: [], bars: [], tasks: [], ages: [] })
  })

  it('shows only density for a day', () => {
    const day = lay(
      { lanes, messages: [messageOf(100, 'you', 'coder')] },
      { scale: { from: flowNow - 24 * 60 * minute, to: flowNow, width: 1_200 } },
    )
    expect(day).toMatchObject({ isDensity: true, stems: [], tasks: [], answers: [] })
    expect(day.density.find(({ row }) => row === 'you')?.bars).toMatchObject([{ count: 1 }])
    const bins = { from: scale.from, width: minute, lanes: [{ agent: 'you', link: 'l1', counts: [0, 3, 1] }] }
    expect(
      lay({ lanes, bins })
        .density.find(({ row }) => row === 'you')
        ?.bars.map(({ count }) => count),
    ).toEqual([3, 1])
  })

  it('draws a folded group as density, and lets messages of others land on it', () => {
    const data = { lanes, messages: [messageOf(100, 'coder', 'tester'), messageOf(90, 'you', 'tester'), messageOf(80, 'coder', 'you')] }
    const folded = lay(data, { folded: ['crew'] })
    expect(folded.stems.map(({ row, heads }) => [row, heads[0]?.row])).toEqual([
      ['you', 'group:crew'],
      ['group:crew', 'you'],
    ])
    expect(folded.density).toMatchObject([{ row: 'group:crew', link: 'l1', bars: [{ count: 1 }, { count: 1 }] }])
    const moved = lay(data, { folded: ['crew'], scale: { ...scale, from: scale.from + 1_000, to: scale.to + 1_000 } })
    expect(places(folded).map((x, at) => x - (places(moved)[at] ?? 0))).toEqual([expect.closeTo(1), expect.closeTo(1)])
  })
})

describe('debts', () => {
  it('are bars in the lane of the debtor, red from the limit on', () => {
    const { bars, ages } = lay({ lanes, debts: [debtOf(10, 'coder', 'you', 4), debtOf(5, 'you', 'tester', 10)] })
    expect(bars).toMatchObject([
      { row: 'you', x: 900, width: 300, tone: 'mine', hasStart: true },
      { row: 'coder', x: 600, width: 600, limitX: 840, tone: 'others' },
    ])
    expect(ages.map(({ row, tone, age }) => [row, tone, age])).toEqual([
      ['you', 'mine', 5 * minute],
      ['coder', 'over', 10 * minute],
    ])
  })

  it('take three tracks, the worst first, and free ones again', () => {
    const debts = [
      debtOf(2, 'coder', 'you', 30),
      debtOf(15, 'coder', 'you', 4),
      debtOf(9, 'coder', 'you', 4),
      debtOf(12, 'coder', 'you', 30),
      debtOf(8, 'coder', 'you', 30),
    ]
    const y = 44 + 24 + measures.owed.y
    expect(lay({ lanes, debts }).bars.map((bar) => [bar.x, bar.y - y])).toEqual([
      [300, 0],
      [660, 4],
      [480, 8],
    ])
    const answered = debts.map((debt, at) => ({ ...debt, until: debt.since + 30_000, state: 'settled' as const, key: `k${at}` }))
    expect(lay({ lanes, debts: answered }).bars.every((bar) => bar.y === y && bar.tone === 'answered')).toBe(true)
  })

  it('without a debtor, or ended before the window, are not drawn', () => {
    const { debtor: _nobody, ...offered } = debtOf(3, 'coder', 'you', 4)
    expect(lay({ lanes, debts: [offered, debtOf(40, 'coder', 'you', 4, { until: flowNow - 30 * minute })] }).bars).toEqual([])
  })

  it('that began before the window have no start', () => {
    expect(lay({ lanes, debts: [debtOf(41, 'coder', 'you', 30)] }).bars).toMatchObject([
      { x: 0, width: 1_200, limitX: 540, hasStart: false },
    ])
  })
})

describe('tasks', () => {
  it('have parts by state, a glyph at each change, and the title in the widest part', () => {
    const [span] = lay({
      lanes,
      tasks: [
        taskOf('coder', 'Rotate `refresh` tokens on reuse', [
          [16, 'assigned'],
          [15, 'working'],
          [12, 'waiting'],
        ]),
      ],
    }).tasks
    expect(span).toMatchObject({ x: 240, width: 960, y: 44 + 24 + 4, height: 15 })
    expect(span?.parts).toEqual([
      { x: 240, width: 60, state: 'assigned' },
      { x: 300, width: 180, state: 'working' },
      { x: 480, width: 720, state: 'waiting' },
    ])
    expect(span?.changes.map(({ x }) => x)).toEqual([300, 480])
    expect(span?.title).toEqual({ x: 480 + 13 + 5, text: 'Rotate refresh tokens on reuse' })
  })

  it('end with a check, and their title is cut to its part', () => {
    const [span] = lay({
      lanes,
      tasks: [
        taskOf('coder', 'Split auth_test into two files', [
          [15, 'working'],
          [13, 'done'],
        ]),
      ],
    }).tasks
    expect(span?.end).toEqual({ x: 420, isDone: true })
    expect(span?.title?.text).toMatch(/^Split auth.*…$/)
  })

  it('of an agent that is lost are lost from then on', () => {
    const life = [
      { from: scale.from, to: flowNow - 6 * minute, life: 'seen' as const },
      { from: flowNow - 6 * minute, to: flowNow, life: 'lost' as const },
    ]
    const [span] = lay({ lanes: [laneOf('coder', { life })], tasks: [taskOf('coder', 'Port', [[15, 'working']])] }).tasks
    expect(span?.parts.map(({ state, x }) => [state, x])).toEqual([
      ['working', 300],
      ['lost', 840],
    ])
  })

  it('at the same time share the lane without covering each other', () => {
    const spans = lay({ lanes, tasks: [taskOf('coder', 'first', [[18, 'working']]), taskOf('coder', 'second', [[10, 'working']])] }).tasks
    expect(spans.map(({ x, width }) => [x, x + width])).toEqual([
      [120, 599],
      [600, 1_200],
    ])
  })
})

describe('what nobody saw', () => {
  const on = [laneOf('you', { links: ['l1', 'l2'] }), laneOf('coder'), laneOf('tester', { links: ['l2'] })]

  it('is hatched in the lanes of a link that was down, with words on the first', () => {
    const { hatches } = lay({ lanes: on, lamps: { l1: 'up', l2: 'up' }, notes: [lamp(10, 'connecting'), lamp(9, 'down'), lamp(7, 'up')] })
    expect(hatches.map(({ row, isFirst, gap }) => [row, isFirst, gap.x, gap.width])).toEqual([
      ['you', true, 600, 180],
      ['tester', false, 600, 180],
    ])
  })

  it('marks a restart, and a link that is down until now, but not one that only connects', () => {
    const restart = { kind: 'restart' as const, link: 'l1', event: 'r1', at: flowNow - 5 * minute, text: 'chat.md started over' }
    const { hatches } = lay({ lanes: on, lamps: { l1: 'up', l2: 'up' }, notes: [restart, lamp(2, 'down')] })
    expect(hatches.map(({ row, gap }) => [row, gap.what, gap.x])).toEqual([
      ['you', 'restart', 896],
      ['coder', 'restart', 896],
      ['you', 'down', 1_080],
      ['tester', 'down', 1_080],
    ])
    const soon = { ...lamp(3, 'up'), at: flowNow - 3 * minute + 400 }
    expect(lay({ lanes: on, lamps: { l2: 'up' }, notes: [lamp(3, 'connecting'), soon] }).hatches).toEqual([])
  })

  it('is none while a link connects for the first time, however long that takes; when it fails, it is down from then on', () => {
    const gapsOf = (...notes: ReturnType<typeof lamp>[]) =>
      lay({ lanes: on, lamps: { l1: 'up' }, notes }).hatches.map(({ row, gap }) => [row, gap.what, gap.to - gap.from])
    expect(gapsOf(lamp(9, 'connecting'), lamp(5, 'up'))).toEqual([])
    expect(gapsOf(lamp(9, 'connecting'))).toEqual([])
    expect(gapsOf(lamp(9, 'connecting'), lamp(7, 'down'), lamp(6, 'connecting'), lamp(5, 'up'))[0]).toEqual(['you', 'down', 2 * minute])
  })
})

describe('rings', () => {
  const ring = {
    id: 'r',
    detector: 'deadlock' as const,
    agents: ['a', 'b', 'c'],
    since: flowNow - 6 * minute,
    evidence: 'declared' as const,
    text: '',
    debts: [],
  }
  const three = ['a', 'b', 'c'].map((name) => laneOf(name))

  it('tint their lanes since they closed, with arrows from who owes to who waits', () => {
    const [mark] = lay({ lanes: three, rings: [ring] }).rings
    expect(mark?.tints).toEqual([{ x: 840, y: 24, width: 360, height: 132 }])
    expect(mark?.arrows).toEqual([
      { from: 94, to: 50, depth: 0 },
      { from: 138, to: 94, depth: 0 },
      { from: 50, to: 138, depth: 1 },
    ])
  })

  it('that were untied are tinted until then, and have arrows only if they were not by the right edge', () => {
    const over = { ...ring, until: flowNow - 2 * minute }
    const [mark] = lay({ lanes: three, rings: [over] }).rings
    expect(mark?.tints).toEqual([{ x: 840, y: 24, width: 240, height: 132 }])
    expect(mark?.arrows).toEqual([])
    expect(lay({ lanes: three, rings: [{ ...over, until: flowNow - 30 * minute, since: flowNow - 40 * minute }] }).rings).toEqual([])
    const [then] = lay({ lanes: three, rings: [over] }, { scale: { ...scale, to: flowNow - 3 * minute } }).rings
    expect(then?.arrows).toHaveLength(3)
  })

  it('of loops and storms mark the bundles between their agents while they last', () => {
    const burst = [12, 11, 10].flatMap((ago) => [messageOf(ago, 'a', 'b'), messageOf(ago, 'c', 'b'), messageOf(ago + 900, 'a', 'b')])
    const messages = burst.toSorted((a, b) => a.at - b.at)
    const loop = { ...ring, detector: 'loop' as const, agents: ['a', 'b'] }
    const { loops, stems, rings } = lay({ lanes: three, messages, rings: [loop] })
    expect(stems).toHaveLength(3)
    expect([...loops]).toEqual(['a-b-12'])
    expect(rings).toEqual([])
  })

  it('in one folded group have no arrows', () => {
    expect(lay({ lanes: three, rings: [ring] }, { folded: ['crew'] }).rings[0]?.arrows).toEqual([])
  })
})
