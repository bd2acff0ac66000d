import type { Fault } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'
import { useApp } from '../state/store.ts'
import { cardKey } from './board-columns.ts'
import { findCard } from './state/board.ts'
import { taskLinksOf } from './task-links.ts'
import type { Task, TaskChange, TaskSource } from './task-source.ts'
import { useTaskDetail } from './use-task-detail.ts'

/** The selected task with everything its link knows about it. */
export interface ShownTask {
  readonly link: Link
  readonly source: TaskSource
  readonly card: Task
  /** Column that the board shows it in. */
  readonly column: string
  readonly description?: string
  readonly summary?: string
  /** Absent until the link has answered. */
  readonly history?: readonly TaskChange[]
  readonly more: number
  readonly fault?: Fault
}

/** The task shown in the inspector; reloaded whenever a task of its link changes. */
export function useShownTask(): ShownTask | undefined {
  const links = useApp(taskLinksOf)
  const selected = useApp((state) => state.board.selected)
  const board = useApp((state) => state.board)
  const on = links.find((one) => one.link.id === selected?.link)
  const answer = useTaskDetail(on?.link.id, selected?.task ?? '', String(on?.version))
  if (selected === undefined || on === undefined) return undefined
  const key = cardKey(selected.link, selected.task)
  const loaded = findCard({ board }, key)
  const detail = answer?.ok === true && answer.value.task.id === selected.task ? answer.value : undefined
  const card = detail?.task ?? loaded?.card
  if (card === undefined) return undefined
  const column = board.moves.get(key)?.column ?? loaded?.column ?? card.column
  return {
    link: on.link,
    source: on.source,
    card,
    column,
    ...(detail?.description !== undefined && { description: detail.description }),
    ...(detail?.summary !== undefined && { summary: detail.summary }),
    ...(detail !== undefined && { history: detail.history }),
    more: detail?.more ?? 0,
    ...(answer?.ok === false && { fault: answer.fault }),
  }
}
