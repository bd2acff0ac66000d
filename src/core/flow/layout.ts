import type { FlowAnswer, FlowDebt, FlowLane, FlowLife, FlowTask } from '../flow.ts'
import type { FlowRows } from './rows.ts'
import { answerBarsOf, rugOf, type AnswerBar, type Rug } from './answers.ts'
import { debtBarsOf, type DebtAge, type DebtBar } from './debt-bars.ts'
import { densityOf, type Density, type DensityRow } from './density.ts'
import type { LaneRow } from './lanes.ts'
import { gapsOf, type LinkGap } from './link-gaps.ts'
import { densitySpan, type Measures } from './measures.ts'
import { loopsOf, ringsOf, type RingMark } from './rings.ts'
import { ticksOf, xOf, type Tick, type TimeScale } from './scale.ts'
import { stemsOf, type Deck, type Stem } from './stems.ts'
import { taskSpansOf, type TaskSpan } from './task-spans.ts'

export interface LayoutInput {
  readonly data: FlowRows
  /** The rows of the plot (`arrangeLanes`). */
  readonly lanes: readonly LaneRow[]
  readonly scale: TimeScale
  /** The moment that everything is as of: the present, or the one that is looked at. */
  readonly now: number
  /** A local midnight, ms: ticks are round times. */
  readonly midnight: number
  readonly measures: Measures
  /** Links that are not shown. */
  readonly hidden: ReadonlySet<string>
}

/** Everything that the canvas draws and the pointer finds, in CSS px from the top left of the plot. Plain data. */
export interface FlowLayout {
  readonly scale: TimeScale
  readonly rows: readonly LaneRow[]
  readonly measures: Measures
  readonly height: number
  /** Only how much was said: the window is too long for single messages. */
  readonly isDensity: boolean
  readonly ticks: readonly Tick[]
  readonly step: number
  readonly lives: readonly {
    readonly row: string
    readonly x: number
    readonly width: number
    readonly y: number
    readonly life: FlowLife['life']
  }[]
  readonly stems: readonly Stem[]
  /** Bundles (ids) of a loop or a storm. */
  readonly loops: ReadonlySet<string>
  /** Messages that were too many to draw. */
  readonly left: number
  readonly bars: readonly (DebtBar & { readonly debt: FlowDebt })[]
  readonly ages: readonly (DebtAge & { readonly y: number })[]
  readonly tasks: readonly (TaskSpan & { readonly task: FlowTask })[]
  readonly answers: readonly (AnswerBar & { readonly answer: FlowAnswer })[]
  readonly rugs: readonly Rug[]
  readonly density: readonly Density[]
  /** What links did not see, in the rows that use them; the first row of each says what. */
  readonly hatches: readonly {
    readonly gap: LinkGap
    readonly row: string
    readonly y: number
    readonly height: number
    readonly isFirst: boolean
  }[]
  readonly rings: readonly RingMark[]
}

/** A part of a life line that is shorter, or interrupted for less, is not seen, px. */
const leastLife = 3

/** Base line of the density in a row, and how high its highest bar may be. */
const [densityBase, densityHeight] = [22 / 38, 16 / 38]

/** Where messages of a row start and end; a group's head has no place. */
function deckIn(row: LaneRow, measures: Measures): number | undefined {
  if (row.kind === 'lane') return row.y + measures.life
  if (row.kind === 'quiet') return row.y + row.height / 2
  return row.kind === 'folded' ? row.y + (row.height * 13) / 38 : undefined
}

/** Lays out one window. Pure: the same input gives the same marks. */
export function layoutFlow(input: LayoutInput): FlowLayout {
  const { data, lanes, scale, now, measures, hidden } = input
  const decks = new Map<string, Deck>()
  for (const row of lanes) {
    const y = deckIn(row, measures)
    if (y !== undefined) for (const agent of row.agents) decks.set(agent, { row: row.id, y, isFolded: row.kind === 'folded' })
  }
  const deckOf = (agent: string): Deck | undefined => decks.get(agent)
  const isShown = ({ link }: { readonly link: string }): boolean => !hidden.has(link)
  const isDensity = scale.to - scale.from >= densitySpan || data.bins !== undefined
  const last = lanes.at(-1)
  const messages = hidden.size === 0 ? data.messages : data.messages.filter(isShown)
  const { stems, left } = isDensity ? { stems: [], left: 0 } : stemsOf(messages, deckOf, scale)
  const agents = new Map(data.lanes.map((lane) => [lane.agent, lane]))
  const open = lanes.filter(({ kind }) => kind === 'lane')
  const owed = open.map((row) => owedIn(row, input))
  const tasks = isDensity ? [] : open.flatMap((row) => tasksIn(row, input, agents.get(row.id)))
  const answers = isDensity ? [] : answerBarsOf(data.answers.filter(isShown), decks, open, scale, now)
  return {
    scale,
    rows: lanes,
    measures,
    height: last === undefined ? 0 : last.y + last.height,
    isDensity,
    ...ticksOf(scale, input.midnight),
    lives: lanes.flatMap((row) => livesIn(row, input, agents.get(row.id))),
    stems,
    loops: loopsOf(data.rings, stems),
    left,
    bars: owed.flatMap(({ bars }) => bars),
    ages: owed.flatMap(({ age }) => age ?? []),
    tasks,
    answers,
    rugs: isDensity ? [] : rugOf(data.tools.filter(isShown), open, measures, scale),
    density: densityOf(densityRows(lanes, measures, isDensity), messages, data.bins, scale, (link) => hidden.has(link)),
    hatches: hatchesOf(input, agents),
    rings: ringsOf(data.rings, lanes, deckOf, scale),
  }
}

