import type { Event } from '../../../../core/event.ts'
import type { Fault } from '../../../../core/fault.ts'
import type { Move } from '../board-columns.ts'
import type { TaskPage, TaskSort } from '../task-source.ts'

export interface BoardFilter {
  readonly text: string
  /** Exact name; empty: unassigned. Absent: all. */
  readonly owner?: string
  /** The place where it is discussed. */
  readonly place?: string
  /** Links that are hidden. */
  readonly hidden: readonly string[]
}

export interface BoardState {
  readonly filter: BoardFilter
  readonly sort: TaskSort
  readonly showsFilter: boolean
  readonly showsDone: boolean
  /** What others owe is listed below the columns. */
  readonly showsOwed: boolean
  /** Card shown in the inspector. */
  readonly selected?: { readonly link: string; readonly task: string }
  /** Card being dragged: nothing is reloaded under it. */
  readonly dragged?: string
  /** Grows when the selected card should scroll into view and take the focus. */
  readonly focus: number
  /** Latest answers, by link. */
  readonly pages: ReadonlyMap<string, TaskPage>
  /** Why a link's tasks could not be loaded, by link. */
  readonly unread: ReadonlyMap<string, Fault>
  /** Number of loaded cards per column and link, where the operator scrolled further. */
  readonly depth: ReadonlyMap<string, number>
  /** By `cardKey`. */
  readonly moves: ReadonlyMap<string, Move>
  /** Why the last move of a card was reverted, by `cardKey`. */
  readonly faults: ReadonlyMap<string, Fault>
}

export interface BoardSlice {
  readonly board: BoardState
  /** Loads the tasks of every visible link; reloads once if called again while loading. */
  loadBoard(): Promise<void>
  /** Events arrived that may concern tasks: links know them before they show a new version. */
  tasksArrived(events: readonly Event[]): void
  setBoard(patch: Partial<Pick<BoardState, 'sort' | 'showsFilter' | 'showsDone' | 'showsOwed'>>): void
  /** A card is being dragged, by `cardKey`; undefined: none. */
  dragTask(key: string | undefined): void
  /** `undefined` clears that part of the filter. */
  filterBoard(patch: { readonly [K in keyof BoardFilter]?: BoardFilter[K] | undefined }): void
  /** Loads more cards of a column. */
  deepenColumn(column: string): void
  selectTask(task: BoardState['selected'], takesFocus?: boolean): void
  /** Selects the card `x` columns to the right and `y` rows down. */
  stepTask(x: number, y: number): void
}

export interface BoardMoves {
  /**
   * Moves a task to a column: shown immediately, sent after a pause so that several steps make one envelope and a step back makes none. Reverted with a fault
   * if it fails.
   */
  moveTask(key: string, column: string): Promise<void>
  /** Moves the selected task `by` columns. */
  shiftTask(by: number): void
  /** Shows beside a card why something is not done with it. */
  refuseTask(key: string, why: string): void
  forgetMoveFault(key: string): void
}
