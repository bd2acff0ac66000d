import type { Debt } from '../../debt.ts'
import type { Bucket } from './bucket.ts'
import type { Cells } from './cells.ts'
import type { Families } from './families.ts'
import type { KeptAct, KeptAsk, LooseAct } from './kept.ts'
import { openNumbers } from './numbers.ts'
import { pack, unpack, type Packed } from './packed.ts'
import type { DebtShard } from './shards.ts'

/**
 * A piece of what the fold keeps, as a JSON value. All pieces since a whole one are enough to go on from: what later events can change, and the debts
 * that ended last. An event that names an older one (asks under it, or opens it again) does not find it.
 */
export interface DebtPiece {
  /** What is kept under refs now, with the numbers of asks and acts; null: nothing that is still needed. */
  readonly buckets: readonly (readonly [ref: string, bucket: NumberedBucket | null])[]
  /** Asks and acts that no piece before has. They are numbered through all pieces, from 0 on. */
  readonly said: Packed
  /** Acts of a cell now: so many of those that it had, from its first on, and then the acts with these numbers. */
  readonly cells: readonly (readonly [cell: string, same: number, numbers: readonly number[], upTo: number, settleAt: number])[]
}

type NumberedBucket = readonly [
  asks: readonly number[],
  acts: readonly number[],
  matched?: readonly (readonly [key: string, acts: readonly number[]])[],
]

/** What the fold has to tell, and its parts. */
interface FoldParts {
  readonly buckets: ReadonlyMap<string, Bucket>
  readonly keysOf: (ref: string) => readonly string[]
  readonly debts: () => Pick<Families, 'open' | 'ended' | 'needs'>
  readonly cells: () => Pick<Cells, 'matched' | 'loose' | 'holdsBack'>
}

/** Follows what changes in a fold. */
export interface Trail {
  /** What is kept under a ref changed, or what its debts are. */
  touch(ref: string): void
  touchCell(cell: string): void
  /** What changed since the last call, with debts that ended before the `mostEnded` newest left out; `isWhole`: everything. */
  take(mostEnded: number, isWhole: boolean): readonly DebtPiece[]
}

/** How much is in one piece, so that each is read and written in a moment. */
const perPiece = { buckets: 400, said: 400, cells: 20 }

