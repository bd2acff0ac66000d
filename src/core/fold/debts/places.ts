import { emptyBucket, isEmpty, type Bucket } from './bucket.ts'
import { startOf, type Course, type SameName } from './course.ts'
import type { Debt } from '../../debt.ts'
import { sourcedRefOf, type KeptAsk } from './kept.ts'

/** One debt of an ask. */
export interface Entry {
  readonly key: string
  readonly ask: KeptAsk
  readonly course: Course
  /** What it is if it belongs to no other and waits for none, where that is kept already. */
  readonly debt?: Debt
}

/** A debt that nothing has happened to so far: all of it follows from its ask, and takes no room. */
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

  get debt(): Debt | undefined {
    return this.key === this.ask.debt.key ? this.ask.debt : undefined
  }
}

/** What is kept under a ref, and its debts. */
export interface Place {
  readonly ref: string
  bucket: Bucket
  debts: readonly Entry[]
}

/** All that is kept, by ref (`refKey`). */
export interface Places {
  /** The place of a ref, new if there is none. To be used before the debts of the ref are set. */
  of(ref: string): Place
  bucketOf(ref: string): Bucket
  /** Whether nothing is kept under a ref but an ask to which nothing has happened. It makes no bucket, and is asked for nearly all refs. */
  hasOnlyAsk(ref: string): boolean
  /** The first ask under a ref. */
  askOf(ref: string): KeptAsk | undefined
  /** Keys of the debts under a ref. */
  keysOf(ref: string): readonly string[]
  entryOf(key: string): Entry | undefined
  /** Keeps an ask to which nothing has happened (`isUntouched`), with its debt. @returns false if something is kept under its ref already */
  putAsk(ask: KeptAsk): boolean
  setBucket(place: Place, bucket: Bucket): void
  setDebts(place: Place, debts: readonly Entry[]): void
  delete(ref: string): void
  all(): Iterable<Readonly<Place>>
  refs(): Iterable<string>
  /** Refs of asks that do no more than mention a name of a source, in any case. */
  mentions(source: string, name: string): Iterable<string>
  /** How many have neither an ask nor a debt. */
  loose(): number
}

const noDebts: readonly Entry[] = []
const none: readonly string[] = []

/**
 * Opens it without any. A place that becomes empty is removed. Under most refs there is one ask, for which nobody has done anything so far: only the ask is
 * kept then, and its place is made when somebody changes it.
 */
export function openPlaces(): Places {
  const kept = new Map<string, Place | KeptAsk>()
  let loose = 0

  /** Changes a place, and removes it if it is empty then. */
  function change(place: Place, run: () => void): void {
    const before = Number(isLoose(place))
    run()
    loose += Number(isLoose(place)) - before
    if (isEmpty(place.bucket) && place.debts.length === 0 && kept.delete(place.ref)) loose--
  }

  function debtsUnder(ref: string): readonly Entry[] {
    const known = kept.get(ref)
    return known === undefined ? noDebts : isPlace(known) ? known.debts : debtsOf(ref, known)
  }

  return {
    of(ref) {
      const known = kept.get(ref)
      if (known !== undefined && isPlace(known)) return known
      const place = known === undefined ? { ref, bucket: emptyBucket, debts: noDebts } : placeOf(ref, known)
      kept.set(ref, place)
      if (known === undefined) loose++
      return place
    },
    hasOnlyAsk(ref) {
      const known = kept.get(ref)
      return known !== undefined && !isPlace(known)
    },
    bucketOf(ref) {
      const known = kept.get(ref)
      return known === undefined ? emptyBucket : isPlace(known) ? known.bucket : bucketOf(known)
    },
    askOf(ref) {
      const known = kept.get(ref)
      return known !== undefined && isPlace(known) ? known.bucket.asks[0] : known
    },
    keysOf(ref) {
      const debts = debtsUnder(ref)
      return debts.length === 0 ? none : debts.map(({ key }) => key)
    },
    entryOf: (key) => debtsUnder(sourcedRefOf(key)).find((entry) => entry.key === key),
    putAsk(ask) {
      const ref = ask.debt.key
      if (kept.has(ref)) return false
      kept.set(ref, ask)
      return true
    },
    setBucket: (place, bucket) => change(place, () => (place.bucket = bucket)),
    setDebts(place, debts) {
      change(place, () => (place.debts = debts))
      const [ask] = place.bucket.asks
      if (ask !== undefined && isAskOnly(place)) kept.set(place.ref, ask)
    },
    delete(ref) {
      const known = kept.get(ref)
      if (known !== undefined && isPlace(known) && isLoose(known)) loose--
      kept.delete(ref)
    },
    *all() {
      for (const [ref, one] of kept) yield isPlace(one) ? one : placeOf(ref, one)
    },
    refs: () => kept.keys(),
    *mentions(source, name) {
      const wanted = name.toLowerCase()
      for (const [ref, one] of kept) {
        const ask = isPlace(one) ? one.bucket.asks[0] : one
        if (ask?.onlyAgents !== true || ask.debt.source !== source) continue
        if (ask.to.some((to) => to.toLowerCase() === wanted)) yield ref
      }
    },
    loose: () => loose,
  }
}

/** Whether there is only an ask of somebody else, that belongs to no other: its debt follows from it, and has the ref as its key. */
export function isUntouched({ asks: [ask, other], acts, matched }: Bucket, same: SameName): boolean {
  if (ask === undefined || other !== undefined || acts.length > 0 || matched !== undefined) return false
  const { to, onlyAgents, parentRef, debt } = ask
  const [debtor, more] = to
  if (more !== undefined || onlyAgents === true || parentRef !== undefined || debt.key !== sourcedRefOf(debt.key)) return false
  return debtor === undefined || !same(debtor, debt.creditor)
}

/** Whether it has only acts on something that nobody asked for so far. */
export function isLoose({ bucket, debts }: Place): boolean {
  return bucket.asks.length === 0 && debts.length === 0
}

function isPlace(one: Place | KeptAsk): one is Place {
  return 'bucket' in one
}

/** Whether `placeOf` makes the same of its ask alone. */
function isAskOnly({ ref, bucket, debts }: Place): boolean {
  const [first] = debts
  const isFresh = debts.length === 1 && first instanceof FreshEntry && first.key === ref && first.ask === bucket.asks[0]
  return isFresh && bucket.asks.length === 1 && bucket.acts.length === 0 && bucket.matched === undefined
}

function placeOf(ref: string, ask: KeptAsk): Place {
  return { ref, bucket: bucketOf(ask), debts: debtsOf(ref, ask) }
}

function bucketOf(ask: KeptAsk): Bucket {
  return { asks: [ask], acts: emptyBucket.acts }
}

/** The debt has the ref as its key only if at most one was asked. */
function debtsOf(ref: string, ask: KeptAsk): readonly Entry[] {
  return [new FreshEntry(ref, ask, ask.to[0])]
}
