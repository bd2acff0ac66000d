import { textHash } from '../../text-hash.ts'
import type { Bucket } from './bucket.ts'
import type { LooseAct } from './kept.ts'

/** How many parts the fold is saved in, so that a change writes only a little. */
const shardCount = 256

/** One part of the fold, as a JSON value: what is kept under refs, and acts without a ref by the name that they are about. */
export interface DebtShard {
  readonly buckets: readonly (readonly [ref: string, bucket: Bucket])[]
  /** `upTo`: cursor of the newest act of the cell that is no longer kept here. `settleAt`: how many acts it may have before old ones are settled. */
  readonly loose: readonly (readonly [cell: string, acts: readonly LooseAct[], upTo: number, settleAt: number])[]
}

const shardNames = Array.from({ length: shardCount }, (_, at) => at.toString(16).padStart(2, '0'))

/** The part that a key is in. */
export function shardOf(key: string): string {
  return shardNames[textHash(key) % shardCount] as string
}
