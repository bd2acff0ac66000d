import { limits } from '../../limits.ts'
import { byOrder, type KeptAct, type KeptAsk } from './kept.ts'

/**
 * What is kept under one ref of a source: the ask and the acts on it, in any order of arrival. Of asks the two smallest are kept and of each act by each
 * author the two newest, so order and repetition cannot matter, and what a new version of an event replaces leaves the other.
 */
export interface Bucket {
  readonly asks: readonly KeptAsk[]
  readonly acts: readonly KeptAct[]
  /** By key of the debt: acts without a ref that were matched to it, and that no later message can change any more. */
  readonly matched?: readonly (readonly [key: string, acts: readonly KeptAct[]])[]
}

export const emptyBucket: Bucket = { asks: [], acts: [] }
const keptAsks = 2
const keptActs = 2

/** Whether nothing is kept under the ref. */
export function isEmpty({ asks, acts, matched }: Bucket): boolean {
  return asks.length === 0 && acts.length === 0 && matched === undefined
}

/** A bucket with one more ask, in place of an older version of it. Of several under one ref, the first `keptAsks` are kept. */
export function addAsk(bucket: Bucket, ask: KeptAsk): Bucket {
  if (bucket.asks.length === 0) return { ...bucket, asks: [ask] }
  const asks = [...newer(bucket.asks, ask), ask].toSorted(byAsk).slice(0, keptAsks)
  return { ...bucket, asks }
}

/** Whether an act is by somebody whose acts can count for a debt. */
export type MayCount = (act: KeptAct) => boolean

/** @param mayCount called when there are too many acts: those that cannot count go first. It gives undefined while the ask is unknown. */
export function addAct(bucket: Bucket, act: KeptAct, mayCount: () => MayCount | undefined = () => undefined): Bucket {
  if (bucket.acts.length === 0) return { ...bucket, acts: [act] }
  const others = bucket.acts.filter((each) => !isSameAct(each, act))
  const known = bucket.acts.find((each) => each.id === act.id)
  if (known !== undefined && known.cursor > act.cursor) return bucket
  const own = bucket.acts.filter((each) => isSameAct(each, act) && each.id !== act.id)
  const newest = inOrder([...own, act]).slice(-keptActs)
  return { ...bucket, acts: inOrder(bounded([...others, ...newest], mayCount)) }
}
const actKinds = 4

/**
 * Neither what strangers say, nor signs of life by many names, replace what counts. While the ask is unknown, anybody's act may count: then the first
 * and the newest are kept, so that many names that guess the ref neither push out what was said before them, nor keep out what is said after.
 */
function bounded(acts: readonly KeptAct[], mayCount: () => MayCount | undefined): readonly KeptAct[] {
  const most = limits.turnAsks * actKinds
  if (acts.length <= most) return acts
  const counts = mayCount()
  const weightOf = (act: KeptAct): number => (counts?.(act) === true ? 2 : 0) + (onlySigns.has(act.word) ? 0 : 1)
  const sorted = acts.toSorted((a, b) => weightOf(a) - weightOf(b) || byAct(a, b))
  if (counts !== undefined) return sorted.slice(-most)
  const words = sorted.filter((act) => !onlySigns.has(act.word))
  if (words.length <= most) return sorted.slice(-most)
  return [...words.slice(0, most / 2), ...words.slice(-most / 2)]
}

/** What was matched to a debt for good. */
export function matchedIn(bucket: Bucket, key: string): readonly KeptAct[] {
  return bucket.matched?.find(([each]) => each === key)?.[1] ?? []
}

/** Adds acts that were matched to a debt for good, as far as they count: a debt that stays open gets one after the other, without end. */
export function addMatched(bucket: Bucket, key: string, more: readonly KeptAct[]): Bucket {
  const acts = countingIn(merged(matchedIn(bucket, key), inOrder(more)))
  const others = bucket.matched?.filter(([each]) => each !== key) ?? []
  return { ...bucket, matched: [...others, [key, acts]] }
}

/** Of acts in their order, those that count: of each author the newest of every word. */
function countingIn(all: readonly KeptAct[]): readonly KeptAct[] {
  if (all.length <= keptActs) return all
  const counts = new Map<string, number>()
  return all
    .toReversed()
    .filter((act) => {
      const author = `${act.word} ${act.by} ${act.back !== undefined}`
      const count = (counts.get(author) ?? 0) + 1
      counts.set(author, count)
      return count <= countingOf(act)
    })
    .toReversed()
}

/** What says the same each time, counts as in `addAct`; questions back are waited for, and reminders are counted as far as asks are. */
function countingOf({ word, back }: KeptAct): number {
  if (back !== undefined) return limits.pairActs
  return onlySigns.has(word) || word === 'take' || word === 'wait' ? keptActs : limits.turnAsks
}
const onlySigns: ReadonlySet<string> = new Set(['report', 'ack', 'speak'])

/** One in doubt never takes the place of another. */
function byAsk(a: KeptAsk, b: KeptAsk): number {
  return Number(a.debt.doubt !== undefined) - Number(b.debt.doubt !== undefined) || byOrder(a, b)
}

/** Takes away what an event said that has been replaced. */
export function without(bucket: Bucket, ord: number, cursor: number): Bucket {
  const gone = (each: { readonly ord: number; readonly cursor: number }): boolean => each.ord === ord && each.cursor <= cursor
  return { asks: bucket.asks.filter((ask) => !gone(ask)), acts: bucket.acts.filter((act) => !gone(act)) }
}

/** Order of the acts of one debt. */
function byAct(a: KeptAct, b: KeptAct): number {
  return byOrder(a, b) || a.id - b.id
}

/** Acts in the order of one debt. They nearly always are, and are not copied then. */
export function inOrder(acts: readonly KeptAct[]): readonly KeptAct[] {
  return acts.every((act, at) => byAct(acts[at - 1] ?? act, act) <= 0) ? acts : acts.toSorted(byAct)
}

/** The acts of two lists, each in order, as one. */
export function merged(some: readonly KeptAct[], others: readonly KeptAct[]): readonly KeptAct[] {
  if (some.length === 0) return others
  return others.length === 0 ? some : inOrder([...some, ...others])
}

function isSameAct(a: KeptAct, b: KeptAct): boolean {
  return a.word === b.word && a.by === b.by && a.again === b.again
}

function newer<T extends { readonly id: number }>(list: readonly T[], one: T): readonly T[] {
  return list.filter((each) => each.id !== one.id)
}

/** Position of the newest act. */
export function newestOf({ acts }: Bucket): number {
  return acts.reduce((newest, act) => Math.max(newest, act.ord), Number.NEGATIVE_INFINITY)
}
