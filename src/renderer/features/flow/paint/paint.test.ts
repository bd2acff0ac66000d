import { afterEach, expect, test, vi } from 'vitest'
import { flowMidnight, flowNow, laneOf, messageOf, rowsOf, taskOf } from '../../../../../test/fakes/flow-rows.ts'
import { arrangeLanes, noOrder, orderLanes } from '../../../../core/flow/lanes.ts'
import { layoutFlow } from '../../../../core/flow/layout.ts'
import { measuresOf } from '../../../../core/flow/measures.ts'
import type { FlowNames } from '../flow-names.ts'
import { laneAgents, troubleOf } from '../lane-agents.ts'
import { paintFlow } from './paint.ts'
import type { PaintInput } from './paint-input.ts'
import type { Palette } from './palette.ts'

afterEach(() => vi.unstubAllGlobals())

const names: FlowNames = { agent: (id) => id, hue: () => 1, link: () => 'chat.md', protocol: () => 'chat', looks: new Map() }
const data = rowsOf({
  lanes: ['coder', 'tester'].map((name) => laneOf(name)),
  messages: [600, 601, 602, 603].map((second) => messageOf(second, 'coder', 'tester', { to: [{ to: 'tester', arrival: 'read' }] })),
})
const measures = measuresOf('comfortable')
const agents = laneAgents(data, troubleOf(data, flowNow), 'none', names)
const lanes = arrangeLanes(agents, { order: orderLanes(noOrder, agents), folded: new Set(), quiet: new Set(), measures, isGrouped: false })
const scale = { from: flowNow - 20 * 60_000, to: flowNow, width: 1_200 }
const layout = layoutFlow({ data, lanes, scale, now: flowNow, midnight: flowMidnight, measures, hidden: new Set() })

const palette: Palette = {
  color: new Proxy({} as Palette['color'], { get: (_target, role) => String(role) }),
  hue: () => 'hue',
  letters: () => 'CH',
  text: '11px x',
  strong: '11px x',
  mono: '11px x',
  textSize: 100,
  isForced: false,
  look: '',
}

/** A canvas that notes what is drawn, in order. */
function notedCanvas(): { readonly ctx: CanvasRenderingContext2D; readonly drawn: readonly string[] } {
  const drawn: string[] = []
  const ctx = new Proxy({} as CanvasRenderingContext2D, {
    get:
      (_target, name) =>
      (...args: unknown[]) => (drawn.push(`${String(name)} ${args.join(' ')}`), { width: 20 }),
    set: () => true,
  })
  return { ctx, drawn }
}

const input: Omit<PaintInput, 'layout'> = {
  palette,
  top: 0,
  width: 1_284,
  height: 400,
  selected: undefined,
  hovered: undefined,
  edge: 'now',
  gapWords: () => '',
}

test('an answer lies over no count of a bundle', () => {
  const bundle = layout.stems.find(({ isBundle }) => isBundle)
  expect(bundle?.messages).toHaveLength(4)
  const answer = { id: 'a', row: 'coder', x: 601.5, y: bundle?.y ?? 0, width: 77, chunks: [], isLive: false }
  const { ctx, drawn } = notedCanvas()
  paintFlow(ctx, { ...input, layout: { ...layout, answers: [answer as unknown as (typeof layout.answers)[number]] } })
  const bar = drawn.findLastIndex((step) => step.includes(' 77 '))
  expect(bar).toBeGreaterThan(-1)
  expect(drawn.findIndex((step) => step.startsWith('fillText ×4'))).toBeGreaterThan(bar)
})

test('letters of feet keep clear of the title of a task and of the check behind it', () => {
  vi.stubGlobal('Path2D', Object) // the test page has none
  const close = { from: flowNow - 5 * 60_000, to: flowNow, width: 1_200 }
  const letters = (ago: number): number => {
    const one = rowsOf({
      ...data,
      messages: [messageOf(ago, 'coder', 'tester')],
      tasks: [
        taskOf('coder', 'Port the limiter', [
          [4, 'working'],
          [2, 'done'],
        ]),
      ],
    })
    const { ctx, drawn } = notedCanvas()
    paintFlow(ctx, {
      ...input,
      layout: layoutFlow({ data: one, lanes, scale: close, now: flowNow, midnight: flowMidnight, measures, hidden: new Set() }),
    })
    expect(drawn.some((step) => step.startsWith('fillText Port the limiter'))).toBe(true)
    return drawn.filter((step) => step.startsWith('fillText CH')).length
  }
  expect(letters(237)).toBe(0)
  expect(letters(119)).toBe(0)
  expect(letters(60)).toBe(1)
  expect(letters(290)).toBe(1)
})

test('letters of feet keep clear of the line at the foot of a task, which says its state', () => {
  vi.stubGlobal('Path2D', Object) // the test page has none
  const close = { from: flowNow - 5 * 60_000, to: flowNow, width: 1_200 }
  const letters = (state: 'working' | 'waiting'): number => {
    const one = rowsOf({
      ...data,
      messages: [messageOf(60, 'coder', 'tester')],
      tasks: [taskOf('coder', 'Port the limiter', [[4, state]])],
    })
    const { ctx, drawn } = notedCanvas()
    paintFlow(ctx, {
      ...input,
      layout: layoutFlow({ data: one, lanes, scale: close, now: flowNow, midnight: flowMidnight, measures, hidden: new Set() }),
    })
    return drawn.filter((step) => step.startsWith('fillText CH')).length
  }
  expect(letters('working')).toBe(1)
  expect(letters('waiting')).toBe(0)
})

test('letters of feet keep clear of the heads of arrows', () => {
  const close = { from: flowNow - 5 * 60_000, to: flowNow, width: 1_200 }
  const letters = (ago: number): number => {
    const one = rowsOf({ ...data, messages: [messageOf(200, 'coder', 'tester'), messageOf(ago, 'tester', 'coder')] })
    const { ctx, drawn } = notedCanvas()
    paintFlow(ctx, {
      ...input,
      layout: layoutFlow({ data: one, lanes, scale: close, now: flowNow, midnight: flowMidnight, measures, hidden: new Set() }),
    })
    return drawn.filter((step) => step.startsWith('fillText CH')).length
  }
  expect(letters(199)).toBe(1)
  expect(letters(180)).toBe(2)
})

test('letters of a foot stand left of a line that goes up from it', () => {
  const close = { from: flowNow - 5 * 60_000, to: flowNow, width: 1_200 }
  const one = rowsOf({ ...data, messages: [messageOf(200, 'tester', 'coder')] })
  const layoutUp = layoutFlow({ data: one, lanes, scale: close, now: flowNow, midnight: flowMidnight, measures, hidden: new Set() })
  const { ctx, drawn } = notedCanvas()
  paintFlow(ctx, { ...input, layout: layoutUp })
  const line = layoutUp.stems[0]?.line
  const left = Number(drawn.find((step) => step.startsWith('fillText CH'))?.split(' ')[2])
  expect(line?.y2).toBeLessThan(line?.y1 ?? 0)
  expect(left + 20).toBeLessThan(line?.x1 ?? 0)
})
