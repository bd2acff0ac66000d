import type { WaitArrow } from '../../core/waits.ts'
import type { DebtsFold } from '../../core/fold/debts.ts'
import type { Stuck } from '../../core/stuck.ts'
import type { Room } from '../room.ts'
import type { Lists } from './lists.ts'

/** What the desk shows at one moment: now, or as of a moment in the past. */
export interface DeskView {
  readonly lists: Lists
  readonly debts: Pick<DebtsFold, 'open' | 'ended' | 'get' | 'actsOf'>
  /** The operator's name, and agent (id). */
  readonly operator: string
  readonly operatorId: string
  /** The newest event that counts. */
  readonly cursor: number
  readonly stuck: readonly Stuck[]
  /** Who waits for whom. */
  arrows(): readonly WaitArrow[]
}

/** What the desk of a room shows now. */
export function viewNow({ desk, workspace }: Pick<Room, 'desk' | 'workspace'>): DeskView {
  return {
    lists: desk.lists(),
    get debts() {
      return desk.debts
    },
    operator: workspace().operator,
    operatorId: desk.operator(),
    cursor: Infinity,
    get stuck() {
      return desk.stuck()
    },
    arrows: () => desk.arrows(),
  }
}
