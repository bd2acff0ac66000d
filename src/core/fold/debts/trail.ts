import { addAsk, addMatched, isEmpty, type Bucket } from './bucket.ts'
import { bucketAfter, bucketChange, type BucketChange, type NumberedBucket } from './bucket-change.ts'
import { actOf, firstSettleAt, keyOf, type SpokenLine } from './cell.ts'
import type { Cells } from './cells.ts'
import { courseOf, type Families, type Standing } from './families.ts'
import { sourcedRefOf, type KeptAct, type KeptAsk } from './kept.ts'
import { openNumbers } from './numbers.ts'
import { placeOf, unpack, type Packed, type Place } from './packed.ts'
import type { DebtShard } from './shards.ts'
import { openTwins } from './twins.ts'
import { openWords, unworded, worded, wordKept, type Word, type Worded } from './worded.ts'

/**
 * A piece of what the fold keeps, as a JSON value. All pieces since a whole one are enough to go on from: what later events can change, and the debts
 * that ended last. An event that names an older one (asks under it, or opens it again) does not find it. All acts are settled in it, which makes it
 * small and quick to open: an event that belongs before the newest one, or replaces an older one, does not change what was matched.
 */
export type DebtPiece = DebtChanges | Worded | Packed

interface DebtChanges {
  /**
   * How what is kept under refs changed, with the numbers of asks and acts. The refs are numbered in the order in which they come, from 0 on; one that was
   * there before is given by its number.
   */
  readonly buckets: readonly (readonly [ref: string | number, change: BucketChange])[]
  /** Numbers of refs under which nothing is kept that is still needed. */
  readonly gone?: readonly number[]
  /** Lines of cells that are new; `isAll`: its only ones. */
  readonly cells: readonly (readonly [cell: string, isAll: boolean, upTo: number, lines: readonly SpokenLine[]])[]
  /**
   * The pieces after this one are asks and acts that none before has, which count from this place. They are numbered through all pieces, from 0 on. Each
   * is a piece, because most are in no bucket any more after a few steps: nobody has to read those.
   */
  readonly from?: Place
  /** Words that none before has, which are numbered through all pieces, too. Absent: the pieces after it are without words (`Packed`), as earlier releases wrote them. */
  readonly words?: readonly Word[]
}

/** Pieces as texts of JSON, of which only those that are needed are read. */
export interface PieceTexts {
  readonly count: number
  /** @param at from 0 on */
  readonly text: (at: number) => string
}

/** What the fold has to tell, and its parts. */
interface FoldParts {
  /** What is kept under a ref. */
  readonly bucketOf: (ref: string) => Bucket
  /** Refs under which something is kept. */
  readonly refs: () => Iterable<string>
  readonly askOf: (ref: string) => KeptAsk | undefined
  readonly keysOf: (ref: string) => readonly string[]
  readonly debts: () => Pick<Families, 'states' | 'needs'>
  readonly cells: () => Pick<Cells, 'matched' | 'spoken' | 'said'>
}

/** Follows what changes in a fold. */
export interface Trail {
  /** What is kept under a ref changed, or what its debts are. */
  touch(ref: string): void
  touchCell(cell: string): void
  /** What changed since the last call, with debts that ended before the `mostEnded` newest left out; `isWhole`: everything. */
  take(mostEnded: number, isWhole: boolean): readonly DebtPiece[]
}

/** What the pieces have under a ref. */
interface KeptRef {
  readonly number: number
  /** The bucket as JSON. */
  readonly text: string
  /** When its last debt ended. */
  readonly end: number
  /** Refs of other debts without which its debts would be something else. */
  readonly needs: readonly string[]
}

/** How much is in one piece, so that each is read and written in a moment. */
const perPiece = { buckets: 400, cells: 20 }

