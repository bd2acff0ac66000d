import { emptyBucket, isEmpty, type Bucket } from './bucket.ts'
import { startOf, type Course } from './course.ts'
import type { KeptAsk } from './kept.ts'

/** One debt of an ask. */
export interface Entry {
  readonly key: string
  readonly ask: KeptAsk
  readonly course: Course
}

/** A debt that nothing has happened to so far: its course follows from its ask, and takes no room. */
export class FreshEntry implements Entry {
  readonly key: string
  readonly ask: KeptAsk
  readonly #debtor: string | undefined

  constructor(key: string, ask: KeptAsk, debtor: string | undefined) {
    this.key = key
    this.ask = ask
    this.#debtor = debtor
  }

  get course(): Course {
    return startOf(this.ask, this.#debtor)
  }
}

/** What is kept under a ref, and its debts. */
export interface Place {
  /** The one copy of the ref that is kept. */
  readonly ref: string
  bucket: Bucket
  debts: readonly Entry[]
}

/** All that is kept, by ref (`refKey`). */
export interface Places {
  /** The place of a ref, new if there is none. */
  of(ref: string): Place
  get(ref: string): Place | undefined
  bucketOf(ref: string): Bucket
  setBucket(place: Place, bucket: Bucket): void
  setDebts(place: Place, debts: readonly Entry[]): void
  delete(ref: string): void
  all(): Iterable<Place>
  refs(): Iterable<string>
  /** How many have neither an ask nor a debt. */
  loose(): number
}

/** Opens it without any. A place that becomes empty is removed. */
export function openPlaces(): Places {
  const places = new Map<string, Place>()
  let loose = 0

  /** Changes a place, and removes it if it is empty then. */
  function change(place: Place, run: () => void): void {
    const before = Number(isLoose(place))
    run()
    loose += Number(isLoose(place)) - before
    if (isEmpty(place.bucket) && place.debts.length === 0 && places.delete(place.ref)) loose--
  }

  return {
    of(ref) {
      const known = places.get(ref)
      if (known !== undefined) return known
      const place = { ref, bucket: emptyBucket, debts: [] }
      places.set(ref, place)
      loose++
      return place
    },
    get: (ref) => places.get(ref),
    bucketOf: (ref) => places.get(ref)?.bucket ?? emptyBucket,
    setBucket: (place, bucket) => change(place, () => (place.bucket = bucket)),
    setDebts: (place, debts) => change(place, () => (place.debts = debts)),
    delete(ref) {
      const place = places.get(ref)
      if (place !== undefined && isLoose(place)) loose--
      places.delete(ref)
    },
    all: () => places.values(),
    refs: () => places.keys(),
    loose: () => loose,
  }
}

/** Whether it has only acts on something that nobody asked for so far. */
export function isLoose({ bucket, debts }: Place): boolean {
  return bucket.asks.length === 0 && debts.length === 0
}
