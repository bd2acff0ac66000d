import { changed, changeOf, type ListChange } from './list-change.ts'

/** A bucket with the numbers of its asks and acts, as a JSON value. */
export type NumberedBucket = readonly [asks: readonly number[], acts: readonly number[], matched?: NumberedMatches]
type NumberedMatches = readonly (readonly [key: string, acts: readonly number[]])[]

/** How a bucket became another. A key that was there before is given by its place among those of before. */
export type BucketChange = readonly [
  asks: ListChange,
  acts: ListChange,
  matched?: readonly (readonly [key: string | number, acts: ListChange])[],
]

const empty: NumberedBucket = [[], []]

/** How a bucket became `now`; without one before, all of it is new. */
export function bucketChange([asks, acts, matched = []]: NumberedBucket = empty, now: NumberedBucket): BucketChange {
  const lists = [changeOf(asks, now[0]), changeOf(acts, now[1])] as const
  if (now[2] === undefined) return lists
  const places = new Map(matched.map(([key], at) => [key, at]))
  const matches = now[2].map(([key, list]) => {
    const at = places.get(key)
    return [at ?? key, changeOf(at === undefined ? [] : (matched[at]?.[1] ?? []), list)] as const
  })
  return [...lists, matches]
}

/** The `now` that `bucketChange` was given. */
export function bucketAfter(before: NumberedBucket = empty, change: BucketChange): NumberedBucket {
  const asks = changed(before[0], change[0])
  const acts = changed(before[1], change[1])
  if (change[2] === undefined) return [asks, acts]
  const matched = before[2] ?? []
  const matches = change[2].map((each): NumberedMatches[number] => {
    const known = typeof each[0] === 'number' ? matched[each[0]] : undefined
    return [known?.[0] ?? String(each[0]), changed(known?.[1] ?? [], each[1])]
  })
  return [asks, acts, matches]
}
