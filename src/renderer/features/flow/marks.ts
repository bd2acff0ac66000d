import type { FlowAnswer, FlowDebt, FlowMessage, FlowRing, FlowTask } from '../../../core/flow.ts'
import type { FlowLayout } from '../../../core/flow/layout.ts'
import type { LinkGap } from '../../../core/flow/link-gaps.ts'
import { reach } from '../../../core/flow/measures.ts'
import type { Stem } from '../../../core/flow/stems.ts'

interface Place {
  /** The same as long as it is drawn. */
  readonly id: string
  /** The row that it belongs to: of the sender, the debtor, who does it. */
  readonly row: string
  /** When it began, ms: the order of marks. */
  readonly at: number
  /** What the hover card and the focus ring go around. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** Something that the pointer and the keys can reach. */
export type FlowMark = Place &
  /** debt: what is owed because of it, if that is on the screen, too. */
  (
    | { readonly kind: 'message'; readonly message: FlowMessage; readonly stem: Stem; readonly debt?: FlowDebt | undefined }
    | { readonly kind: 'bundle'; readonly messages: readonly FlowMessage[]; readonly stem: Stem }
    | { readonly kind: 'debt'; readonly debt: FlowDebt; readonly isOver: boolean }
    | { readonly kind: 'task'; readonly task: FlowTask }
    | { readonly kind: 'answer'; readonly answer: FlowAnswer }
    | { readonly kind: 'gap'; readonly gap: LinkGap }
    | { readonly kind: 'ring'; readonly ring: FlowRing }
  )

/** Every mark of a layout, oldest first. Pure. */
export function marksOf(layout: FlowLayout): readonly FlowMark[] {
  const { scale, measures } = layout
  const asked = new Map(layout.bars.map(({ debt }) => [debt.ask, debt]))
  const rowY = new Map(layout.rows.map((row) => [row.id, row]))
  const marks: FlowMark[] = [
    ...layout.stems.map((stem): FlowMark => {
      const [first] = stem.messages
      const left = stem.feet[0]?.x ?? stem.x
      const last = stem.feet.at(-1)
      const width = (last === undefined ? stem.x : last.x + last.width) - left
      const place = { id: stem.id, row: stem.row, at: first?.at ?? 0, box: { x: left, y: stem.y - 6, width, height: 12 } }
      return stem.isBundle || first === undefined
        ? { ...place, kind: 'bundle', messages: stem.messages, stem }
        : { ...place, kind: 'message', message: first, stem, debt: asked.get(first.event) }
    }),
    ...layout.bars.map((bar): FlowMark => ({
      id: bar.key,
      row: bar.row,
      at: bar.debt.since,
      box: { x: bar.x, y: bar.y - 2, width: bar.width, height: 6.5 },
      kind: 'debt',
      debt: bar.debt,
      isOver: bar.limitX !== undefined,
    })),
    ...layout.tasks.map(({ task, key, row, x, y, width, height }): FlowMark => ({
      id: `task ${key}`,
      row,
      at: task.changes[0]?.at ?? scale.from,
      box: { x, y, width, height },
      kind: 'task',
      task,
    })),
    ...layout.answers.map(({ id, row, x, y, width, answer }): FlowMark => ({
      id: `answer ${id}`,
      row,
      at: answer.from,
      box: { x, y: y - 5, width, height: 10 },
      kind: 'answer',
      answer,
    })),
    ...layout.hatches.flatMap(({ gap, row, isFirst }): FlowMark[] => {
      const place = rowY.get(row)
      if (!isFirst || place === undefined) return []
      return [
        {
          id: `gap ${gap.id}`,
          row,
          at: gap.from,
          box: { x: gap.x, y: place.y, width: gap.width, height: measures.quiet },
          kind: 'gap',
          gap,
        },
      ]
    }),
    ...layout.rings.flatMap(({ id, ring, tints }): FlowMark[] => {
      const row = layout.rows.find(({ kind, agents }) => kind !== 'group' && agents.some((agent) => ring.agents.includes(agent)))
      const [tint] = tints
      if (row === undefined || tint === undefined) return []
      const box = { x: tint.x, y: row.y, width: tint.width, height: row.height }
      return [{ id: `ring ${id}`, row: row.id, at: ring.since, box, kind: 'ring', ring }]
    }),
  ]
  return marks.toSorted((a, b) => a.at - b.at || a.box.x - b.box.x)
}

const ranks: Readonly<Record<FlowMark['kind'], number>> = { message: 0, bundle: 0, debt: 1, answer: 2, task: 3, gap: 4, ring: 5 }

/** The mark under the pointer: within 6 px, small ones before large ones. Pure. */
export function markAt(marks: readonly FlowMark[], x: number, y: number): FlowMark | undefined {
  let best: { readonly mark: FlowMark; readonly rank: number; readonly far: number } | undefined
  for (const mark of marks) {
    const far = distance(mark, x, y)
    const rank = ranks[mark.kind]
    if (far > (rank > 2 ? 0 : reach)) continue
    if (best === undefined || rank < best.rank || (rank === best.rank && far < best.far)) best = { mark, rank, far }
  }
  return best?.mark
}

function distance(mark: FlowMark, x: number, y: number): number {
  const { box } = mark
  const toBox = Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height))
  if (mark.kind !== 'message' && mark.kind !== 'bundle') return toBox
  const { line } = mark.stem
  return line === undefined ? toBox : Math.min(toBox, toLine(line, x, y))
}

function toLine({ x1, y1, x2, y2 }: NonNullable<Stem['line']>, x: number, y: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length))
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
}
