import type { Event } from '../../../../core/event.ts'
import type { Fault } from '../../../../core/fault.ts'
import type { Move } from '../board-columns.ts'
import type { TaskPage, TaskSort } from '../task-source.ts'

export interface BoardFilter {
  readonly text: string
  /** Exact name; empty: nobody. Absent: everybody. */
  readonly owner?: string
  /** Place that it is spoken of in. */
  readonly place?: string
  /** Links that are not shown. */
  readonly hidden: readonly string[]
}

export interface BoardState {
  readonly filter: BoardFilter
  readonly sort: TaskSort
  readonly showsFilter: boolean
  readonly showsDone: boolean
  /** Card that the inspector shows. */
  readonly selected?: { readonly link: string; readonly task: string }
  /** Card under the pointer's drag: nothing is loaded anew below it meanwhile. */
  readonly dragged?: string
  /** Grows when the selected card should come into view and take the focus. */
  readonly focus: number
  /** Last answers, by link. */
  readonly pages: ReadonlyMap<string, TaskPage>
  /** Why a link's tasks could not be asked for, by link. */
  readonly unread: ReadonlyMap<string, Fault>
  /** How many cards of a column are loaded of each link, where the operator scrolled on. */
  readonly depth: ReadonlyMap<string, number>
  /** By `cardKey`. */
  readonly moves: ReadonlyMap<string, Move>
  /** Why the last move of a card was taken back, by `cardKey`. */
  readonly faults: ReadonlyMap<string, Fault>
}

export interface BoardSlice {
  readonly board: BoardState
  /** Asks every link on screen for its tasks; once more after a call that came meanwhile. */
  loadBoard(): Promise<void>
  /** Events came that may tell of tasks: the links know them before they show a new version. */
  tasksArrived(events: readonly Event[]): void
  setBoard(patch: Partial<Pick<BoardState, 'sort' | 'showsFilter' | 'showsDone'>>): void
  /** A card hangs on the pointer, by `cardKey`, or none does any more. */
  dragTask(key: string | undefined): void
  /** An `undefined` takes that part of the filter away. */
  filterBoard(patch: { readonly [K in keyof BoardFilter]?: BoardFilter[K] | undefined }): void
  /** Loads more cards of a column. */
  deepenColumn(column: string): void
  selectTask(task: BoardState['selected'], takesFocus?: boolean): void
  /** Selects the card that stands `x` columns to the right and `y` rows further down. */
  stepTask(x: number, y: number): void
}

export interface BoardMoves {
  /**
   * Puts a task into a column: on screen at once, on the wire after a pause, so that several steps are one envelope and a step back is none;
   * back, with a fault, when it fails.
   */
  moveTask(key: string, column: string): Promise<void>
  /** Moves the selected task `by` columns. */
  shiftTask(by: number): void
  forgetMoveFault(key: string): void
}
