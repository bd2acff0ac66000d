import type { FlowMinutes } from '../../../../core/flow.ts'
import type { Event } from '../../../../core/event.ts'
import type { Fault, Result } from '../../../../core/fault.ts'
import type { FlowRows } from '../../../../core/flow/rows.ts'
import type { FlowLayout } from '../../../../core/flow/layout.ts'
import type { LaneOrder } from '../../../../core/flow/lanes.ts'
import type { FlowMark } from '../marks.ts'

export const groupings = ['team', 'link', 'machine', 'none'] as const
export type Grouping = (typeof groupings)[number]

/** What is shown of Flow, and how. */
export interface FlowLook {
  readonly grouping: Grouping
  /** Length of the window, ms. */
  readonly span: number
  /** The right edge, ms; undefined: it follows the clock. */
  readonly end: number | undefined
  /** Messages that arrived since it stopped following. */
  readonly newCount: number
  readonly order: LaneOrder
  /** Keys of groups that are folded; undefined: not decided yet. */
  readonly folded: ReadonlySet<string> | undefined
  /** Protocols that are not shown. */
  readonly without: readonly string[]
  /** Text of the filter field. */
  readonly filter: string
  /** Every lane is open, in one line each. */
  readonly isDense: boolean
  /** The same as a table. */
  readonly isTable: boolean
  /** In the past, the feed of then is next to the lanes. */
  readonly hasFeed: boolean
  /** Row and mark that the keys are at. */
  readonly row: string | undefined
  readonly mark: string | undefined
  /** Grows when that place should take the focus. */
  readonly focus: number
  /** The bundle in the inspector; otherwise it shows the selected message. */
  readonly bundle: readonly string[] | undefined
}

/** A link's day, and the moment it was read. */
export interface FlowDay {
  readonly start: number
  readonly end: number
  readonly total: number
  readonly links: readonly FlowMinutes[]
}

export interface FlowSlice {
  readonly flow: FlowLook
  readonly flowRows: FlowRows
  readonly flowDay: FlowDay | undefined
  /** loading: the first page is being read · reading: earlier ones are. */
  readonly flowPhase: 'loading' | 'reading' | 'ready'
  /** The part of the window that is still being read, ms. */
  readonly flowUnread: { readonly from: number; readonly to: number } | undefined
  /** Why the window, or the day, could not be read, and since when. */
  readonly flowFault: { readonly fault: Fault; readonly since: number } | undefined
  /** What the last frame drew, for the keys and the pointer: always the same object. `table`: the rows of the table, in its order. */
  readonly flowDrawn: { layout: FlowLayout | undefined; marks: readonly FlowMark[]; table: readonly Pick<FlowMark, 'id' | 'row'>[] }
  setFlow(patch: Partial<FlowLook>): void
  /** Folds a group of lanes (key), or unfolds it. */
  foldFlowGroup(key: string, isFolded: boolean): void
  /** Reads what the window needs and does not have yet. `now`: the moment that is shown as the present. */
  readFlow(window: { readonly from: number; readonly to: number }, now: number): Promise<void>
  /** Reads the day of the minimap. */
  readFlowDay(start: number, end: number): Promise<void>
  /** After a fault. */
  retryFlow(): void
  /** Events arrived: the newest part of the window has to be read again. */
  flowArrived(events: readonly Event[]): void
  /** Debts, agents or links changed. */
  flowChanged(): void
  /** Follows the clock again. */
  followFlow(): void
  pauseFlow(now: number): void
  /** Opens a mark in the inspector. */
  openMark(mark: FlowMark): Promise<Result<unknown>>
  /** Opens a message by its id in the inspector. */
  openFlowEvent(id: string): Promise<Result<unknown>>
}
