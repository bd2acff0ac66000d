import type { Debt, DebtRow } from '../../core/debt.ts'
import type { Event } from '../../core/event.ts'
import { limits } from '../../core/limits.ts'
import type { Reading } from '../services.ts'
import type { DeskView } from './view.ts'

/** Debts of the same people that are searched for an act of the event. */
const mostSearched = 2_000

/** Rows of the debts that an event opened, moved or ended, those that it opened first. */
export function rowsOfEvent(
  { debts, lists, operator }: Pick<DeskView, 'debts' | 'lists' | 'operator'>,
  { protocols }: Pick<Reading, 'protocols'>,
  event: Event,
): DebtRow[] {
  const acts = protocols.get(event.protocol)?.acts(event, operator) ?? []
  if (acts.length === 0) return []
  const names = new Set(acts.flatMap(({ by, to = [] }) => [by, ...to]))
  const opened: string[] = []
  const other: Debt[] = []
  for (const list of [debts.open(), debts.ended()])
    for (const debt of list.values()) {
      if (debt.source !== event.source) continue
      if (debt.ask === event.id) opened.push(debt.key)
      else if (names.has(debt.creditor) || (debt.debtor !== undefined && names.has(debt.debtor))) other.push(debt)
    }
  const newest = other.toSorted((a, b) => b.sign - a.sign).slice(0, mostSearched)
  const moved = newest.filter(({ key, end }) => end?.event === event.id || debts.actsOf(key).some((act) => act.event === event.id))
  const { rowOf, whole } = lists
  const found = [...opened, ...moved.map(({ key }) => key)]
  // A turn keeps its first questions; the ones after them are the same turn.
  const isFull = ({ key, turn }: Debt): boolean => turn !== undefined && (rowOf(key)?.asked ?? 0) > limits.turnAsks
  if (found.length === 0 && acts.some(({ act }) => act === 'ask')) found.push(...newest.filter(isFull).map(({ key }) => key))
  return [...new Set(found.flatMap((key) => rowOf(key) ?? []))].map(whole)
}
