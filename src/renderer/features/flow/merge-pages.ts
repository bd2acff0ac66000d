import type { FlowAnswer, FlowFrame, FlowLane, FlowLife, FlowPage, FlowRing } from '../../../core/flow.ts'
import { limits } from '../../../core/limits.ts'
import { joinLife } from '../../../core/flow/join-life.ts'
import { noRows, type FlowRows } from '../../../core/flow/rows.ts'

/** Marks of each kind that are kept; the oldest are dropped. */
export const mostMarks = 10 * limits.flowPage

interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Rows with the first page of a window that continues or overlaps them: everything in the window is as this page says, the rest stays. Pure.
 * A window that does not touch the rows replaces them.
 */
export function mergeFirst(rows: FlowRows, page: FlowPage, window: Span): FlowRows {
  const { frame } = page
  const touches = rows.to > 0 && window.from <= rows.to && window.to >= rows.from
  const old = touches ? rows : noRows
  const outside = <T>(of: readonly T[], at: (one: T) => number): readonly T[] =>
    of.filter((one) => at(one) < window.from || at(one) >= window.to)
  const kept: FlowRows = {
    ...old,
    from: touches ? Math.min(old.from, window.from) : window.from,
    to: touches ? Math.max(old.to, window.to) : window.to,
    messages: outside(old.messages, ({ at }) => at),
    tools: outside(old.tools, ({ at }) => at),
    notes: outside(old.notes, ({ at }) => at),
  }
  return mergeMarks(frame === undefined ? kept : withFrame(kept, old, frame, window), page)
}

/** Rows with the marks of a page. What is there twice is as the page says. Pure. */
export function mergeMarks(rows: FlowRows, page: FlowPage): FlowRows {
  return {
    ...rows,
    messages: sorted(rows.messages, page.messages, ({ event }) => event),
    tools: sorted(rows.tools, page.tools, ({ event }) => event),
    notes: sorted(rows.notes, page.notes, ({ event }) => event),
    answers: mergeAnswers(rows.answers, page.answers),
  }
}

/** Rows of which the marks before this page, the last that was read, are missing. `to`: the end of its window. Pure. */
export function cutRows(rows: FlowRows, page: FlowPage, to: number): FlowRows {
  return { ...rows, wholeFrom: Math.max(oldestOf(page, to), rows.wholeFrom ?? 0) }
}

/** When the oldest mark of a page was, ms; the end of its window if it has none. */
export function oldestOf({ messages, answers, tools, notes }: FlowPage, to: number): number {
  const times = [...messages, ...tools, ...notes].map(({ at }) => at)
  return Math.min(to, ...times, ...answers.map(({ from }) => from))
}

/** Rows without what ended before `from`. Pure. */
export function trimRows(rows: FlowRows, from: number): FlowRows {
  if (rows.from >= from) return rows
  const lamps = { ...rows.lamps }
  for (const note of rows.notes) if (note.at < from && note.lamp !== undefined) lamps[note.link] = note.lamp
  return {
    ...rows,
    from,
    lamps,
    wholeFrom: rows.wholeFrom !== undefined && rows.wholeFrom > from ? rows.wholeFrom : undefined,
    messages: rows.messages.filter(({ at }) => at >= from),
    tools: rows.tools.filter(({ at }) => at >= from),
    notes: rows.notes.filter(({ at }) => at >= from),
    answers: rows.answers.filter(({ to, state }) => state === 'growing' || to >= from),
    debts: rows.debts.filter(({ until = Infinity }) => until >= from),
    tasks: rows.tasks.filter(({ until = Infinity }) => until >= from),
    rings: rows.rings.filter(({ until = Infinity }) => until >= from),
    lanes: rows.lanes.map((lane) => ({ ...lane, life: lane.life.filter(({ to }) => to >= from) })),
  }
}

function sorted<T extends { readonly at: number }>(before: readonly T[], more: readonly T[], id: (one: T) => string): readonly T[] {
  if (more.length === 0) return before
  const fresh = new Set(more.map(id))
  const all = [...before.filter((one) => !fresh.has(id(one))), ...more]
  return all.toSorted((a, b) => a.at - b.at).slice(-mostMarks)
}

