import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { Event } from '../../core/event.ts'
import { tryJournal } from '../journal-fault.ts'
import type { Services } from '../services.ts'

/** How often checkpoints are taken. */
export interface CheckpointPace {
  /** Between two of them there are at least so many events. */
  readonly every: number
  /** The journal has so many times more of these events than the checkpoint takes. */
  readonly worth: number
}
const usualPace: CheckpointPace = { every: 1_000, worth: 10 }
/** What an event takes in the journal besides its text, bytes. */
const eventBytes = 400
/** A checkpoint is never larger than this, so that reading one takes a moment only, bytes as JSON. */
const mostBytes = 32 * 1024 * 1024

const pack = promisify(deflate)
const unpack = promisify(inflate)

/** Takes checkpoints of one fold while it follows the journal. */
export interface Checkpoints {
  /** Counts events that were folded, up to `cursor`, and takes a checkpoint of `value` now and then. */
  took(events: readonly Event[], cursor: number, value: () => unknown): void
  /** What makes the values is different from now on; those of before can no longer be used. */
  restart(key: string): void
  close(): void
}

/** Opens the checkpoints of a fold. `key` names what makes the values; those that another key made are removed. */
export function openCheckpoints(
  { journal, log, checkpointPace: pace = usualPace }: Pick<Services, 'journal' | 'log' | 'checkpointPace'>,
  workspace: string,
  fold: string,
  key: string,
): Checkpoints {
  let now = key
  let events = 0
  let bytes = 0
  let lastBytes = 0
  let isBusy = false
  let isClosed = false

  async function store(cursor: number, made: string, value: unknown): Promise<void> {
    const text = JSON.stringify(value)
    if (text.length > mostBytes) return
    const packed = await pack(text, { level: 1 })
    lastBytes = packed.length
    if (isClosed || made !== now) return
    const done = tryJournal(() => {
      journal.putCheckpoint(workspace, fold, { cursor, key: made, value: packed })
      journal.dropCheckpoints(workspace, fold, made)
    })
    if (!done.ok) log('could not store where the lists were; looking at this time takes longer', { workspace, fault: done.fault })
  }

  return {
    took(folded, cursor, value) {
      events += folded.length
      for (const { raw } of folded) bytes += raw.text.length * 2 + eventBytes // in `raw` and in `body`
      if (isBusy || isClosed || events < pace.every || bytes < pace.worth * lastBytes) return
      events = 0
      bytes = 0
      isBusy = true
      void store(cursor, now, value()).finally(() => (isBusy = false))
    },
    restart(next) {
      now = next
    },
    close() {
      isClosed = true
    },
  }
}

/** The newest checkpoint of a fold up to a cursor, as it was given; undefined: there is none that can be used. */
export async function readCheckpoint(
  { journal, log }: Pick<Services, 'journal' | 'log'>,
  workspace: string,
  fold: string,
  key: string,
  upTo: number,
): Promise<{ readonly cursor: number; readonly value: unknown } | undefined> {
  const found = journal.checkpointAt(workspace, fold, key, upTo)
  if (found === undefined) return undefined
  try {
    const text = await unpack(found.value, { maxOutputLength: mostBytes * 4 })
    return { cursor: found.cursor, value: JSON.parse(text.toString('utf8')) as unknown }
  } catch (thrown) {
    log('a checkpoint of the lists cannot be read; they are folded from the one before', { workspace, fold, reason: String(thrown) })
    return found.cursor === 0 ? undefined : readCheckpoint({ journal, log }, workspace, fold, key, found.cursor - 1)
  }
}
