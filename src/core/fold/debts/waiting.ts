import { limits } from '../../limits.ts'
import type { Known } from './known-debt.ts'

/** Who waits for whom among the debts of a workspace. */
export interface Waiting {
  add(one: Known): void
  remove(one: Known): void
  clear(): void
  of(one: Known): string[]
  /** Who waits for an agent: for what it owes, through any number of debts. */
  on(agent: string): string[]
  /** Keys of the open debts of one agent to another. */
  between(creditor: string, debtor: string): Iterable<string>
}

/** Who waits for a debt: its creditor, and through what the creditor owes, others. A debt that waits for another is passed only by way of that one. */
export function openWaiting(): Waiting {
  const byDebtor = new Map<string, Set<Known>>()
  const byAwaited = new Map<string, Set<Known>>()
  const placeOf = ({ debt, debtor }: Known): readonly [Map<string, Set<Known>>, string] | undefined => {
    if (debt.state !== 'open' || debtor === undefined) return undefined
    return debt.waitsFor === undefined ? [byDebtor, debtor] : [byAwaited, debt.waitsFor]
  }
  return {
    add(one) {
      const [map, key] = placeOf(one) ?? []
      if (map === undefined || key === undefined) return
      const set = map.get(key)
      if (set === undefined) map.set(key, new Set([one]))
      else set.add(one)
    },
    remove(one) {
      const [map, key] = placeOf(one) ?? []
      if (map !== undefined && key !== undefined) drop(map, key, one)
    },
    clear() {
      byDebtor.clear()
      byAwaited.clear()
    },
    *between(creditor, debtor) {
      for (const one of byDebtor.get(debtor) ?? []) if (one.creditor === creditor) yield one.debt.key
      for (const set of byAwaited.values())
        for (const one of set) if (one.creditor === creditor && one.debtor === debtor) yield one.debt.key
    },
    of: (from) => follow([from], from.debtor),
    on: (agent) => follow([...(byDebtor.get(agent) ?? [])], agent),
  }

  function follow(queue: Known[], root: string | undefined): string[] {
    const names = new Set<string>()
    const seen = new Set(queue)
    for (const one of queue) {
      if (one.creditor === root || names.size >= limits.rowBlocks) continue
      names.add(one.creditor)
      for (const set of [byDebtor.get(one.creditor), byAwaited.get(one.debt.key)])
        for (const next of set ?? []) {
          if (queue.length > limits.rowBlocks * 4) break
          if (seen.has(next)) continue
          seen.add(next)
          queue.push(next)
        }
    }
    return [...names]
  }
}

function drop(map: Map<string, Set<Known>>, key: string, one: Known): void {
  const set = map.get(key)
  set?.delete(one)
  if (set?.size === 0) map.delete(key)
}
