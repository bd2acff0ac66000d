import type { Act } from '../acts.ts'
import type { Debt } from '../debt.ts'
import type { Event } from '../event.ts'
import { takeFrom } from '../take-from.ts'
import { openAliases } from './debts/aliases.ts'
import { endedAt, firstEnded, isOver, isSaid, keptMost, type MostDebts } from './debts/bounds.ts'
import { addAct, addAsk, inOrder, isEmpty, matchedIn, merged, newestOf, without, type Bucket, type MayCount } from './debts/bucket.ts'
import { sourceOf } from './debts/cell.ts'
import { openCells } from './debts/cells.ts'
import { settled, startOf, step, type SameName } from './debts/course.ts'
import { courseOf, openFamilies } from './debts/families.ts'
import { askedAgain, debtKey, debtorsOf, keptOf, refKey, refOf, sourcedRefOf, timeOf, type KeptAct, type KeptAsk } from './debts/kept.ts'
import { FreshEntry, isLoose, isUntouched, openPlaces, type Entry, type Place } from './debts/places.ts'
import { shardOf, type DebtShard } from './debts/shards.ts'
import { withSiblings } from './debts/siblings.ts'
import { openTrail, type DebtPiece } from './debts/trail.ts'

/** What the fold has to be told. */
export interface DebtsOptions {
  /** The acts of an event (`Protocol.acts`). */
  readonly actsOf: (event: Event) => readonly Act[]
  /** True for events that were not seen happening. Default: those that their link stored as late. */
  readonly isLate?: (event: Event) => boolean
  /** Whether two names of a source are one agent. */
  readonly same?: (source: string, a: string, b: string) => boolean
  /** Whether a name of a source is an agent's: a mention alone asks no person. Default: every name. When one turns out to be, call `foundAgent`. */
  readonly isAgent?: (source: string, name: string) => boolean
  /** The operator's name in events: the operator may hand over what others owe, and end what they owe themselves. */
  readonly operator?: string
  /** Whether the operator said that a debt is one: it is then kept like one that somebody declared. */
  readonly isPinned?: (key: string) => boolean
  /** Called when an ask is taken for the first one under its ref in place of another: what was matched since that one may be matched again. */
  readonly replacedAsk?: (before: KeptAsk) => void
  readonly most?: MostDebts
}

/** How many debts there are, and how many are no longer kept. */
export interface DebtCounts {
  readonly open: number
  readonly ended: number
  readonly dropped: number
}

/**
 * Folds acts into debts. It is a set: the order of events and their repetition make no difference. An act whose debt depends on other acts is
 * matched when debts are read.
 */
export interface DebtsFold {
  /** Adds an event; `replaced` is the version it supersedes, whose acts go. */
  apply(event: Event, replaced?: Event): void
  /** Adds a shard that was saved, as if the fold had been opened with it. */
  restore(shard: DebtShard): void
  /** Resolves a part of what waits to be, of which reading the debts would resolve all at once. @returns whether there was any */
  prepare(): boolean
  /** Debts by key, as of now: open ones and those that ended last. */
  open(): ReadonlyMap<string, Debt>
  ended(): ReadonlyMap<string, Debt>
  get(key: string): Debt | undefined
  /** Acts of a debt in their order, those that name it and those matched to it. */
  actsOf(key: string): readonly KeptAct[]
  /** Keys whose debts changed since the last call; undefined: everything may have. */
  changed(): ReadonlySet<string>
  counts(): DebtCounts
  /** Names were joined or split: everything is read again. */
  renamed(): void
  /** A name of a source, in any case, has turned out to be an agent's (`isAgent`): what only mentioned it asks it. */
  foundAgent(source: string, name: string): void
  /** Shards that changed since `saved` was called, complete, as of now; undefined: empty now. */
  changes(): ReadonlyMap<string, DebtShard | undefined>
  saved(): void
  /** These shards were not saved after all. */
  unsaved(shards: Iterable<string>): void
  /** What changed since the last call, or everything: enough to go on from here, without debts that ended before the `ended` newest. */
  pieces(ended: number, isWhole: boolean): readonly DebtPiece[]
}

/** Refs that are resolved at once by `prepare`: they take about a millisecond. */
const preparedRefs = 50