/** Follows a fold; before the first `take` it keeps nothing. */
export function openTrail({ bucketOf, refs, askOf, keysOf, debts, cells }: FoldParts): Trail {
  const touched = new Set<string>()
  const touchedCells = new Set<string>()
  /** By ref. */
  let kept = new Map<string, KeptRef>()
  let refCount = 0
  const numbers = openNumbers<KeptAsk | KeptAct>()
  const words = openWords()
  const twins = openTwins(askOf, settledAt)
  /** Until a piece is taken, nobody needs to know what changed: most folds have none taken, and the first piece has everything. */
  let isFollowed = false
  /** The lines of each cell that the pieces have. */
  let told = new Map<string, ReadonlyMap<string, SpokenLine>>()

  /** When the last debt of a ref ended; Infinity: later events can change it. */
  function endOf(ref: string): number {
    const keys = keysOf(ref)
    const [ask] = bucketOf(ref).asks
    if (keys.length === 0) return ask === undefined ? Infinity : ask.debt.openedAt
    const { open, ended } = debts().states
    if (keys.some((key) => open.has(key) || !isOwn(ended.get(key)))) return Infinity
    return Math.max(...keys.map((key) => courseOf(ended.get(key))?.end?.at ?? 0))
  }

  /** When the last debt of a ref was settled; undefined: none was. */
  function settledAt(ref: string): number | undefined {
    const { ended } = debts().states
    const ends = keysOf(ref).flatMap((key) => {
      const course = courseOf(ended.get(key))
      return course?.state === 'settled' ? [course.end?.at ?? 0] : []
    })
    return ends.length === 0 ? undefined : Math.max(...ends)
  }

  /** What is kept under a ref, as it would be if all that was matched to its debts were settled. */
  function settled(ref: string): Bucket | undefined {
    const { matched, said } = cells()
    const ask = said(ref)
    const bucket = bucketOf(ref)
    if (isEmpty(bucket) && ask === undefined) return undefined
    const whole = ask === undefined ? bucket : addAsk(bucket, ask)
    return keysOf(ref).reduce((all, key) => {
      const acts = matched(key)
      return acts.length === 0 ? all : addMatched(all, key, acts)
    }, whole)
  }

  function takeBuckets(mostEnded: number, isWhole: boolean): Required<Pick<DebtChanges, 'buckets' | 'gone'>> {
    const ends = new Map<string, number>()
    if (!isWhole) for (const [ref, { end }] of kept) ends.set(ref, end)
    for (const ref of isWhole ? refs() : touched) ends.set(ref, endOf(ref))
    const times = Float64Array.from([...ends.values()].filter((end) => end < Infinity)).toSorted()
    const since = times.at(-mostEnded) ?? -Infinity
    const before = isWhole ? new Map<string, KeptRef>() : kept
    if (isWhole) refCount = 0
    kept = new Map()
    const buckets: [string | number, BucketChange][] = []
    const needed = new Set([...ends].flatMap(([ref, end]) => (end >= since ? [ref] : [])))
    for (const ref of twins.of([...debts().states.open.keys()].map(sourcedRefOf))) needed.add(ref)
    for (const ref of needed) {
      const known = before.get(ref)
      if (known !== undefined && !touched.has(ref)) kept.set(ref, known)
      else {
        const bucket = settled(ref)
        if (bucket === undefined) continue
        const now = numbered(bucket)
        const text = JSON.stringify(now)
        const number = known?.number ?? refCount++
        const needs = keysOf(ref).flatMap((key) => debts().needs(key))
        kept.set(ref, { number, text, end: ends.get(ref) ?? endOf(ref), needs })
        if (known === undefined) buckets.push([ref, bucketChange(undefined, now)])
        else if (text !== known.text) buckets.push([number, bucketChange(JSON.parse(known.text) as NumberedBucket, now)])
      }
      for (const other of kept.get(ref)?.needs ?? []) needed.add(other)
    }
    return { buckets, gone: [...before].flatMap(([ref, { number }]) => (kept.has(ref) ? [] : [number])) }
  }

  function numbered({ asks, acts, matched }: Bucket): NumberedBucket {
    const both = [asks.map(numbers.of), acts.map(numbers.of)] as const
    return matched === undefined ? both : [...both, matched.map(([key, list]) => [key, list.map(numbers.of)] as const)]
  }

  return {
    touch(ref) {
      if (isFollowed) touched.add(ref)
    },
    touchCell(cell) {
      if (isFollowed) touchedCells.add(cell)
    },
    take(mostEnded, isAll) {
      const isWhole = isAll || !isFollowed
      if (!isFollowed) for (const ref of refs()) touched.add(ref)
      isFollowed = true
      if (isWhole) {
        numbers.restart()
        words.restart()
        told = new Map()
      }
      const changed: DebtChanges['cells'][number][] = []
      for (const [cell, upTo, lines] of cells().spoken(isWhole ? undefined : touchedCells)) {
        const before = told.get(cell) ?? new Map<string, SpokenLine>()
        if (lines.size === 0) told.delete(cell)
        else told.set(cell, lines)
        const isLeft = [...before].every(([key, [, ord]]) => (lines.get(key)?.[1] ?? Number.NEGATIVE_INFINITY) >= ord)
        const fresh = isLeft ? [...lines].filter(([key, [, ord]]) => ord !== before.get(key)?.[1]) : [...lines]
        changed.push([cell, !isLeft, upTo, fresh.map(([, line]) => line)])
      }
      for (const ref of touched) twins.update(ref)
      const { buckets, gone } = takeBuckets(mostEnded, isWhole)
      touched.clear()
      touchedCells.clear()
      const said = numbers.takeNew()
      const from = said[0] === undefined ? { ord: 0, at: 0 } : placeOf(said[0])
      const lines = said.map((one) => worded(one, from, words))
      return [
        ...chunks(buckets, perPiece.buckets).map((some): DebtPiece => ({ buckets: some, cells: [] })),
        ...chunks(changed, perPiece.cells).map((some): DebtPiece => ({ buckets: [], cells: some })),
        { buckets: [], cells: [], gone, from, words: words.takeNew() },
        ...lines,
      ]
    },
  }
}

