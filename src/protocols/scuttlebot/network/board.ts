import type { Card } from '../pure/api.ts'
import { boardPage, cardOf, columnCounts } from '../pure/board.ts'
import type { BoardPage, BoardQuery } from '../pure/board.ts'
import type { TaskChange } from '../pure/task-change.ts'
import { foldTasks } from '../pure/tasks.ts'
import type { Task } from '../pure/tasks.ts'

interface Head {
  readonly columns: { readonly id: string; readonly count: number }[]
  readonly total: number
  readonly version: number
}

/** The tasks of a network, with a version that grows with every change. */
export class Board {
  readonly #tasks = foldTasks()
  #version = 0
  #head: Head | undefined

  /** Applies a change; one that is already known has no effect. */
  apply(change: TaskChange): void {
    if (this.#tasks.apply(change) !== undefined) this.#version++
  }

  /** Every stored change, for saving. */
  changes(): TaskChange[] {
    return this.#tasks.changes()
  }

  /** Number of applied changes. */
  get version(): number {
    return this.#version
  }

  /** Number of changes that found no room. */
  get dropped(): number {
    return this.#tasks.dropped()
  }

  get(task: string): Task | undefined {
    return this.#tasks.get(task)
  }

  history(task: string): readonly TaskChange[] {
    return this.#tasks.history(task)
  }

  /** Columns in their order with their counts. */
  head(): Head {
    if (this.#head?.version !== this.#version)
      this.#head = { columns: columnCounts(this.#tasks.all()), total: this.#tasks.size(), version: this.#version }
    return this.#head
  }

  page(query: BoardQuery): BoardPage & { readonly version: number } {
    return { ...boardPage(this.#tasks.all(), query), version: this.#version }
  }

  card(task: Task): Card {
    return cardOf(task)
  }
}
