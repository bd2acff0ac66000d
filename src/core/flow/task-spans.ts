import type { FlowLife, FlowTask, FlowTaskState } from '../flow.ts'
import { withoutCodeMarks } from '../inline-code.ts'
import type { Measures } from './measures.ts'
import { xOf, type TimeScale } from './scale.ts'
import { headOf } from '../text.ts'

export type TaskPart = Exclude<FlowTaskState, 'done' | 'failed' | 'withdrawn'> | 'lost'

/** A task in the lane of who does it. */
export interface TaskSpan {
  readonly key: string
  readonly row: string
  readonly x: number
  readonly width: number
  readonly y: number
  readonly height: number
  readonly parts: readonly { readonly x: number; readonly width: number; readonly state: TaskPart }[]
  /** Where it changed; drawn as glyphs. */
  readonly changes: readonly { readonly x: number; readonly state: TaskPart }[]
  /** As much of the title as fits, in the widest part. */
  readonly title?: { readonly x: number; readonly text: string }
  /** It ended here: a check, or a cross, behind the end. */
  readonly end?: { readonly x: number; readonly isDone: boolean }
}

interface Place {
  readonly row: string
  readonly y: number
  /** The life line of its lane: what an agent that is lost was doing is lost, too. */
  readonly life: readonly FlowLife[]
}

/** Width of a character of a title, px; a title that is a little too long is cut by its clip. */
const charWidth = 5.6
/** Between the start of a part and its title; a changed part has its glyph there. */
const [titlePad, glyphPad] = [5, 13]
/** Fewer characters say nothing. */
const leastChars = 5
/** A piece of a span that is narrower is not drawn. */
const leastWidth = 4

const ends: ReadonlySet<FlowTaskState> = new Set(['done', 'failed', 'withdrawn'])

/** The spans of one lane. Tasks at the same time share the lane: the one that changed last is in front, the others show what is left of them. */
export function taskSpansOf(
  tasks: readonly FlowTask[],
  place: Place,
  scale: TimeScale,
  now: number,
  measures: Measures,
): readonly TaskSpan[] {
  const spans: TaskSpan[] = []
  const taken: [number, number][] = []
  const known = tasks.filter(({ changes, until }) => (changes[0]?.at ?? now) <= Math.min(now, scale.to) && (until ?? now) >= scale.from)
  for (const task of known.toSorted((a, b) => changedAt(b) - changedAt(a))) {
    const from = Math.max(0, xOf(scale, task.changes[0]?.at ?? scale.from))
    const to = Math.min(scale.width, xOf(scale, Math.min(task.until ?? now, now)))
    const free = widestFree([from, Math.max(to, from + leastWidth)], taken)
    if (free === undefined) continue
    taken.push(free)
    spans.push(spanOf(task, place, free, to, scale, now, measures))
  }
  return spans.toSorted((a, b) => a.x - b.x)
}

const changedAt = (task: FlowTask): number => (task.until === undefined ? 1e15 : 0) + (task.changes.at(-1)?.at ?? 0)

/** The widest part of a range that no other range takes. */
function widestFree([from, to]: readonly [number, number], taken: readonly (readonly [number, number])[]): [number, number] | undefined {
  let pieces: [number, number][] = [[from, to]]
  for (const [start, end] of taken)
    pieces = pieces.flatMap(([a, b]) =>
      (
        [
          [a, Math.min(b, start - 1)],
          [Math.max(a, end + 1), b],
        ] as [number, number][]
      ).filter(([c, d]) => d - c > 0 && c >= a && d <= b),
    )
  const best = pieces.reduce<[number, number] | undefined>((a, b) => (a !== undefined && a[1] - a[0] >= b[1] - b[0] ? a : b), undefined)
  return best !== undefined && best[1] - best[0] >= leastWidth ? best : undefined
}

function spanOf(
  task: FlowTask,
  { row, y, life }: Place,
  [from, to]: readonly [number, number],
  right: number,
  scale: TimeScale,
  now: number,
  measures: Measures,
): TaskSpan {
  const clip = (x: number): number => Math.min(Math.max(x, from), to)
  const steps = statesOf(task, life, now)
  const parts = steps.flatMap(({ at, state }, index) => {
    const [a, b] = [clip(xOf(scale, at)), clip(index + 1 < steps.length ? xOf(scale, steps[index + 1]?.at ?? now) : right)]
    return b > a ? [{ x: a, width: b - a, state }] : []
  })
  const changes = steps.slice(1).flatMap(({ at, state }) => {
    const x = xOf(scale, at)
    return x >= from && x < to ? [{ x, state }] : []
  })
  const isEnded = task.until !== undefined && task.until <= now && xOf(scale, task.until) <= to + 1
  const title = measures.isDense ? undefined : titleOf(withoutCodeMarks(task.title), parts, changes)
  return {
    key: task.key,
    row,
    x: from,
    width: to - from,
    y: y + measures.task.y,
    height: measures.task.height,
    parts,
    changes,
    ...(title !== undefined && { title }),
    ...(isEnded && { end: { x: to, isDone: task.changes.at(-1)?.state === 'done' } }),
  }
}

/** What it was from when on, without its end. From when its agent is lost, it is lost. */
function statesOf(task: FlowTask, life: readonly FlowLife[], now: number): readonly { readonly at: number; readonly state: TaskPart }[] {
  const steps = task.changes.flatMap(({ at, state }) => (ends.has(state) || at > now ? [] : [{ at, state: state as TaskPart }]))
  const last = steps.at(-1)
  const lostAt = life.findLast((part) => part.life === 'lost')?.from
  const isOpen = task.until === undefined && last !== undefined && lostAt !== undefined && life.at(-1)?.life === 'lost'
  return isOpen ? [...steps.filter(({ at }) => at < lostAt), { at: Math.max(lostAt, steps[0]?.at ?? lostAt), state: 'lost' }] : steps
}

function titleOf(title: string, parts: TaskSpan['parts'], changes: TaskSpan['changes']): TaskSpan['title'] {
  const rooms = parts.map(({ x, width }) => {
    const pad = changes.some((change) => change.x === x) ? glyphPad : 0
    return { x: x + pad + titlePad, width: width - pad - titlePad * 2 }
  })
  const room = rooms.reduce<(typeof rooms)[number] | undefined>((a, b) => (a !== undefined && a.width >= b.width ? a : b), undefined)
  const fits = Math.floor((room?.width ?? 0) / charWidth)
  if (room === undefined || fits < Math.min(leastChars, title.length)) return undefined
  return { x: room.x, text: title.length > fits ? `${headOf(title, fits - 1).trimEnd()}…` : title }
}
