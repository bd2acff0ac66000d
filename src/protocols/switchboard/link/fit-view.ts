import { limits } from '../../../core/limits.ts'
import type { SwitchboardView } from '../pure/view.ts'

const lists = ['mailboxes', 'roster', 'deadLetters', 'teams', 'workflows', 'problems', 'waiting'] as const

/** A view within the size limit: the largest list is halved until it fits. Counts tell how much is left out. */
export function fitView(view: SwitchboardView, most: number = limits.linkView): SwitchboardView {
  let fitting = view
  while (JSON.stringify(fitting).length > most) {
    const weights = lists.map((list) => ({ list, weight: fitting[list].length === 0 ? 0 : JSON.stringify(fitting[list]).length }))
    const { clients, calls } = fitting.server
    const ofServer = JSON.stringify([clients, calls]).length
    const [heaviest] = weights.toSorted((one, other) => other.weight - one.weight)
    if (heaviest === undefined || (heaviest.weight === 0 && clients.length + calls.length === 0)) return fitting
    if (ofServer > heaviest.weight) {
      fitting = { ...fitting, server: { ...fitting.server, clients: half(clients), calls: half(calls) } }
      continue
    }
    const kept = half<unknown>(fitting[heaviest.list])
    const more = heaviest.list === 'mailboxes' ? fitting.more + fitting.mailboxes.length - kept.length : fitting.more
    fitting = { ...fitting, [heaviest.list]: kept, more }
  }
  return fitting
}

function half<T>(list: readonly T[]): T[] {
  return list.slice(0, Math.floor(list.length / 2))
}