function densityRows(lanes: readonly LaneRow[], measures: Measures, isDensity: boolean): readonly DensityRow[] {
  return lanes.flatMap((row) => {
    if (row.kind === 'folded')
      return [{ id: row.id, agents: row.agents, y: row.y + row.height * densityBase, height: row.height * densityHeight }]
    const y = deckIn(row, measures)
    return isDensity && y !== undefined ? [{ id: row.id, agents: row.agents, y, height: Math.min(16, y - row.y - 3) }] : []
  })
}

function owedIn(
  row: LaneRow,
  { data, scale, now, measures, hidden }: LayoutInput,
): { bars: FlowLayout['bars']; age?: FlowLayout['ages'][number] } {
  const debts = data.debts.filter(({ debtor, link }) => debtor === row.id && !hidden.has(link))
  const byKey = new Map(debts.map((debt) => [debt.key, debt]))
  const { bars, worst } = debtBarsOf(debts, { row: row.id, y: row.y }, scale, now, measures)
  return {
    bars: bars.map((bar) => ({ ...bar, debt: byKey.get(bar.key) as FlowDebt })),
    ...(worst !== undefined && { age: { ...worst, y: row.y + measures.owed.y + measures.owed.pitch } }),
  }
}

function tasksIn(row: LaneRow, { data, scale, now, measures, hidden }: LayoutInput, lane: FlowLane | undefined): FlowLayout['tasks'] {
  const own = data.tasks.filter(({ agent, link }) => agent === row.id && !hidden.has(link))
  const byKey = new Map(own.map((task) => [task.key, task]))
  const spans = taskSpansOf(own, { row: row.id, y: row.y, life: lane?.life ?? [] }, scale, now, measures)
  return spans.map((span) => ({ ...span, task: byKey.get(span.key) as FlowTask }))
}

/** The life line. What lasted until the data was read goes on until now. */
function livesIn(row: LaneRow, { data, scale, measures, now }: LayoutInput, lane: FlowLane | undefined): FlowLayout['lives'] {
  const y = deckIn(row, measures)
  if (y === undefined || row.kind === 'folded' || lane === undefined) return []
  const parts = lane.life.flatMap(({ from, to, life }) => {
    if (life === 'ended') return []
    const end = to >= data.to ? Math.min(now, scale.to) : to
    const x = Math.max(0, xOf(scale, from))
    const width = Math.min(scale.width, xOf(scale, end)) - x
    return width > 0 ? [{ row: row.id, x, width, y, life }] : []
  })
  // Signs too short to be seen would cut a line into pieces that say the same.
  const visible = parts.filter(
    ({ width, life }, at) => at === 0 || at === parts.length - 1 || width >= leastLife || parts[at - 1]?.life === life,
  )
  return visible.reduce<(typeof parts)[number][]>((all, part) => {
    const last = all.at(-1)
    if (last === undefined || last.life !== part.life || part.x - last.x - last.width > leastLife) return [...all, part]
    return [...all.slice(0, -1), { ...last, width: part.x + part.width - last.x }]
  }, [])
}

function hatchesOf({ data, lanes, scale, now, hidden }: LayoutInput, agents: ReadonlyMap<string, FlowLane>): FlowLayout['hatches'] {
  const gaps = gapsOf(data.lamps, data.notes, { begin: data.from, end: Math.min(now, scale.to) }, scale)
  return gaps.flatMap((gap) => {
    if (hidden.has(gap.link)) return []
    const uses = (agent: string): boolean => agents.get(agent)?.links.includes(gap.link) === true
    const rows = lanes.filter(({ kind, agents: own }) => kind !== 'group' && own.every(uses))
    return rows.map(({ id, y, height }, at) => ({ gap, row: id, y, height, isFirst: at === 0 }))
  })
}
