import type { Event } from '../../../core/event.ts'

/** A contiguous stretch of the feed, ascending by `ord`. Only this part of the history is in memory. */
export interface FeedWindow {
  readonly rows: readonly Event[]
  /** Index of `rows[0]` for the virtual list; decreases when rows are added in front of it, so what is on screen keeps its place. */
  readonly base: number
  readonly hasBefore: boolean
  readonly hasAfter: boolean
}

/** Most rows that are kept; when there are more, they are trimmed to `trimTo`, so trimming is rare. */
export const windowLimits = { max: 3_000, trimTo: 2_400 } as const

export const firstBase = 100_000_000
export const emptyWindow: FeedWindow = { rows: [], base: firstBase, hasBefore: false, hasAfter: false }

export interface Page {
  readonly events: readonly Event[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
}

/**
 * A window with just this page. If it begins within `before`, or ends in it, its rows keep their index (`isContinued`). Known events stay the same objects, so
 * reloading does not redraw them.
 */
export function windowOf(page: Page, before: FeedWindow = emptyWindow): FeedWindow & { readonly isContinued: boolean } {
  const first = page.events[0]
  const from = first === undefined ? -1 : before.rows.findIndex((row) => row.ord === first.ord)
  const [old] = before.rows
  const back = from >= 0 || old === undefined ? -1 : page.events.findIndex((event) => event.ord === old.ord)
  const isContinued = from >= 0 || back >= 0
  const base = isContinued ? before.base + (from >= 0 ? from : -back) : firstBase
  const known = new Map(before.rows.map((row) => [row.id, row]))
  const rows = page.events.map((event) => known.get(event.id) ?? event)
  const isSame = rows.length === before.rows.length && rows.every((row, index) => row === before.rows[index])
  return { rows: isSame ? before.rows : rows, base, hasBefore: page.hasBefore, hasAfter: page.hasAfter, isContinued }
}

/** Adds an older page in front; drops rows at the far end if there are too many. */
export function withOlder(window: FeedWindow, page: Page): FeedWindow {
  const first = window.rows[0]?.ord
  const older = first === undefined ? page.events : page.events.filter((event) => event.ord < first)
  const merged = { ...window, rows: [...older, ...window.rows], base: window.base - older.length, hasBefore: page.hasBefore }
  return trimEnd(merged)
}

/** Adds a newer page at the end; drops rows at the front if there are too many. */
export function withNewer(window: FeedWindow, page: Page): FeedWindow {
  const last = window.rows.at(-1)?.ord
  const newer = last === undefined ? page.events : page.events.filter((event) => event.ord > last)
  return trimStart({ ...window, rows: [...window.rows, ...newer], hasAfter: page.hasAfter })
}

export interface Applied {
  readonly window: FeedWindow
  /** Events newer than everything before them, whether or not the window reaches that far, and messages that replace a streamed answer. */
  readonly appended: readonly Event[]
}

/**
 * Applies pushed events. A new version replaces its predecessor in place; newer events are appended if the window ends at the newest row; an event older than
 * the window only records that there is more before it. `accept` is the filter. Returns the same window if nothing in it changed.
 */
export function withPushed(
  window: FeedWindow,
  events: readonly Event[],
  accept: (event: Event) => boolean,
  keep: 'end' | 'start',
): Applied {
  let rows = window.rows
  const own = (): Event[] => (rows === window.rows ? (rows = [...rows]) : rows) as Event[]
  const appended: Event[] = []
  let hasBefore = window.hasBefore
  for (const event of events) {
    const at = firstAtOrAfter(rows, event.ord)
    const present = rows[at]
    if (present?.ord === event.ord) {
      // A page that was read later has a newer version.
      if (present.cursor > event.cursor) continue
      if (present.body.kind === 'stream' && event.body.kind === 'message' && accept(event)) appended.push(event)
      if (accept(event)) own()[at] = event
      else own().splice(at, 1)
    } else if (!accept(event)) {
      continue
    } else if (at === rows.length) {
      if (event.supersedes === undefined) appended.push(event)
      if (!window.hasAfter) own().push(event)
    } else if (at > 0) {
      own().splice(at, 0, event)
    } else {
      hasBefore = true
    }
  }
  if (rows === window.rows && hasBefore === window.hasBefore) return { window, appended }
  const next = { ...window, rows, hasBefore }
  return { window: keep === 'end' ? trimStart(next) : trimEnd(next), appended }
}

/** Position of an event in the window, -1 if it is not there. */
export function positionOf(window: FeedWindow, id: string | undefined): number {
  return id === undefined ? -1 : window.rows.findIndex((row) => row.id === id)
}

/** Id of the version that replaced `id` after these events. */
export function successorOf(id: string | undefined, events: readonly Event[]): string | undefined {
  let current = id
  if (current !== undefined) for (const event of events) if (event.supersedes === current) current = event.id
  return current
}

function firstAtOrAfter(rows: readonly Event[], ord: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.ord ?? 0) < ord) low = middle + 1
    else high = middle
  }
  return low
}

function trimStart(window: FeedWindow): FeedWindow {
  const extra = window.rows.length - windowLimits.trimTo
  if (window.rows.length <= windowLimits.max) return window
  return { ...window, rows: window.rows.slice(extra), base: window.base + extra, hasBefore: true }
}

function trimEnd(window: FeedWindow): FeedWindow {
  if (window.rows.length <= windowLimits.max) return window
  return { ...window, rows: window.rows.slice(0, windowLimits.trimTo), hasAfter: true }
}
