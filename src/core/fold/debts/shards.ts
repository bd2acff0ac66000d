import { textHash } from '../../text-hash.ts'
import type { Bucket } from './bucket.ts'
import type { KeptAct, KeptAsk, LooseAct } from './kept.ts'
import { pack, unpack, type Packed } from './packed.ts'

/** How many parts the fold is saved in, so that a change writes only a little. */
export const shardCount = 256

/** One part of the fold: what is kept under refs, and acts without a ref by the name that they are about. */
export interface DebtShard {
  readonly buckets: readonly (readonly [ref: string, bucket: Bucket])[]
  /** `upTo`: cursor of the newest act of the cell that is no longer kept here. `settleAt`: how many acts it may have before old ones are settled. */
  readonly loose: readonly (readonly [cell: string, acts: readonly LooseAct[], upTo: number, settleAt: number])[]
}

type StoredBucket = readonly [
  ref: string,
  asks: readonly Packed[],
  acts: readonly Packed[],
  matched?: readonly (readonly [key: string, acts: readonly Packed[]])[],
]

/** A part as it is stored, a JSON value: without names of fields, and without what follows from asks. */
export interface StoredShard {
  readonly buckets: readonly StoredBucket[]
  readonly loose: readonly (readonly [cell: string, acts: readonly Packed[], upTo: number, settleAt: number])[]
}

/** Where positions and times of stored parts count from. */
const from = { ord: 0, at: 0 }

function packed(some: readonly (KeptAsk | KeptAct)[]): Packed[] {
  return some.map((one) => pack(one, from))
}

function these<T extends KeptAsk | KeptAct>(some: readonly Packed[]): T[] {
  return some.map((one) => unpack(one, from) as T) // as it was packed
}

/** Makes a part ready to be stored. */
export function storedShard({ buckets, loose }: DebtShard): StoredShard {
  return {
    buckets: buckets.map(([ref, { asks, acts, matched }]): StoredBucket => {
      const both = [ref, packed(asks), packed(acts)] as const
      return matched === undefined ? both : [...both, matched.map(([key, some]) => [key, packed(some)])]
    }),
    loose: loose.map(([cell, acts, upTo, settleAt]) => [cell, packed(acts), upTo, settleAt]),
  }
}

/** What `storedShard` was given. */
export function readShard({ buckets, loose }: StoredShard): DebtShard {
  return {
    buckets: buckets.map(([ref, asks, acts, matched]) => {
      const both = { asks: these<KeptAsk>(asks), acts: these<KeptAct>(acts) }
      return [ref, matched === undefined ? both : { ...both, matched: matched.map(([key, some]) => [key, these<KeptAct>(some)] as const) }]
    }),
    loose: loose.map(([cell, acts, upTo, settleAt]) => [cell, these<LooseAct>(acts), upTo, settleAt]),
  }
}

const shardNames = Array.from({ length: shardCount }, (_, at) => at.toString(16).padStart(2, '0'))

/** The part that a key is in. */
export function shardOf(key: string): string {
  return shardNames[textHash(key) % shardCount] as string
}