/** Opens the fold, with the shards that were saved. */
export function foldDebts(options: DebtsOptions, saved: Iterable<DebtShard> = []): DebtsFold {
  const {
    actsOf,
    isLate = (event) => event.late === true,
    isAgent = () => true,
    isPinned = () => false,
    operator,
    most = keptMost,
  } = options
  const sameOn = options.same ?? ((_source, a, b) => a === b)
  const sameIn =
    (source: string): SameName =>
    (a, b) =>
      a === b || sameOn(source, a, b)
  const places = openPlaces()
  const { entryOf, keysOf } = places
  const aliases = openAliases()
  const dirty = new Set<string>()
  const changedShards = new Set<string>()
  let dropped = 0
  let isRestoring = false
  const trail = openTrail({
    bucketOf: places.bucketOf,
    refs: places.refs,
    askOf,
    keysOf,
    debts: () => families,
    cells: () => cells,
  })
  const cells = openCells({ places, keep, isAgent, sameIn, changedCell, dirty })
  const families = openFamilies({ entryOf, keysOf, sameIn, moved: (key) => trail.touch(sourcedRefOf(key)) })

  function changedCell(cell: string): void {
    changedShards.add(shardOf(cell))
    trail.touchCell(cell)
  }

  function changedBucket(ref: string): void {
    if (!isRestoring) changedShards.add(shardOf(ref))
    trail.touch(ref)
  }

  function put(place: Place, bucket: Bucket): void {
    const { ref } = place
    const [before] = place.bucket.asks
    if (before !== undefined && before !== bucket.asks[0]) {
      cells.replaced(ref, before)
      options.replacedAsk?.(before)
    }
    places.setBucket(place, bucket)
    aliases.add(ref, bucket)
    touch(ref)
    changedBucket(ref)
  }

  function keep(ref: string, bucket: Bucket): void {
    places.setBucket(places.of(ref), bucket)
    changedBucket(ref)
  }

  function touch(ref: string): void {
    dirty.add(ref)
    for (const main of aliases.of(ref)) if (!dirty.has(main)) touch(main)
    cells.touch(ref, actsOn(ref))
  }

  /** Acts that name the debts of a ref, also by another ref. */
  function actsOn(ref: string): readonly KeptAct[] {
    const own = places.bucketOf(ref).acts
    if (own.every(({ alias }) => alias === undefined)) return own
    const more = own.flatMap(({ alias }) => (alias === undefined ? [] : places.bucketOf(refKey(sourceOf(ref), alias)).acts))
    return merged(own, inOrder(more.filter((act) => act.alias === undefined)))
  }

  /** Whether an act is by the creditor, or by somebody who was asked, who took it, or who got it from one of them. Undefined while the ask is unknown. */
  function mayCount(ref: string): MayCount | undefined {
    const refs = [ref, ...aliases.of(ref)]
    const asks = refs.flatMap((each) => askOf(each) ?? [])
    if (asks.length === 0) return undefined
    const names = new Set(asks.flatMap(({ debt, to }) => [debt.creditor, ...to]))
    const isOpenToAll = asks.some(({ to }) => to.length === 0)
    const same = sameIn(sourceOf(ref))
    const isKnown = ({ by, isOperators }: KeptAct): boolean =>
      isOperators === true || names.has(by) || [...names].some((name) => same(name, by))
    for (const act of refs.flatMap((each) => places.bucketOf(each).acts)) {
      if (act.word === 'take' && isOpenToAll) names.add(act.by)
      if (act.word === 'pass' && isKnown(act)) for (const name of act.to ?? []) names.add(name)
    }
    return isKnown
  }

  function askOf(ref: string): KeptAsk | undefined {
    return places.askOf(ref) ?? cells.said(ref)
  }

  function resolve(ref: string): void {
    const ask = askOf(ref)
    const before = keysOf(ref)
    const place = places.of(ref)
    if (ask === undefined) places.setDebts(place, [])
    else {
      const same = sameIn(ask.debt.source)
      const found = debtorsOf(ask, isAgent).map((debtor): Entry => {
        const key = debtKey(ask, debtor, place.ref)
        const acts = actsFor(ref, key)
        let course = startOf(ask, debtor)
        for (const act of acts) course = step(course, act, ask, same)
        course = settled(course, ask, same)
        return acts.length === 0 && course.state === 'open' ? new FreshEntry(key, ask, debtor) : { key, ask, course }
      })
      places.setDebts(place, ask.isTurn === true ? withSiblings(found) : found)
    }
    families.changed(before)
    families.changed(keysOf(ref))
  }

  /** @returns whether there was anything to resolve. */
  function resolveSome(most?: number): boolean {
    const refs = takeFrom(dirty, most)
    for (const ref of refs) resolve(ref)
    return refs.length > 0
  }

  function actsFor(ref: string, key: string): readonly KeptAct[] {
    return merged(actsOn(ref), merged(matchedIn(places.bucketOf(ref), key), inOrder(cells.matched(key))))
  }

  function refresh(): void {
    do {
      while (cells.refresh(actsOn) || resolveSome());
      families.refresh()
    } while (joinTurns())
    dropped += trim()
  }

  /** What a turn has too many of asks again what it keeps. @returns whether anything changed. */
  function joinTurns(): boolean {
    const over = [...cells.takeTooMany()]
    if (over.length === 0) return false
    for (const [ref, into] of over) {
      const { asks, acts } = places.bucketOf(ref)
      const again = [...asks.map(askedAgain), ...acts.filter((act) => act.again === true)]
      put(
        places.of(into),
        again.reduce((bucket, act) => addAct(bucket, act, () => mayCount(into)), places.bucketOf(into)),
      )
    }
    dropped += forget(over.map(([ref]) => ref))
    return true
  }

  /** Lets go what is too much: debts that ended longest ago, open ones that were only inferred, acts without a debt. */
  function trim(): number {
    const { open, ended } = families.states
    let gone = 0
    const tooMany = isOver(ended.size, most.ended) ? firstEnded(ended, most.ended, (one) => endedAt(courseOf(one))) : []
    if (isOver(open.size, most.open)) {
      const all = Array.from(families.open().values(), (debt) => ({ debt, rank: Number(isSaid(debt) || isPinned(debt.key)) }))
      const first = all.toSorted((a, b) => a.rank - b.rank || a.debt.openedAt - b.debt.openedAt)
      for (const { debt } of first.slice(0, open.size - most.open)) tooMany.push(debt.key)
    }
    const refs = new Set(tooMany.map(entryOf).flatMap((entry) => (entry === undefined ? [] : refOf(entry.ask))))
    gone += forget(refs)
    if (isOver(places.loose(), most.loose)) {
      const loose = [...places.all()].filter(isLoose)
      const oldest = loose.toSorted((a, b) => newestOf(a.bucket) - newestOf(b.bucket)).slice(0, Math.max(0, loose.length - most.loose))
      forget(oldest.map(({ ref }) => ref))
    }
    cells.trim(most.names ?? keptMost.names)
    return gone
  }

  /** @returns how many debts that were. */
  function forget(refs: Iterable<string>): number {
    const list = [...refs]
    const keys = list.flatMap((ref) => keysOf(ref).map((key) => [ref, key] as const))
    cells.forget(keys)
    for (const [, key] of keys) families.forget(key)
    for (const ref of list) {
      aliases.forget(ref, places.bucketOf(ref))
      places.delete(ref)
      dirty.delete(ref)
      changedBucket(ref)
    }
    return keys.length
  }

  function read<T>(of: () => T): T {
    refresh()
    return of()
  }

  function restore({ buckets, loose }: DebtShard): void {
    isRestoring = true
    for (const [ref, bucket] of buckets) {
      const [ask] = bucket.asks
      if (ask !== undefined && isUntouched(bucket, sameIn(ask.debt.source)) && places.putAsk(ask)) {
        families.opened(ask.debt)
        cells.touch(ask.debt.key, bucket.acts)
      } else put(places.of(ask === undefined ? ref : refOf(ask)), bucket) // one copy of the text
    }
    for (const cell of loose) cells.restore(...cell)
    isRestoring = false
  }

  for (const shard of saved) restore(shard)

  return {
    apply(event, replaced) {
      if (replaced !== undefined) {
        const gone = keptOf(replaced, actsOf(replaced), isLate(replaced), operator)
        for (const ref of [...gone.asks.map(refOf), ...gone.acts.map((act) => refKey(replaced.source, act.ref))]) {
          const place = places.of(ref)
          put(place, without(place.bucket, replaced.ord, replaced.cursor))
        }
        for (const act of gone.loose) cells.remove(replaced.source, act)
      }
      const acts = actsOf(event)
      if (acts.length === 0) return
      const before = replaced === undefined ? undefined : timeOf(replaced, isLate(replaced))
      const kept = keptOf(event, acts, isLate(event), operator, before)
      for (const ask of kept.asks) {
        const place = places.of(refOf(ask))
        put(place, addAsk(place.bucket, ask))
      }
      for (const { ref, act } of kept.acts) {
        const place = places.of(refKey(event.source, ref))
        put(
          place,
          addAct(place.bucket, act, () => mayCount(place.ref)),
        )
      }
      for (const act of kept.loose) cells.add(event.source, act)
    },
    restore,
    prepare: () => cells.refresh(actsOn, 1) || resolveSome(preparedRefs),
    open: () => read(() => families.open()),
    ended: () => read(() => families.ended()),
    get: (key) => read(() => families.open().get(key) ?? families.ended().get(key)),
    actsOf: (key) =>
      read(() => {
        const entry = entryOf(key)
        return entry === undefined ? [] : actsFor(refOf(entry.ask), key)
      }),
    changed: () => read(() => families.takeChanged()),
    counts: () => read(() => ({ open: families.states.open.size, ended: families.states.ended.size, dropped })),
    renamed() {
      cells.touchAll()
      for (const place of places.all()) if (!isLoose(place)) dirty.add(place.ref)
    },
    foundAgent(source, name) {
      for (const ref of places.mentions(source, name)) touch(ref)
    },
    changes() {
      refresh()
      const wanted = new Map<string, { buckets: [string, Bucket][]; loose: DebtShard['loose'][number][] }>()
      for (const shard of changedShards) wanted.set(shard, { buckets: [], loose: [] })
      for (const { ref, bucket } of places.all()) if (!isEmpty(bucket)) wanted.get(shardOf(ref))?.buckets.push([ref, bucket])
      for (const one of cells.loose()) wanted.get(shardOf(one[0]))?.loose.push(one)
      return new Map(
        [...wanted].map(([shard, value]) => [shard, value.buckets.length === 0 && value.loose.length === 0 ? undefined : value]),
      )
    },
    saved: () => changedShards.clear(),
    unsaved(shards) {
      for (const shard of shards) changedShards.add(shard)
    },
    pieces: (mostEnded, isWhole) => read(() => trail.take(mostEnded, isWhole)),
  }
}
