import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Event } from '../../core/event.ts'
import { inSlices } from '../../io/slices.ts'
import { tryJournal } from '../journal-fault.ts'
import type { Services } from '../services.ts'

/** How often checkpoints are taken. */
export interface CheckpointPace {
  /** Between two of them there are at least so many events. */
  readonly every: number
  /** The journal has so many times more of these events than the checkpoints take. */
  readonly worth: number
}
const usualPace: CheckpointPace = { every: 1_000, worth: 10 }
/** What an event takes in the journal besides its text, with its places in indexes, bytes. */
const eventBytes = 600
/** A checkpoint is never larger than this, so that reading one takes a moment only, characters as JSON. */
const mostChars = 32 * 1024 * 1024
/** Of one chain so many are read for a jump at most. */
const mostSteps = 64

/** Whole ones are stored when the steps since the last one take so many times more. */
const stepsPerWhole = 2
/** Smaller than the fastest by a third, which pays for more checkpoints. It is done off the main thread. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const pack = promisify(brotliCompress)
const unpack = promisify(brotliDecompress)

/** Takes checkpoints of one fold while it follows the journal. */
export interface Checkpoints {
  /** Counts events that were folded, up to `cursor`, and takes a checkpoint now and then. */
  took(events: readonly Event[], cursor: number, pieces: PiecesOf): void
  /** What makes the values is different from now on; those of before can no longer be used. */
  restart(key: string): void
  close(): void
}

/** What a fold keeps, in small JSON values: all of it, or only what changed since the last call. Undefined: it cannot tell what changed. */
export type PiecesOf = (isWhole: boolean) => readonly unknown[] | undefined

/** A fold of a workspace. `key` names what makes its values. */
interface Fold {
  readonly workspace: string
  readonly fold: string
  readonly key: string
}

/** Checkpoints that are used together: a whole one, and what changed since. */
interface Chain {
  readonly id: string
  readonly wholeBytes: number
  readonly steps: number
  readonly stepBytes: number
}

/** Opens the checkpoints of a fold; those that another key made are removed. */
export function openCheckpoints(
  { journal, log, checkpointPace: pace = usualPace }: Pick<Services, 'journal' | 'log' | 'checkpointPace'>,
  { workspace, fold, key }: Fold,
): Checkpoints {
  let now = key
  let events = 0
  /** What checkpoints may still take for what was folded, bytes; below 0: the last one took more. */
  let earned = 0
  let chain: Chain | undefined
  /** What a whole one takes, as far as the last one shows. */
  let wholeCost: number | undefined
  /** Counts what makes the values. */
  let run = 0
  let isBusy = false
  let isClosed = false

  async function store(cursor: number, own: number, pieces: readonly unknown[], after: Chain | undefined, isPaid: boolean): Promise<void> {
    const packed = await pack(await textOf(pieces), quality)
    if (isClosed || own !== run) return
    const next: Chain =
      after === undefined
        ? { id: randomUUID(), wholeBytes: packed.length, steps: 0, stepBytes: 0 }
        : { ...after, steps: after.steps + 1, stepBytes: after.stepBytes + packed.length }
    const done = tryJournal(() => {
      journal.putCheckpoint(workspace, fold, { cursor, key: now, chain: next.id, step: next.steps, value: packed })
      journal.dropCheckpoints(workspace, fold, now)
    })
    if (!done.ok) {
      log('could not store where the lists were; looking at this time takes longer', { workspace, fault: done.fault })
      return
    }
    chain = next
    if (after === undefined) wholeCost = packed.length
    if (!isPaid) earned -= packed.length * (after === undefined ? 1 : 1 + 1 / stepsPerWhole) // a step also pays for the whole one that follows
  }

  /** What has to be there for the next one: after a start a whole one, of which nothing is paid. */
  function cost(): number {
    if (chain !== undefined) return 0
    wholeCost ??= journal.checkpointsAt(workspace, fold, now, Number.MAX_SAFE_INTEGER)[0]?.value.length ?? 0
    return wholeCost
  }

  return {
    took(folded, cursor, piecesOf) {
      events += folded.length
      for (const { raw } of folded) earned += (raw.text.length * 2 + eventBytes) / pace.worth // in `raw` and in `body`
      if (isBusy || isClosed || events < pace.every) return
      if (earned < cost()) return
      const isPaid = chain !== undefined && chain.steps > 0 && chain.stepBytes >= stepsPerWhole * chain.wholeBytes
      const changes = chain === undefined || isPaid || chain.steps >= mostSteps ? undefined : piecesOf(false)
      const pieces = changes ?? piecesOf(true) ?? []
      events = 0
      isBusy = true
      const after = changes === undefined ? undefined : chain
      chain = undefined // until it is stored, nothing can follow it
      void store(cursor, run, pieces, after, isPaid).finally(() => (isBusy = false))
    },
    restart(next) {
      now = next
      run++
      chain = undefined
    },
    close() {
      isClosed = true
    },
  }
}

/** One piece in a line, made in slices. */
async function textOf(pieces: readonly unknown[]): Promise<string> {
  const lines: string[] = []
  await inSlices(() => {
    if (lines.length === pieces.length) return false
    lines.push(JSON.stringify(pieces[lines.length]))
    return true
  })
  return lines.join('\n')
}

/** The pieces of the newest checkpoint of a fold up to a cursor, and of those before it in its chain; undefined: there is none that can be used. */
export async function readCheckpoint(
  { journal, log }: Pick<Services, 'journal' | 'log'>,
  of: Fold,
  upTo: number,
): Promise<{ readonly cursor: number; readonly pieces: readonly unknown[] } | undefined> {
  const { workspace, fold, key } = of
  const found = journal.checkpointsAt(workspace, fold, key, upTo)
  const pieces: unknown[] = []
  let cursor: number | undefined
  try {
    for (const [at, { step, value, ...one }] of found.entries()) {
      if (step !== at) break // some of the chain was stored again, for another one
      pieces.push(...(await piecesIn(value)))
      cursor = one.cursor
    }
  } catch (thrown) {
    log('a checkpoint of the lists cannot be read; they are folded from the one before', { workspace, fold, reason: String(thrown) })
  }
  if (cursor !== undefined) return { cursor, pieces }
  const [first] = found
  return first === undefined || first.cursor === 0 ? undefined : readCheckpoint({ journal, log }, of, first.cursor - 1)
}

async function piecesIn(value: Uint8Array): Promise<unknown[]> {
  const text = await unpack(value, { maxOutputLength: mostChars * 4 })
  const lines = text.toString('utf8').split('\n')
  const pieces: unknown[] = []
  await inSlices(() => {
    const line = lines[pieces.length]
    if (line === undefined) return false
    pieces.push(JSON.parse(line))
    return true
  })
  return pieces
}
