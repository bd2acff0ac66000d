/** Debts under one key: those that may be one, or are in one row. Nearly all are alone, and need no map. */
export interface Group<T extends Keyed> {
  readonly key: string
  only: T | undefined
  all: Map<string, T> | undefined
}

interface Keyed {
  readonly debt: { readonly key: string }
}

/** The group under a key, new if there is none. */
export function groupFor<T extends Keyed>(map: Map<string, Group<T>>, key: string): Group<T> {
  const known = map.get(key)
  if (known !== undefined) return known
  const group: Group<T> = { key, only: undefined, all: undefined }
  map.set(key, group)
  return group
}

/** Puts a debt into a group, in place of the one that has its key. */
export function join<T extends Keyed>(group: Group<T>, key: string, one: T): void {
  const { only } = group
  if (group.all !== undefined) group.all.set(key, one)
  else if (only === undefined || only.debt.key === key) group.only = one
  else {
    group.only = undefined
    group.all = new Map([
      [only.debt.key, only],
      [key, one],
    ])
  }
}

/** Takes a debt out of a group. @returns the group without it, which is dropped when it is empty. */
export function leave<T extends Keyed>(map: Map<string, Group<T>>, group: Group<T> | undefined, key: string): Group<T> | undefined {
  if (group?.only?.debt.key === key) group.only = undefined
  group?.all?.delete(key)
  if (group !== undefined && sizeOf(group) === 0) map.delete(group.key)
  return group
}

export function sizeOf({ only, all }: Group<Keyed>): number {
  return all?.size ?? (only === undefined ? 0 : 1)
}

export function memberOf<T extends Keyed>({ only, all }: Group<T>, key: string): T | undefined {
  return all === undefined && only?.debt.key === key ? only : all?.get(key)
}

export function membersOf<T extends Keyed>({ only, all }: Group<T>): readonly T[] {
  if (all === undefined) return only === undefined ? [] : [only]
  return [...all.values()]
}
