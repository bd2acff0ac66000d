import { cardKey } from './board-columns.ts'
import { findCard } from './state/board.ts'
import { networksOf } from '../../../protocols/scuttlebot/screen/networks.ts'
import type { Network } from '../../../protocols/scuttlebot/screen/networks.ts'
import { useIrc } from '../../../protocols/scuttlebot/screen/use-irc.ts'
import type { Card } from '../../../protocols/scuttlebot/pure/api.ts'
import type { Fault } from '../../../core/fault.ts'
import type { TaskChange } from '../../../protocols/scuttlebot/screen/board/change-words.ts'
import { useApp } from '../state/store.ts'

/** The selected task with everything that its network knows of it. */
export interface ShownTask {
  readonly network: Network
  readonly card: Card
  /** Column that the board shows it in. */
  readonly column: string
  readonly description?: string
  readonly summary?: string
  /** Absent until the network has answered. */
  readonly history?: readonly TaskChange[]
  readonly more: number
  readonly fault?: Fault
}

/** The task that the inspector shows; asked for anew whenever a task of its network changes. */
export function useShownTask(): ShownTask | undefined {
  const networks = useApp(networksOf)
  const selected = useApp((state) => state.board.selected)
  const board = useApp((state) => state.board)
  const network = networks.find((one) => one.link.id === selected?.link)
  const version = network?.view.board.version ?? 0
  const answer = useIrc(network === undefined ? undefined : selected?.link, 'card', { task: selected?.task ?? '' }, String(version))
  if (selected === undefined || network === undefined) return undefined
  const key = cardKey(selected.link, selected.task)
  const loaded = findCard({ board }, key)
  const detail = answer?.ok === true && answer.value.card.task === selected.task ? answer.value : undefined
  const card = detail?.card ?? loaded?.card
  if (card === undefined) return undefined
  const column = board.moves.get(key)?.column ?? loaded?.column ?? card.column
  return {
    network,
    card,
    column,
    ...(detail?.description !== undefined && { description: detail.description }),
    ...(detail?.summary !== undefined && { summary: detail.summary }),
    ...(detail !== undefined && { history: detail.history }),
    more: detail?.more ?? 0,
    ...(answer?.ok === false && { fault: answer.fault }),
  }
}