/** What the pieces of a trail say together, the whole one first. Of asks and acts, their texts are enough. */
export function shardOfPieces(pieces: Iterable<DebtPiece | PieceTexts>): DebtShard {
  const refs: string[] = []
  const buckets = new Map<string, NumberedBucket>()
  /** Asks and acts, and the numbers of the first ones. */
  const said: { readonly first: number; readonly from: Place; readonly isWorded: boolean; readonly piece: (number: number) => unknown }[] =
    []
  const words: Word[] = []
  let isWorded = false
  let count = 0
  const cells = new Map<string, { upTo: number; readonly lines: Map<string, SpokenLine> }>()
  let from: Place = { ord: 0, at: 0 }
  for (const piece of pieces) {
    if ('count' in piece) {
      said.push({ first: count, from, isWorded, piece: (at) => JSON.parse(piece.text(at)) })
      count += piece.count
      continue
    }
    if (!('buckets' in piece)) {
      said.push({ first: count++, from, isWorded, piece: () => piece })
      continue
    }
    if (piece.from !== undefined) {
      from = piece.from
      isWorded = piece.words !== undefined
      for (const word of piece.words ?? []) words.push(wordKept(word))
    }
    for (const [one, change] of piece.buckets) {
      const ref = typeof one === 'number' ? (refs[one] ?? '') : one
      if (typeof one === 'string') refs.push(one)
      buckets.set(ref, bucketAfter(buckets.get(ref), change))
    }
    for (const number of piece.gone ?? []) buckets.delete(refs[number] ?? '')
    for (const [cell, isAll, upTo, fresh] of piece.cells) {
      const one = cells.get(cell) ?? { upTo, lines: new Map<string, SpokenLine>() }
      if (isAll) one.lines.clear()
      for (const line of fresh) one.lines.set(keyOf(line[0], line[2]), line)
      one.upTo = upTo
      cells.set(cell, one)
    }
  }
  // As long as it will be: its numbers do not come in order.
  const known = Array.from<KeptAsk | KeptAct | undefined>({ length: count })
  const read = (number: number, ref: string): KeptAsk | KeptAct => {
    const run = said[placeOfRun(said, number)] as (typeof said)[number]
    const piece = run.piece(number - run.first) // our own file, written with `openTrail`
    return run.isWorded ? unworded(piece as Worded, run.from, words, ref) : unpack(piece as Packed, run.from)
  }
  const one = (number: number, ref: string): KeptAsk | KeptAct => (known[number] ??= read(number, ref))
  const these = <T>(numbers: readonly number[], ref: string): T[] => numbers.map((number) => one(number, ref) as T)
  const kept = [...buckets].map(([ref, [asks, acts, matched]]): DebtShard['buckets'][number] => [
    ref,
    {
      asks: these<KeptAsk>(asks, ref),
      acts: these<KeptAct>(acts, ref),
      ...(matched !== undefined && { matched: matched.map(([key, numbers]) => [key, these<KeptAct>(numbers, ref)] as const) }),
    },
  ])
  const loose = [...cells].map(([cell, { upTo, lines }]): DebtShard['loose'][number] => {
    const name = cell.slice(cell.indexOf('|') + 1)
    const acts = [...lines.values()].toSorted((a, b) => a[1] - b[1]).map((line) => actOf(name, line))
    return [cell, acts, upTo, firstSettleAt]
  })
  return { buckets: kept, loose }
}

/** The last of these that begins at a number or before. */
function placeOfRun(said: readonly { readonly first: number }[], number: number): number {
  let [from, to] = [0, said.length - 1]
  while (from < to) {
    const middle = (from + to + 1) >>> 1
    if ((said[middle]?.first ?? 0) <= number) from = middle
    else to = middle - 1
  }
  return from
}

/** Whether a debt ended by itself. One that ended with another is still matched to what its debtor says. */
function isOwn(one: Standing | undefined): boolean {
  const course = courseOf(one)
  return course !== undefined && course.state !== 'void' && course.end?.how !== 'sibling'
}

function chunks<T>(all: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most))
}
