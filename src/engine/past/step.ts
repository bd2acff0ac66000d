import type { Parsed } from '../../api/contract.ts'
import type { FlowDebt } from '../../core/flow.ts'
import type { Event } from '../../core/event.ts'
import type { Journal } from '../../core/journal.ts'

/** What a step leads to, and its direction: 1 on, -1 back. */
export type StepQuery = Omit<Parsed<'past.step'>, 'workspace'>

const minuteMs = 60_000
/** How far a step looks for input that could not be used, ms. */
const faultSpan = 25 * 60 * minuteMs
/** Events that are read at a time, and at most. */
const [chunk, mostChunks] = [200, 20]
/** Events that the feed shows. */
const shown: ReadonlySet<Event['body']['kind']> = new Set(['message', 'marker', 'fault'])

/** The next of some moments, ms, after `at` or before it. Pure. */
export function nextMoment(moments: Iterable<number>, at: number, by: 1 | -1): number | undefined {
  let found: number | undefined
  for (const moment of moments) {
    const isBeyond = by > 0 ? moment > at : moment < at
    if (isBeyond && (found === undefined || (by > 0 ? moment < found : moment > found))) found = moment
  }
  return found
}

/** When something about debts happened: they were asked for, ended or became overdue; `failure`: they failed or became overdue. Pure. */
export function momentsOfDebts(debts: readonly FlowDebt[], what: 'owed' | 'failure', now: number): number[] {
  return debts.flatMap(({ since, until, limitAt, state }) => {
    const overdue = limitAt !== undefined && limitAt < (until ?? now) ? [limitAt] : []
    const end = until === undefined ? [] : [until]
    return what === 'owed' ? [since, ...overdue, ...end] : [...overdue, ...(state === 'failed' ? end : [])]
  })
}

type Read = Pick<Journal, 'since' | 'steps' | 'cursorAt' | 'minutes'>

/** When the next event that `isWanted` was stored, within some thousand events. */
export function nextEvent(
  journal: Read,
  workspace: string,
  { at, by }: Pick<StepQuery, 'at' | 'by'>,
  isWanted: (event: Event) => boolean = ({ body, late }) => shown.has(body.kind) && late !== true,
): number | undefined {
  let cursor = by > 0 ? journal.cursorAt(workspace, at) : journal.cursorAt(workspace, at - 1) + 1
  for (let read = 0; read < mostChunks; read++) {
    const events =
      by > 0
        ? journal.since(workspace, cursor, chunk)
        : journal.steps({ workspace, after: 0, before: cursor, limit: chunk, upTo: cursor }).map(({ event }) => event)
    const moments = events.filter(isWanted).map((event) => event.at)
    const found = nextMoment(moments, at, by)
    if (found !== undefined || events.length === 0) return found
    cursor = (by > 0 ? events.at(-1) : events[0])?.cursor ?? 0
  }
  return undefined
}

/** When the next input came that could not be used, within a day. */
export function nextFault(journal: Read, workspace: string, { at, by }: Pick<StepQuery, 'at' | 'by'>): number | undefined {
  const here = Math.floor(at / minuteMs) * minuteMs
  const [from, to] = by > 0 ? [here, here + faultSpan] : [Math.max(0, here - faultSpan), here + minuteMs]
  const minutes = new Set(journal.minutes(workspace, from, to).flatMap((one) => (one.faults > 0 ? [one.at] : [])))
  for (const minute of [...minutes].toSorted((a, b) => (a - b) * by)) {
    const start = by > 0 ? Math.max(at, minute - 1) : Math.min(at, minute + minuteMs)
    const found = nextEvent(journal, workspace, { at: start, by }, ({ body }) => body.kind === 'fault')
    if (found !== undefined) return found
  }
  return undefined
}
