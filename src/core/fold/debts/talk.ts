import { z } from 'zod'
import type { Act } from '../../acts.ts'
import type { Event } from '../../event.ts'
import { isEveryone } from '../../names.ts'
import { limits } from '../../limits.ts'
import { timeOf } from './kept.ts'
import { openTalkTrail, type TalkPiece } from './talk-trail.ts'

const lineSchema = z.object({ at: z.number(), event: z.string() })
/** A line of one name to another. `at`: when it was said, ms, as debts have it. */
export type TalkLine = z.infer<typeof lineSchema>

const linesSchema = z.array(lineSchema).max(limits.pairActs)
/** What one name of a source said to another lately, the oldest first. */
export const talkPairSchema = z.object({
  source: z.string(),
  by: z.string(),
  to: z.string(),
  /** Lines that can answer something: they ask nothing back. */
  lines: linesSchema,
  /** Thanks for what the other did. */
  thanks: linesSchema,
})
export type TalkPair = z.infer<typeof talkPairSchema>

/** Who spoke to whom last, on every link: an answer can come by another link than the question. */
export interface Talk {
  /** Adds a stored event with its acts, and takes away what the version that it supersedes said. */
  apply(event: Event, acts: readonly Act[], isLate: boolean): void
  pairs(): Iterable<TalkPair>
  /** Pairs that spoke since the last call. */
  takeNews(): ReadonlySet<TalkPair>
  /** Who spoke since the last call, or everybody: what was taken since everybody was is enough to go on from. */
  piece(isWhole: boolean): TalkPiece
  /** All of it as a JSON value, the pairs that spoke last at the end. */
  snapshot(): readonly TalkPair[]
}

/** Folds events into who spoke to whom. Beyond the bounds the oldest lines and pairs go. */
export function foldTalk(saved: readonly TalkPair[] = []): Talk {
  const pairs = new Map(saved.map((pair) => [keyOf(pair.source, pair.by, pair.to), pair]))
  /** The newest thanks of all: of what was said after it, the newest line is enough. */
  let thankedAt = saved.reduce((newest, { thanks }) => Math.max(newest, thanks.at(-1)?.at ?? 0), 0)
  let news = new Set<TalkPair>()
  const trail = openTalkTrail()

  function pairOf(source: string, by: string, to: string): TalkPair {
    const key = keyOf(source, by, to)
    const pair = pairs.get(key) ?? { source, by, to, lines: [], thanks: [] }
    pairs.delete(key)
    pairs.set(key, pair)
    const [oldest] = pairs.keys()
    if (pairs.size > limits.talkPairs && oldest !== undefined) pairs.delete(oldest)
    return pair
  }

  /** Most lines are newer than all others, and only the newest counts until somebody thanks. */
  function withLine(kept: readonly TalkLine[], line: TalkLine): TalkLine[] {
    const last = kept.at(-1)
    const isNewest = last !== undefined && last.at <= line.at && thankedAt < last.at
    return bounded(isNewest ? [...kept.slice(0, -1), line] : [...kept, line])
  }

  return {
    apply(event, acts, isLate) {
      if (event.body.kind !== 'message') return
      const { from, to } = event.body
      const own = acts.filter(({ act, by, doubt }) => said.has(act) && by === from && doubt === undefined)
      if (own.length === 0) return
      const names = new Set([...to, ...own.flatMap(namesIn)])
      const moves = own.flatMap(({ move }) => move ?? [])
      const isQuestion = moves.some(({ asks, requests, delivers }) => (asks === true || requests === true) && delivers !== 'begins')
      const isThanks = moves.some(({ creditor }) => creditor === 'accepts')
      const isLine = !isQuestion && own.some(({ act }) => act !== 'ack')
      if (!isLine && !isThanks && event.supersedes === undefined) return
      const line = { at: timeOf(event, isLate), event: event.id }
      const isOld = (one: TalkLine): boolean => one.event === event.id || one.event === event.supersedes
      for (const name of [...names].filter((each) => each !== '' && each !== from && !isEveryone(each)).slice(0, limits.pairActs)) {
        const pair = pairOf(event.source, from, name)
        const [lines, thanks] = [pair.lines, pair.thanks].map((list) => list.filter((one) => !isOld(one))) as [TalkLine[], TalkLine[]]
        pair.lines = isLine ? withLine(lines, line) : lines
        pair.thanks = isThanks ? bounded([...thanks, line]) : thanks
        news.add(pair)
        trail.touch(pair)
      }
      if (isThanks) thankedAt = Math.max(thankedAt, line.at)
    },
    pairs: () => pairs.values(),
    takeNews() {
      const those = news
      news = new Set()
      return those
    },
    piece: (isWhole) => trail.take(pairs.values(), isWhole),
    snapshot: () => [...pairs.values()],
  }
}

function bounded(list: readonly TalkLine[]): TalkLine[] {
  return list.toSorted((a, b) => a.at - b.at).slice(-limits.pairActs)
}

/** Acts that are words to somebody. What only says that it was heard can be thanks, and answers nothing. */
const said: ReadonlySet<Act['act']> = new Set(['speak', 'ack', 'answer', 'fail'])

function namesIn({ about, move }: Act): readonly string[] {
  const named = 'turn' in about ? [about.turn] : 'pair' in about ? [about.pair] : []
  return [...named, ...(move?.mentions ?? [])]
}

function keyOf(source: string, by: string, to: string): string {
  return `${source}\n${by}\n${to}`
}
