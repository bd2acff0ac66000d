import type { Bucket } from './bucket.ts'
import type { Cells } from './cells.ts'
import type { Families } from './families.ts'
import { sourcedRefOf } from './kept.ts'
import type { DebtShard } from './shards.ts'

/** The parts of the fold. */
interface FoldParts {
  readonly buckets: ReadonlyMap<string, Bucket>
  /** Refs that have debts. */
  readonly entries: ReadonlyMap<string, unknown>
  readonly families: Pick<Families, 'open' | 'ended'>
  readonly cells: Pick<Cells, 'matched' | 'loose'>
}

/** What later events can change, and the debts that ended last: enough to go on from. */
export function essenceOf({ buckets, entries, families: { open, ended }, cells }: FoldParts, mostEnded: number): DebtShard {
  const times = Float64Array.from(ended.values(), ({ end }) => end?.at ?? 0).toSorted()
  const since = times.at(-mostEnded) ?? -Infinity
  const kept = new Set<string>()
  for (const key of open.keys()) kept.add(sourcedRefOf(key))
  for (const [key, { end }] of ended) if ((end?.at ?? 0) >= since || cells.matched(key).length > 0) kept.add(sourcedRefOf(key))
  return { buckets: [...buckets].filter(([ref]) => kept.has(ref) || !entries.has(ref)), loose: [...cells.loose()] }
}
