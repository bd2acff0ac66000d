import type { NeedSource } from '../../../core/need.ts'
import type { AppState } from '../screen.ts'
import { taskKey } from './desk-tasks.ts'
import { taskSourceOf } from './task-links.ts'
import type { Task } from './task-source.ts'

/** Why a task waits for the operator: what the operator owes for it, or what happened to it. Undefined: it does not, or the past is shown. */
export function needOfCard(state: AppState, link: string, card: Pick<Task, 'id' | 'isDone'>): NeedSource | undefined {
  if (state.past !== undefined || card.isDone) return undefined
  const ref = taskSourceOf(state, link)?.ref
  const key = ref === undefined ? card.id : taskKey(link, ref(card.id))
  return state.state?.desk.needs.find(({ row }) => row?.debt.parent === key || row?.keys.includes(key))?.source
}
