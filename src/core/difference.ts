import { isJsonObject } from './json-text.ts'

/**
 * What changed between two JSON values: replaced (`is`) · fields of an object · items of a list, known by their ids. Parts that did not change are not in it,
 * and an item that only moved is named, not repeated.
 */
export type Difference =
  | { readonly is: unknown }
  | { readonly fields: readonly (readonly [name: string, difference: Difference])[]; readonly gone?: readonly string[] }
  | { readonly items: readonly ItemChange[]; readonly gone?: readonly string[] }

/** `at`: where the item is afterwards; absent: it keeps its place among those that stay. `item`: a new one. */
interface ItemChange {
  readonly key: string
  readonly at?: number
  readonly item?: unknown
  readonly change?: Difference
}

/** What turns `before` into `after`; undefined: nothing. Fields that are undefined do not exist, as in JSON. */
export function differenceOf(before: unknown, after: unknown): Difference | undefined {
  if (Object.is(before, after)) return undefined
  if (Array.isArray(before) && Array.isArray(after)) return ofLists(before, after)
  if (isJsonObject(before) && isJsonObject(after)) return ofRecords(before, after)
  return { is: after }
}

function ofRecords(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Difference | undefined {
  const old = fieldsOf(before)
  const fields: (readonly [string, Difference])[] = []
  for (const [name, value] of fieldsOf(after)) {
    const difference = old.has(name) ? differenceOf(old.get(name), value) : { is: value }
    if (difference !== undefined) fields.push([name, difference])
    old.delete(name)
  }
  if (fields.length === 0 && old.size === 0) return undefined
  return old.size === 0 ? { fields } : { fields, gone: [...old.keys()] }
}

function ofLists(before: readonly unknown[], after: readonly unknown[]): Difference | undefined {
  const [old, keys] = [placesOf(before), placesOf(after)]
  if (old === undefined || keys === undefined) {
    const isSame = before.length === after.length && after.every((item, index) => differenceOf(before[index], item) === undefined)
    return isSame ? undefined : { is: after }
  }
  const staying = longestRising([...keys.keys()].flatMap((key) => old.get(key) ?? []))
  const items: ItemChange[] = []
  for (const [key, at] of keys) {
    const from = old.get(key)
    const change = from === undefined ? undefined : differenceOf(before[from], after[at])
    if (from === undefined) items.push({ key, at, item: after[at] })
    else if (!staying.has(from)) items.push({ key, at, ...(change === undefined ? {} : { change }) })
    else if (change !== undefined) items.push({ key, change })
  }
  const gone = [...old.keys()].filter((key) => !keys.has(key))
  if (items.length === 0 && gone.length === 0) return undefined
  return gone.length === 0 ? { items } : { items, gone }
}

/** `before` with the difference applied. Parts that did not change are the same objects. Throws when the difference is of another value. */
export function withDifference(before: unknown, difference: Difference): unknown {
  if ('is' in difference) return difference.is
  if ('fields' in difference) {
    if (!isJsonObject(before)) throw new Error('The difference is of another value.')
    const fields = fieldsOf(before)
    for (const name of difference.gone ?? []) fields.delete(name)
    for (const [name, change] of difference.fields) fields.set(name, withDifference(fields.get(name), change))
    return Object.fromEntries(fields)
  }
  return withItems(before, difference.items, new Set(difference.gone))
}

function withItems(before: unknown, changes: readonly ItemChange[], gone: ReadonlySet<string>): unknown[] {
  const places = Array.isArray(before) ? placesOf(before) : undefined
  if (!Array.isArray(before) || places === undefined) throw new Error('The difference is of another value.')
  const placed: { readonly at: number; readonly item: unknown }[] = []
  const stay = new Map<string, unknown>()
  for (const [key, at] of places) if (!gone.has(key)) stay.set(key, before[at])
  for (const { key, at, item, change } of changes) {
    const now = change === undefined ? (item ?? stay.get(key)) : withDifference(stay.get(key), change)
    if (at === undefined) stay.set(key, now)
    else {
      stay.delete(key)
      placed.push({ at, item: now })
    }
  }
  const items = [...stay.values()]
  const all: unknown[] = []
  let [next, used] = [0, 0]
  while (all.length < items.length + placed.length) {
    const one = placed[next]
    if (one !== undefined && (one.at <= all.length || used === items.length)) {
      all.push(one.item)
      next++
    } else all.push(items[used++])
  }
  return all
}

/** Places of the items by their keys, in order; undefined when an item has none or two have the same. */
function placesOf(items: readonly unknown[]): Map<string, number> | undefined {
  const places = new Map<string, number>()
  for (const [at, item] of items.entries()) {
    const key = keyOf(item)
    if (key === undefined || places.has(key)) return undefined
    places.set(key, at)
  }
  return places
}

function keyOf(item: unknown): string | undefined {
  if (!isJsonObject(item)) return undefined
  return [item['id'], item['link'], item['key'], item['name']].find((value) => typeof value === 'string')
}

/** The longest rising part of a sequence of different numbers: what stays when a list is sorted in another way. */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  /** For each length, the sequence of this length with the smallest end; and what comes before each number. */
  const ends: number[] = []
  const before = new Map<number, number | undefined>()
  for (const number of numbers) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < number) low = middle + 1
      else high = middle
    }
    before.set(number, ends[low - 1])
    ends[low] = number
  }
  const found = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) found.add(at)
  return found
}

function fieldsOf(record: Readonly<Record<string, unknown>>): Map<string, unknown> {
  return new Map(Object.entries(record).filter(([, value]) => value !== undefined))
}
