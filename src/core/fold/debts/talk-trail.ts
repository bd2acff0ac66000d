import { openNumbers } from './numbers.ts'
import type { TalkLine, TalkPair } from './talk.ts'

/** A piece of who spoke to whom, as a JSON value. All pieces since a whole one are enough to go on from. */
export interface TalkPiece {
  /** Lines that no piece before has. They are numbered through all pieces, from 0 on. */
  readonly lines: readonly (readonly [at: number, event: string])[]
  /** Pairs that spoke, the last ones at the end, with the numbers of their lines. */
  readonly pairs: readonly (readonly [source: string, by: string, to: string, lines: readonly number[], thanks: readonly number[]])[]
}

/** Follows who speaks to whom. */
export interface TalkTrail {
  touch(pair: TalkPair): void
  /** Pairs that spoke since the last call; `isWhole`: all. */
  take(all: Iterable<TalkPair>, isWhole: boolean): TalkPiece
}

export function openTalkTrail(): TalkTrail {
  const numbers = openNumbers<TalkLine>()
  /** In the order in which they spoke last. */
  const touched = new Set<TalkPair>()
  return {
    touch(pair) {
      touched.delete(pair)
      touched.add(pair)
    },
    take(all, isWhole) {
      if (isWhole) numbers.restart()
      const pairs = [...(isWhole ? all : touched)].map(({ source, by, to, lines, thanks }): TalkPiece['pairs'][number] => [
        source,
        by,
        to,
        lines.map(numbers.of),
        thanks.map(numbers.of),
      ])
      touched.clear()
      return { lines: numbers.takeNew().map(({ at, event }) => [at, event]), pairs }
    },
  }
}

/** What the pieces of a trail say together, the whole one first. The pairs that spoke last are at the end. */
export function talkOfPieces(pieces: Iterable<TalkPiece>): TalkPair[] {
  const lines: TalkLine[] = []
  const pairs = new Map<string, TalkPiece['pairs'][number]>()
  for (const piece of pieces) {
    for (const [at, event] of piece.lines) lines.push({ at, event })
    for (const pair of piece.pairs) {
      const key = pair.slice(0, 3).join('\n')
      pairs.delete(key)
      pairs.set(key, pair)
    }
  }
  const listOf = (numbers: readonly number[]): TalkLine[] => numbers.flatMap((number) => lines[number] ?? [])
  return [...pairs.values()].map(([source, by, to, said, thanks]) => ({ source, by, to, lines: listOf(said), thanks: listOf(thanks) }))
}
