import type { FlowAnswer, FlowTool } from '../flow.ts'
import type { LaneRow } from './lanes.ts'
import type { Measures } from './measures.ts'
import type { Deck } from './stems.ts'
import { xOf, type TimeScale } from './scale.ts'

/** An answer while it is written: a bar on the life line with a tick for each piece. */
export interface AnswerBar {
  readonly id: string
  readonly row: string
  readonly x: number
  readonly width: number
  readonly y: number
  readonly chunks: readonly number[]
  /** It is still growing: its end is now, with a caret. */
  readonly isLive: boolean
}

/** Least distance of two ticks of one answer, and of two tool lines, px. */
const [chunkGap, toolGap] = [5, 2]
const leastWidth = 4

/** The answers in open lanes. */
export function answerBarsOf(
  answers: readonly FlowAnswer[],
  decks: ReadonlyMap<string, Deck>,
  open: readonly LaneRow[],
  scale: TimeScale,
  now: number,
): readonly (AnswerBar & { readonly answer: FlowAnswer })[] {
  const rows = new Set(open.map(({ id }) => id))
  return answers.flatMap((answer) => {
    const deck = decks.get(answer.agent)
    const isLive = answer.state === 'growing' && now <= scale.to + 1_000
    const end = isLive ? Math.min(now, scale.to) : answer.to
    if (deck === undefined || !rows.has(deck.row) || end < scale.from || answer.from > scale.to) return []
    const x = Math.max(0, xOf(scale, answer.from))
    const right = Math.min(scale.width, xOf(scale, end))
    const width = Math.max(leastWidth, right - x)
    const chunks = thin(
      answer.chunks.map((at) => xOf(scale, at)).filter((at) => at > x + 2 && at < x + width - 2),
      chunkGap,
    )
    return [{ id: `${answer.link} ${answer.id}`, row: deck.row, x, width, y: deck.y, chunks, isLive, answer }]
  })
}

/** Uses of tools under the life line of one lane. */
export interface Rug {
  readonly row: string
  readonly y: number
  readonly xs: readonly number[]
}

/** The ticks of tools in the open lanes; of those that would touch, one stays. */
export function rugOf(tools: readonly FlowTool[], open: readonly LaneRow[], measures: Measures, scale: TimeScale): readonly Rug[] {
  const byAgent = Map.groupBy(tools, ({ agent }) => agent)
  return open.flatMap((row) => {
    const xs = (byAgent.get(row.id) ?? []).map(({ at }) => xOf(scale, at)).filter((x) => x >= 0 && x <= scale.width)
    return xs.length === 0 ? [] : [{ row: row.id, y: row.y + measures.life + 2, xs: thin(xs, toolGap) }]
  })
}

/** Leaves out what is too near to the one before. */
function thin(xs: readonly number[], gap: number): readonly number[] {
  let last = -Infinity
  return xs.filter((x) => {
    if (x - last < gap) return false
    last = x
    return true
  })
}