export function openTrail({ buckets, keysOf, debts, cells }: FoldParts): Trail {
  const touched = new Set<string>()
  const touchedCells = new Set<string>()
  let kept = new Map<string, Bucket>()
  const numbers = openNumbers<KeptAsk | KeptAct>()
  let lists = new Map<string, readonly number[]>()

  /** When the last debt of a ref ended; Infinity: later events can change it. */
  function endOf(ref: string, bucket: Bucket): number {
    const keys = keysOf(ref)
    const [ask] = bucket.asks
    if (keys.length === 0) return ask === undefined ? Infinity : ask.debt.openedAt
    const { open, ended } = debts()
    const { matched, holdsBack } = cells()
    if (keys.some((key) => open.has(key) || !isOwn(ended.get(key)) || matched(key).length > 0) || holdsBack(ref)) return Infinity
    return Math.max(...keys.map((key) => ended.get(key)?.end?.at ?? 0))
  }

  function takeBuckets(mostEnded: number, isWhole: boolean): [string, Bucket | null][] {
    const ends = new Map<string, number>()
    for (const ref of isWhole ? buckets.keys() : new Set([...kept.keys(), ...touched])) {
      const bucket = buckets.get(ref)
      if (bucket !== undefined) ends.set(ref, endOf(ref, bucket))
    }
    const times = Float64Array.from([...ends.values()].filter((end) => end < Infinity)).toSorted()
    const since = times.at(-mostEnded) ?? -Infinity
    const before = isWhole ? new Map<string, Bucket>() : kept
    kept = new Map()
    const refs = new Set([...ends].flatMap(([ref, end]) => (end >= since ? [ref] : [])))
    for (const ref of refs) {
      const bucket = buckets.get(ref)
      if (bucket === undefined) continue
      kept.set(ref, bucket)
      for (const key of keysOf(ref)) for (const needed of debts().needs(key)) refs.add(needed)
    }
    const gone = [...before.keys()].filter((ref) => !kept.has(ref)).map((ref): [string, null] => [ref, null])
    return [...gone, ...[...kept].filter(([ref, bucket]) => before.get(ref) !== bucket)]
  }

  function numbered({ asks, acts, matched }: Bucket): NumberedBucket {
    const both = [asks.map(numbers.of), acts.map(numbers.of)] as const
    return matched === undefined ? both : [...both, matched.map(([key, list]) => [key, list.map(numbers.of)] as const)]
  }

  return {
    touch: (ref) => void touched.add(ref),
    touchCell: (cell) => void touchedCells.add(cell),
    take(mostEnded, isWhole) {
      if (isWhole) {
        numbers.restart()
        lists = new Map()
      }
      const changed: DebtPiece['cells'][number][] = []
      for (const [cell, loose, upTo, settleAt] of cells().loose(isWhole ? undefined : touchedCells)) {
        const [list, before] = [loose.map(numbers.of), lists.get(cell) ?? []]
        const same = list.findIndex((number, at) => number !== before[at])
        lists.set(cell, list)
        changed.push([cell, same < 0 ? list.length : same, same < 0 ? [] : list.slice(same), upTo, settleAt])
      }
      const all = takeBuckets(mostEnded, isWhole).map(([ref, bucket]) => [ref, bucket === null ? null : numbered(bucket)] as const)
      touched.clear()
      touchedCells.clear()
      return [
        ...chunks(all, perPiece.buckets).map((some): DebtPiece => ({ buckets: some, said: [], cells: [] })),
        ...chunks(numbers.takeNew(), perPiece.said).map((some): DebtPiece => ({ buckets: [], said: pack(some), cells: [] })),
        ...chunks(changed, perPiece.cells).map((some): DebtPiece => ({ buckets: [], said: [], cells: some })),
      ]
    },
  }
}

/** What the pieces of a trail say together, the whole one first. */
export function shardOfPieces(pieces: Iterable<DebtPiece>): DebtShard {
  const buckets = new Map<string, NumberedBucket>()
  const said: unknown[] = []
  const cells = new Map<string, readonly [numbers: readonly number[], upTo: number, settleAt: number]>()
  for (const piece of pieces) {
    for (const [ref, bucket] of piece.buckets) {
      if (bucket === null) buckets.delete(ref)
      else buckets.set(ref, bucket)
    }
    said.push(...unpack(piece.said))
    for (const [cell, same, numbers, upTo, settleAt] of piece.cells)
      cells.set(cell, [[...(cells.get(cell)?.[0].slice(0, same) ?? []), ...numbers], upTo, settleAt])
  }
  const these = <T>(numbers: readonly number[]): T[] => numbers.map((number) => said[number] as T) // our own file, written with `openTrail`
  const kept = [...buckets].map(([ref, [asks, acts, matched]]): DebtShard['buckets'][number] => [
    ref,
    {
      asks: these<KeptAsk>(asks),
      acts: these<KeptAct>(acts),
      ...(matched !== undefined && { matched: matched.map(([key, numbers]) => [key, these<KeptAct>(numbers)] as const) }),
    },
  ])
  const loose = [...cells].map(([cell, [numbers, upTo, settleAt]]): DebtShard['loose'][number] => [
    cell,
    these<LooseAct>(numbers),
    upTo,
    settleAt,
  ])
  return { buckets: kept, loose }
}

/** Whether a debt ended by itself. One that ended with another is still matched to what its debtor says. */
function isOwn(debt: Debt | undefined): boolean {
  return debt !== undefined && debt.state !== 'void' && debt.end?.how !== 'sibling'
}

function chunks<T>(all: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most))
}
