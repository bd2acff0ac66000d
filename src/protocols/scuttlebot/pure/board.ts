import type { Card, CardFilter, cardSorts } from './api.ts'
import { byBytes } from '../../../core/by-bytes.ts'
import { columnOf, doneColumn, manyColumn, taskColumns } from '../../../core/task-columns.ts'
import type { Task } from './tasks.ts'

/** Maximum number of columns added by agents' own statuses; further statuses share one column. */
const mostOwn = 40
const mostOwners = 500

export interface BoardQuery {
  readonly column?: string
  readonly filter?: CardFilter
  readonly sort?: (typeof cardSorts)[number]
  readonly offset?: number
  /** Cards of each column. */
  readonly limit: number
}

export interface BoardPage {
  readonly columns: { readonly id: string; readonly count: number; readonly cards: Card[] }[]
  readonly total: number
  readonly owners: string[]
}

type Columns = Map<string, Task[]>

/** Columns of these tasks with their counts; always including the common ones, done last. */
export function columnCounts(tasks: readonly Task[]): { readonly id: string; readonly count: number }[] {
  return [...divide(tasks)].map(([id, own]) => ({ id, count: own.length }))
}

/** The board as the screen shows it. It does not depend on the order in which changes arrived. */
export function boardPage(tasks: readonly Task[], query: BoardQuery): BoardPage {
  const { column, filter, sort = 'oldest', offset = 0, limit } = query
  // Columns are those of the whole board, so that a filter does not remove any.
  const shown = filter === undefined ? undefined : filterFor(filter)
  const divided = [...divide(tasks)].map(([id, own]) => [id, shown === undefined ? own : own.filter(shown)] as const)
  return {
    columns: divided
      .filter(([id]) => column === undefined || id === column)
      .map(([id, own]) => ({
        id,
        count: own.length,
        cards: sorted(own, sort)
          .slice(offset, offset + limit)
          .map((task) => cardOf(task, id)),
      })),
    total: divided.reduce((sum, [, own]) => sum + own.length, 0),
    owners: [...new Set(tasks.map((task) => task.assignee ?? ''))]
      .filter((owner) => owner !== '')
      .toSorted(byBytes)
      .slice(0, mostOwners),
  }
}

/** A task as a card. */
export function cardOf(task: Task, column: string = columnOf(task)): Card {
  const { id, title, assignee, status, isComplete, isKnown, createdBy, to, place, firstAt, lastAt, changes, doubt } = task
  return {
    task: id,
    column,
    isComplete,
    isKnown,
    firstAt,
    lastAt,
    changes,
    ...(title !== undefined && { title: title.slice(0, mostTitle) }),
    ...(assignee !== undefined && assignee !== '' && { assignee }),
    ...(status !== undefined && { status }),
    ...(createdBy !== undefined && { createdBy }),
    ...(to !== undefined && { to }),
    ...(place !== undefined && { place }),
    ...(doubt !== undefined && { doubt }),
  }
}
const mostTitle = 500

function divide(tasks: readonly Task[]): Columns {
  const own: Columns = new Map()
  const common: Columns = new Map(taskColumns.map(({ id }) => [id, []]))
  for (const task of tasks) {
    const id = columnOf(task)
    const list = common.get(id) ?? own.get(id)
    if (list === undefined) own.set(id, [task])
    else list.push(task)
  }
  const ids = [...own.keys()].toSorted(byBytes)
  const many = ids.slice(mostOwn).flatMap((id) => own.get(id) ?? [])
  const kept = ids.slice(0, mostOwn).map((id) => [id, own.get(id) ?? []] as const)
  const done = common.get(doneColumn) ?? []
  common.delete(doneColumn)
  return new Map([...common, ...kept, ...(many.length > 0 ? [[manyColumn, many] as const] : []), [doneColumn, done]])
}

function filterFor({ owner, text, place }: CardFilter): (task: Task) => boolean {
  const wanted = text?.toLowerCase()
  return (task) =>
    (owner === undefined || (task.assignee ?? '') === owner) &&
    (place === undefined || task.place?.toLowerCase() === place.toLowerCase()) &&
    (wanted === undefined ||
      [task.title, task.description, task.assignee, task.status, task.id].some((field) => field?.toLowerCase().includes(wanted) === true))
}

function byId(a: Task, b: Task): number {
  return byBytes(a.id, b.id)
}

function sorted(tasks: readonly Task[], sort: (typeof cardSorts)[number]): readonly Task[] {
  const orders = {
    oldest: (a: Task, b: Task) => a.firstAt - b.firstAt || byId(a, b),
    newest: (a: Task, b: Task) => b.firstAt - a.firstAt || byId(a, b),
    stalest: (a: Task, b: Task) => a.lastAt - b.lastAt || byId(a, b),
    title: (a: Task, b: Task) => byBytes(a.title ?? '', b.title ?? '') || byId(a, b),
  }
  return tasks.toSorted(orders[sort])
}
