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
export function bucketAfter([asks, acts, matched = []]: NumberedBucket = empty, change: BucketChange): NumberedBucket {
  const lists = [changed(asks, change[0]), changed(acts, change[1])] as const
  if (change[2] === undefined) return lists
  const matches = change[2].map(([key, list]): NumberedMatches[number] => {
    const known = typeof key === 'number' ? matched[key] : undefined
    return [known?.[0] ?? String(key), changed(known?.[1] ?? [], list)]
  })
  return [...lists, matches]
}
