/** Debts by a key that several may have: those that may be one, or are in one row. Nearly all are alone, and need no map. */
export interface Groups<T extends Keyed> {
  /** Puts a debt into a group, in place of the one with its key. @returns the first of the group */
  join(group: string, one: T): T
  /** Takes the debt with this key out of a group; one without debts is dropped. */
  leave(group: string, key: string): void
  /** One of the debts of a group. */
  first(group: string): T | undefined
  member(group: string, key: string): T | undefined
  members(group: string): readonly T[]
  /** Keys of all groups. */
  keys(): Iterable<string>
  clear(): void
}

interface Keyed {
  readonly debt: { readonly key: string }
}

/** Opens it without any. */
export function openGroups<T extends Keyed>(): Groups<T> {
  const groups = new Map<string, T | Map<string, T>>()

  return {
    join(group, one) {
      const known = groups.get(group)
      if (known === undefined || (!(known instanceof Map) && known.debt.key === one.debt.key)) {
        groups.set(group, one)
        return one
      }
      if (known instanceof Map) {
        known.set(one.debt.key, one)
        return known.values().next().value ?? one
      }
      const both = [known, one].map((each) => [each.debt.key, each] as const)
      groups.set(group, new Map(both))
      return known
    },
    leave(group, key) {
      const known = groups.get(group)
      if (known instanceof Map) {
        known.delete(key)
        if (known.size === 0) groups.delete(group)
      } else if (known?.debt.key === key) groups.delete(group)
    },
    first(group) {
      const known = groups.get(group)
      return known instanceof Map ? known.values().next().value : known
    },
    member(group, key) {
      const known = groups.get(group)
      if (known instanceof Map) return known.get(key)
      return known?.debt.key === key ? known : undefined
    },
    members(group) {
      const known = groups.get(group)
      if (known instanceof Map) return [...known.values()]
      return known === undefined ? [] : [known]
    },
    keys: () => groups.keys(),
    clear: () => groups.clear(),
  }
}
