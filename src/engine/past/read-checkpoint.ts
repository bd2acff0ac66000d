import { brotliDecompressSync } from 'node:zlib'
import type { PieceTexts } from '../../core/fold/debts/trail.ts'
import type { Checkpoint } from '../../core/journal.ts'
import type { Reading, Log } from '../services.ts'
import type { CheckpointOf } from './checkpoints.ts'

/** No checkpoint unpacks to more than this, bytes: one that would is damaged. */
const mostBytes = 128 * 1024 * 1024

/** What reading checkpoints needs. */
export interface CheckpointReading extends Pick<Reading, 'journal'> {
  readonly log: Log
}

/** A fold as of a cursor. */
export interface FoldAt<T> {
  readonly cursor: number
  readonly fold: T
}

/** How a fold is opened with a checkpoint. */
export interface FoldOpening<P, T> {
  /** What its pieces say; throws if they are not what the fold stored. It is not changed afterwards. */
  readonly parse: (pieces: readonly unknown[]) => P
  /** Undefined: there is no checkpoint, and the fold begins at cursor 0. */
  readonly open: (parsed: P | undefined) => T
}

/** The checkpoint that was read last, parsed: moments near each other begin at the same one. */
export interface LastRead<P> {
  read?: { readonly id: string; readonly parsed: P }
}

/** Opens a fold with its newest checkpoint up to a cursor, and those before it in its chain. Where they cannot be used, an earlier one is. */
export function foldFromCheckpoint<P, T>(
  reading: CheckpointReading,
  of: CheckpointOf,
  upTo: number,
  { parse, open }: FoldOpening<P, T>,
  last: LastRead<P> = {},
): FoldAt<T> {
  const { workspace, fold, key } = of
  const stored = reading.journal.checkpointsAt(workspace, fold, key, upTo)
  const newest = stored.at(-1)
  if (newest !== undefined && last.read?.id === idOf(stored)) return { cursor: newest.cursor, fold: open(last.read.parsed) }
  last.read = undefined
  const found = readChain(reading, of, stored)
  if (found === undefined) return { cursor: 0, fold: open(undefined) }
  try {
    const parsed = parse(found.pieces)
    const opened = { cursor: found.cursor, fold: open(parsed) }
    if (found.cursor === newest?.cursor) last.read = { id: idOf(stored), parsed }
    return opened
  } catch (thrown) {
    reading.log('a checkpoint cannot be used; the fold begins at the one before', { ...of, reason: String(thrown) })
    return foldFromCheckpoint(reading, of, found.cursor - 1, { parse, open }, last)
  }
}

/** What tells a checkpoint from all others: its chain, and how much of that there is up to it. */
function idOf(stored: readonly Checkpoint[]): string {
  const bytes = stored.reduce((sum, { value }) => sum + value.length, 0)
  return `${stored[0]?.chain ?? ''} ${stored.length} ${bytes}`
}

/** The pieces; undefined: there is no checkpoint that can be read. Pieces that are arrays are given as their texts: there are many, and the fold knows which it needs. */
export function readCheckpoint(
  reading: CheckpointReading,
  of: CheckpointOf,
  upTo: number,
): { readonly cursor: number; readonly pieces: readonly unknown[] } | undefined {
  return readChain(reading, of, reading.journal.checkpointsAt(of.workspace, of.fold, of.key, upTo))
}

/** Reads stored ones, oldest first, as far as they follow each other, or earlier ones. */
function readChain({ journal, log }: CheckpointReading, of: CheckpointOf, found: readonly Checkpoint[]): ReturnType<typeof readCheckpoint> {
  const { workspace, fold } = of
  const pieces: unknown[] = []
  let cursor: number | undefined
  try {
    for (const [at, { step, value, ...one }] of found.entries()) {
      if (step !== at) break // some of the chain was stored again, for another one
      pieces.push(...piecesIn(value))
      cursor = one.cursor
    }
  } catch (thrown) {
    log('a checkpoint cannot be read; the fold begins at the one before', { workspace, fold, reason: String(thrown) })
  }
  if (cursor !== undefined) return { cursor, pieces }
  const [first] = found
  return first === undefined || first.cursor === 0 ? undefined : readCheckpoint({ journal, log }, of, first.cursor - 1)
}

function piecesIn(value: Uint8Array): unknown[] {
  const bytes = brotliDecompressSync(value, { maxOutputLength: mostBytes })
  const pieces: unknown[] = []
  let begin = 0
  do {
    if (bytes[begin] === arrayStart) {
      const { texts, end } = textsFrom(bytes, begin)
      pieces.push(texts)
      begin = end + 1
    } else {
      const end = endOfLine(bytes, begin)
      pieces.push(JSON.parse(bytes.toString('utf8', begin, end))) // fails where there is nothing at all
      begin = end + 1
    }
  } while (begin < bytes.length)
  return pieces
}

const [arrayStart, newLine] = ['['.charCodeAt(0), '\n'.charCodeAt(0)]

function endOfLine(bytes: Buffer, begin: number): number {
  const end = bytes.indexOf(newLine, begin)
  return end < 0 ? bytes.length : end
}

/** The lines from `begin` on that are arrays. They stay bytes, which need no room in the heap. */
function textsFrom(bytes: Buffer, begin: number): { readonly texts: PieceTexts; readonly end: number } {
  const ends = [begin - 1]
  let end = begin - 1
  do {
    end = endOfLine(bytes, end + 1)
    ends.push(end)
  } while (bytes[end + 1] === arrayStart)
  return {
    texts: { count: ends.length - 1, text: (at) => bytes.toString('utf8', (ends[at] ?? 0) + 1, ends[at + 1]) },
    end,
  }
}
