import { byBytes } from '../../../core/by-bytes.ts'
import type { TaskChange } from './task-change.ts'

/** A task after applying its changes. */
export interface Task {
  /** Id of the `task.create` that began it, seen or not. */
  readonly id: string
  readonly title?: string
  readonly description?: string
  readonly assignee?: string
  /** Free text of the agents; `complete` after a `task.complete`. */
  readonly status?: string
  readonly isComplete: boolean
  readonly summary?: string
  readonly createdBy?: string
  readonly to?: readonly string[]
  /** Where its `task.create` was sent, otherwise its first change. */
  readonly place?: string
  /** Our clock at the first and at the last change that counts, ms. */
  readonly firstAt: number
  readonly lastAt: number
  /** False while only updates of it are known. */
  readonly isKnown: boolean
  /** Number of changes that count. */
  readonly changes: number
  /** The doubt about the newest change that does not count; see `taskOf`. */
  readonly doubt?: string
}

export interface TasksFold {
  /** Applies a change; one whose id is already known is dropped. @returns the task's id when something changed. */
  apply(change: TaskChange): string | undefined
  get(id: string): Task | undefined
  /** Every task, ordered by id; tasks with only doubted changes are not included. */
  all(): readonly Task[]
  /** The changes of a task in order, each with its event. */
  history(id: string): readonly TaskChange[]
  size(): number
  /** Every stored change. */
  changes(): TaskChange[]
  /** Changes dropped because a task, or the board, has too many or too long ones. */
  dropped(): number
}

/** Maximum numbers of tasks, and of changes per task; of all their texts together, UTF-16 units: they are saved as one text. */
const mostTasks = 20_000
const mostChanges = 1_000
const mostChars = 32 * 1024 * 1024

interface Entry {
  readonly changes: TaskChange[]
  task: Task
}

/**
 * Folds changes into tasks. They may arrive in any order, twice, and before their task: the state results from applying the changes in
 * the order of their envelope ids, compared by bytes, so that every permutation gives the same board.
 */
export function foldTasks(): TasksFold {
  const entries = new Map<string, Entry>()
  let dropped = 0
  let chars = 0
  let sorted: readonly Task[] | undefined
  const all = (): readonly Task[] =>
    (sorted ??= [...entries.values()].flatMap(({ task }) => (task.changes > 0 ? [task] : [])).toSorted((a, b) => byBytes(a.id, b.id)))

  return {
    apply(change) {
      const entry = entries.get(change.task)
      const size = sizeOf(change)
      if (entry === undefined) {
        if (entries.size >= mostTasks || chars + size > mostChars) {
          dropped++
          return undefined
        }
        entries.set(change.task, { changes: [change], task: taskOf([change]) })
      } else {
        const at = placeOf(entry.changes, change.id)
        const same = entry.changes[at]
        if (same?.id === change.id) {
          // The first copy of an envelope counts, unless somebody sent it in its author's name before the author did.
          if (same.doubt === undefined || change.doubt !== undefined) return undefined
          entry.changes[at] = change
          chars -= sizeOf(same)
          entry.task = taskOf(entry.changes)
          sorted = undefined
          chars += size
          return change.task
        }
        if (entry.changes.length >= mostChanges || chars + size > mostChars) {
          dropped++
          return undefined
        }
        entry.changes.splice(at, 0, change)
        const isNext = at === entry.changes.length - 1 && change.kind !== 'create' && change.doubt === undefined && entry.task.changes > 0
        entry.task = isNext ? afterChange(entry.task, change) : taskOf(entry.changes)
      }
      sorted = undefined
      chars += size
      return change.task
    },
    get: (id) => entries.get(id)?.task,
    all,
    history: (id) => entries.get(id)?.changes ?? [],
    size: () => all().length,
    changes: () => [...entries.values()].flatMap((entry) => entry.changes),
    dropped: () => dropped,
  }
}

/** The length of everything that a change says. */
function sizeOf(change: TaskChange): number {
  return Object.values(change).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value : String(value)).length, 0)
}

/** The first position whose id is not smaller. */
function placeOf(changes: readonly TaskChange[], id: string): number {
  let low = 0
  let high = changes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (byBytes(changes[middle]?.id ?? '', id) < 0) low = middle + 1
    else high = middle
  }
  return low
}

const fields = ['title', 'description', 'assignee', 'status', 'summary'] as const

/** What changes have said about a task so far. */
type Said = { -readonly [K in (typeof fields)[number]]?: string } & { isComplete: boolean }

function say(said: Said, change: TaskChange): void {
  for (const field of fields) {
    const value = change[field]
    if (value !== undefined) said[field] = value
  }
  if (change.kind === 'complete') {
    said.isComplete = true
    said.status = change.status ?? 'complete'
  } else if (change.status !== undefined) said.isComplete = false // a status after the end reopens the task
}

/** Like `taskOf`, after one more change that counts and is the last: the usual case, whatever the length of the history. */
function afterChange(task: Task, change: TaskChange): Task {
  const next = { ...task, firstAt: Math.min(task.firstAt, change.at), lastAt: Math.max(task.lastAt, change.at), changes: task.changes + 1 }
  say(next, change)
  return next
}

/**
 * A `task.create` is applied first, whatever its id; later changes override it. A change whose author is doubted may begin a task, but otherwise has no effect:
 * it is listed in the history, and the task shows the doubt.
 */
function taskOf(changes: readonly TaskChange[]): Task {
  const create = changes.find((change) => change.kind === 'create')
  const counting = changes.filter((change) => change === create || change.doubt === undefined)
  const said: Said = { isComplete: false }
  for (const change of create === undefined ? counting : [create, ...counting.filter((each) => each !== create)]) say(said, change)
  const place = (create ?? counting[0] ?? changes[0])?.place
  const doubt = changes.findLast((change) => change.doubt !== undefined)?.doubt
  const times = (counting.length > 0 ? counting : changes).map((change) => change.at)
  return {
    id: changes[0]?.task ?? '',
    ...said,
    ...(create !== undefined && { createdBy: create.by }),
    ...(place !== undefined && { place }),
    ...(create?.to !== undefined && { to: create.to }),
    firstAt: Math.min(...times),
    lastAt: Math.max(...times),
    isKnown: create !== undefined,
    changes: counting.length,
    ...(doubt !== undefined && { doubt }),
  }
}
