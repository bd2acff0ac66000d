import { changed, changeOf, type ListChange } from './list-change.ts'
import { openNumbers } from './numbers.ts'
import type { TalkLine, TalkPair } from './talk.ts'

/** A piece of who spoke to whom, as a JSON value. All pieces since a whole one are enough to go on from. */
export interface TalkPiece {
  /** Lines that no piece before has. They are numbered through all pieces, from 0 on. */
  readonly lines: TalkLines | EarlierLines
  /**
   * Pairs that spoke, the last ones at the end, with how the numbers of their lines changed. The pairs are numbered, too: one that a piece before has is given
   * by its number.
   */
  readonly pairs: readonly (readonly [pair: PairNames | number, lines: ListChange, thanks: ListChange])[]
}

/** When lines were said, each time but the first as what it is after the one before, ms; and their events. */
interface TalkLines {
  readonly after: readonly number[]
  readonly events: readonly string[]
}
/** As earlier releases wrote them. */
type EarlierLines = readonly (readonly [at: number, event: string])[]

type PairNames = readonly [source: string, by: string, to: string]

/** What pieces have of a pair. */
interface Told {
  readonly number: number
  readonly lines: readonly number[]
  readonly thanks: readonly number[]
}

/** Follows who speaks to whom. */
export interface TalkTrail {
  touch(pair: TalkPair): void
  /** Pairs that spoke since the last call; `isWhole`: all. */
  take(all: Iterable<TalkPair>, isWhole: boolean): TalkPiece
}

/** Follows pairs that nobody has been told of yet. */
export function openTalkTrail(): TalkTrail {
  const numbers = openNumbers<TalkLine>()
  let told = new WeakMap<TalkPair, Told>()
  let count = 0
  /** In the order in which they spoke last. */
  const touched = new Set<TalkPair>()

  function changeOfPair(pair: TalkPair): TalkPiece['pairs'][number] {
    const before = told.get(pair)
    const [lines, thanks] = [pair.lines.map(numbers.of), pair.thanks.map(numbers.of)]
    told.set(pair, { number: before?.number ?? count++, lines, thanks })
    return [before?.number ?? [pair.source, pair.by, pair.to], changeOf(before?.lines ?? [], lines), changeOf(before?.thanks ?? [], thanks)]
  }

  return {
    touch(pair) {
      touched.delete(pair)
      touched.add(pair)
    },
    take(all, isWhole) {
      if (isWhole) {
        numbers.restart()
        told = new WeakMap()
        count = 0
      }
      const pairs = [...(isWhole ? all : touched)].map(changeOfPair)
      touched.clear()
      const fresh = numbers.takeNew()
      const after = fresh.map(({ at }, index) => at - (fresh[index - 1]?.at ?? 0))
      return { lines: { after, events: fresh.map(({ event }) => event) }, pairs }
    },
  }
}

/** What the pieces of a trail say together, the whole one first. The pairs that spoke last are at the end. Throws if they name a line that none has. */
export function talkOfPieces(pieces: Iterable<TalkPiece>): TalkPair[] {
  const [times, events]: [number[], string[]] = [[], []]
  const names: PairNames[] = []
  const pairs = new Map<string, Omit<Told, 'number'> & { readonly names: PairNames }>()
  for (const piece of pieces) {
    addLines(piece.lines, times, events)
    for (const [pair, said, thanks] of piece.pairs) {
      const of = typeof pair === 'number' ? names[pair] : pair
      if (of === undefined) continue
      const key = of.join('\n')
      // A pair that was let go and spoke again is another one.
      const before = typeof pair === 'number' ? pairs.get(key) : undefined
      if (typeof pair !== 'number') names.push(pair)
      pairs.delete(key)
      pairs.set(key, { names: of, lines: changed(before?.lines ?? [], said), thanks: changed(before?.thanks ?? [], thanks) })
    }
  }
  // Of most lines of a chain, only a newer one is needed.
  const listOf = (numbers: readonly number[]): TalkLine[] =>
    numbers.map((number) => {
      const [at, event] = [times[number], events[number]]
      if (at === undefined || event === undefined) throw new Error(`there is no line ${number}`)
      return { at, event }
    })
  return [...pairs.values()].map(({ names: [source, by, to], lines: said, thanks }) => ({
    source,
    by,
    to,
    lines: listOf(said),
    thanks: listOf(thanks),
  }))
}

/** Adds what a piece has to what those before it have. */
function addLines(lines: TalkPiece['lines'], times: number[], events: string[]): void {
  if (!('after' in lines)) {
    for (const [at, event] of lines) {
      times.push(at)
      events.push(event)
    }
    return
  }
  let at = 0
  for (const after of lines.after) times.push((at += after))
  for (const event of lines.events) events.push(event)
}
