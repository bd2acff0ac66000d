import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
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
/** Between two checkpoints of a fold there are at least so many events. */
const usualEvery = 1_500
/** What an event takes in the journal besides its text, with its places in indexes, bytes. */
const eventBytes = 600
/** Of one chain so many are read for a jump at most. */
const mostSteps = 64

/** Whole ones are stored when the steps since the last one take so many times as much: reading a step costs a jump 3 ms. */
const stepsPerWhole = 1
/** So many wait at most while others are packed: while much is read, packing one takes as long as folding thousands of events. */
const mostWaiting = 8
/** Zlib goes back to the event loop after so many bytes, and there waits for a slice of whatever else is going on. */
const chunkSize = 1024 * 1024
/** Smaller than the fastest by a third, which pays for more checkpoints. It is done off the main thread. */
const packing = { chunkSize, params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const pack = promisify(brotliCompress)

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

/** The checkpoints of a fold of a workspace. `key` names what makes its values. */
export interface CheckpointOf {
  readonly workspace: string
  readonly fold: string
  readonly key: string
}

/** Checkpoints that are used together: a whole one, and what changed since. Those that wait to be stored are counted, and their bytes estimated. */
interface Chain {
  readonly id: string
  steps: number
  wholeBytes: number
  stepBytes: number
  /** One of them could not be stored: those after it are useless. */
  isBroken: boolean
}

/** A checkpoint that waits to be stored. */
interface Waiting {
  readonly chain: Chain
  readonly step: number
  readonly key: string
  readonly cursor: number
  readonly pieces: readonly unknown[]
  /** What it will probably take, bytes. */
  readonly estimate: number
  /** For each byte that it takes, so many are paid: none for a whole one that the steps before have paid. */
  readonly price: number
}

/**
 * Opens the checkpoints of a fold; those that another key made are removed.
 * @param worth the journal has so many times more of the events than these take. All folds together take a tenth.
 */
export function openCheckpoints(
  { journal, log, checkpointPace }: Pick<Services, 'journal' | 'log' | 'checkpointPace'>,
  { workspace, fold, key }: CheckpointOf,
  worth: number,
): Checkpoints {
  const pace = checkpointPace ?? { every: usualEvery, worth }
  let now = key
  let events = 0
  /** What checkpoints may still take for what was folded, bytes; below 0: the last ones took more. */
  let earned = 0
  let chain: Chain | undefined
  /** What a whole one takes, and a step, as far as the last ones show. */
  let wholeCost: number | undefined
  let stepCost = 0
  let waiting = 0
  let last: Promise<void> = Promise.resolve()
  let isClosed = false

  async function store({ chain: into, step, key: of, cursor, pieces, estimate, price }: Waiting): Promise<void> {
    if (isClosed || into.isBroken) return
    const value = await pack(await textOf(pieces), packing)
    if (isClosed || into.isBroken) return
    const done = tryJournal(() => {
      journal.putCheckpoint(workspace, fold, { cursor, key: of, chain: into.id, step, value })
      journal.dropCheckpoints(workspace, fold, of)
    })
    if (!done.ok) {
      giveUp(into)
      log('could not store where the lists were; looking at this time takes longer', { workspace, fault: done.fault })
      return
    }
    earned -= (value.length - estimate) * price
    if (step === 0) wholeCost = into.wholeBytes = value.length
    else {
      stepCost = value.length
      into.stepBytes += value.length - estimate
    }
  }

  /** The next one begins another chain. */
  function giveUp(broken: Chain | undefined): void {
    if (broken !== undefined) broken.isBroken = true
    if (chain === broken) chain = undefined
  }

  /** What has to be there for the next one: after a start a whole one, of which nothing is paid. */
  function cost(): number {
    if (chain !== undefined) return 0
    wholeCost ??= journal.checkpointsAt(workspace, fold, now, Number.MAX_SAFE_INTEGER)[0]?.value.length ?? 0
    return wholeCost
  }

  /** Plans the next one of a chain, or the first of another one. */
  function plan(piecesOf: PiecesOf, cursor: number): Waiting {
    const isPaid = chain !== undefined && chain.wholeBytes > 0 && chain.stepBytes >= stepsPerWhole * chain.wholeBytes
    const changes = chain === undefined || isPaid || chain.steps >= mostSteps ? undefined : piecesOf(false)
    if (chain === undefined || changes === undefined) {
      const estimate = wholeCost ?? 0
      chain = { id: randomUUID(), steps: 0, wholeBytes: estimate, stepBytes: 0, isBroken: false }
      return { chain, step: 0, key: now, cursor, pieces: piecesOf(true) ?? [], estimate, price: isPaid ? 0 : 1 }
    }
    chain.steps++
    chain.stepBytes += stepCost
    // A step also pays for the whole one that follows.
    return { chain, step: chain.steps, key: now, cursor, pieces: changes, estimate: stepCost, price: 1 + 1 / stepsPerWhole }
  }

  return {
    took(folded, cursor, piecesOf) {
      events += folded.length
      for (const { raw } of folded) earned += (raw.text.length * 2 + eventBytes) / pace.worth // in `raw` and in `body`
      if (isClosed || waiting === mostWaiting || events < pace.every || earned < cost()) return
      const one = plan(piecesOf, cursor)
      earned -= one.estimate * one.price
      events = 0
      waiting++
      last = last.then(() => store(one)).finally(() => waiting--)
    },
    restart(next) {
      now = next
      giveUp(chain)
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