function withFrame(kept: FlowRows, old: FlowRows, frame: FlowFrame, window: Span): FlowRows {
  const isNewest = window.to >= old.to
  // A debt that was open and overlapped the window is in the frame, unless it no longer exists.
  const gone = (one: { readonly until?: number | undefined }, since: number): boolean =>
    frame.moreDebts === 0 && since < window.to && (one.until ?? Infinity) >= window.from
  return {
    ...kept,
    lanes: isNewest
      ? frame.lanes.map((lane) => joinLane(old.lanes, lane, window))
      : old.lanes.map((lane) => joinLane(frame.lanes, lane, window, true)),
    moreLanes: isNewest ? frame.moreLanes : old.moreLanes,
    debts: byKey(
      old.debts.filter((debt) => !gone(debt, debt.since)),
      frame.debts,
      isNewest,
    ),
    tasks: byKey(
      old.tasks.filter((task) => !gone(task, task.changes[0]?.at ?? 0)),
      frame.tasks,
      isNewest,
    ),
    rings: joinRings(old.rings, frame.rings, window, isNewest),
    lamps: window.from <= kept.from ? frame.lamps : old.lamps,
    total: frame.messages,
    bins: frame.bins,
  }
}

const isOver = ({ until }: FlowRing): boolean => until !== undefined

/** What is stuck as of the newest page, and the deadlocks that are over: those of the window as its page says, the others as before. */
function joinRings(old: readonly FlowRing[], fresh: readonly FlowRing[], { from, to }: Span, isNewest: boolean): readonly FlowRing[] {
  const current = (isNewest ? fresh : old).filter((ring) => !isOver(ring))
  const outside = old.filter(({ since, until }) => until !== undefined && (until < from || since >= to))
  const over = new Map([...outside, ...fresh.filter(isOver)].map((ring) => [ring.id, ring]))
  return [...current, ...over.values()]
}

function byKey<T extends { readonly key: string }>(old: readonly T[], fresh: readonly T[], freshWins: boolean): readonly T[] {
  const [first, last] = freshWins ? [old, fresh] : [fresh, old]
  return [...new Map([...first, ...last].map((one) => [one.key, one])).values()]
}

/** A lane with what else is known of its life; `isOlder`: the others are from before. */
function joinLane(others: readonly FlowLane[], lane: FlowLane, { from, to }: Span, isOlder = false): FlowLane {
  const other = others.find(({ agent }) => agent === lane.agent)
  if (other === undefined) return lane
  const [old, fresh] = isOlder ? [lane.life, other.life] : [other.life, lane.life]
  const outside = old.flatMap((part): FlowLife[] => {
    const before = part.from < from ? [{ ...part, to: Math.min(part.to, from) }] : []
    const after = part.to > to ? [{ ...part, from: Math.max(part.from, to) }] : []
    return [...before, ...after]
  })
  return { ...lane, life: joinLife([...outside, ...fresh].toSorted((a, b) => a.from - b.from)) }
}

/** Parts of an answer from several pages are one. */
function mergeAnswers(before: readonly FlowAnswer[], more: readonly FlowAnswer[]): readonly FlowAnswer[] {
  if (more.length === 0) return before
  const all = new Map(before.map((answer) => [`${answer.link} ${answer.id}`, answer]))
  for (const answer of more) {
    const key = `${answer.link} ${answer.id}`
    const known = all.get(key)
    const newest = known === undefined || answer.to >= known.to ? answer : known
    all.set(key, {
      ...newest,
      from: Math.min(answer.from, known?.from ?? answer.from),
      chunks: [...new Set([...(known?.chunks ?? []), ...answer.chunks])].toSorted((a, b) => a - b).slice(-limits.flowChunks),
    })
  }
  return [...all.values()].toSorted((a, b) => a.from - b.from).slice(-mostMarks)
}
