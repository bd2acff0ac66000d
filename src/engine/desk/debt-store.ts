import { setImmediate as turn } from 'node:timers/promises'
import type { Event } from '../../core/event.ts'
import { readShard, shardCount, storedShard, type DebtShard, type StoredShard } from '../../core/fold/debts/shards.ts'
import { takeFrom } from '../../core/take-from.ts'
import { inSlices } from '../../io/slices.ts'
import { tryJournal } from '../journal-fault.ts'
import type { Services } from '../services.ts'
import { savedFold } from '../saved-fold.ts'
import { areBack, openWithoutArchives, type WithReplaced } from '../without-archives.ts'
import { debtsFold as foldName, debtsVersion as version, savedSchema, type DebtFolds, type SavedDebts } from './debt-folds.ts'

const snapshotEvery = 5_000
/** Nor before the events since are this many times its size, so saving stays a small part of all writes. */
const snapshotWorth = 10

/** What was saved of the debts of a workspace, and how what changed is saved. */
export interface DebtStore {
  /** What was saved beside the shards; undefined: nothing that can be used. */
  readonly saved: SavedDebts | undefined
  /** The journal's cursor of what was saved. */
  readonly cursor: number
  /** Restores the next of the saved shards. @returns how many refs it has; 0: all are restored */
  restoreNext(): number
  /** The share of the saved shards that are restored. */
  restored(): number
  /** Events as the folds take them. */
  read(events: readonly Event[]): WithReplaced[]
  /** Records what was folded. @returns whether it is time to save */
  took(events: readonly Event[]): boolean
  /** No archive was missing. What the past is told goes on from these debts, and stays. */
  hasAll(): boolean
  save(): void
  /** Saves what is new in the background: most of it is making text, which is done in slices. */
  saveInSlices(): void
  /** Everything is read again, for another operator: nothing that was saved can be used. */
  restart(): void
}

/** Reads what was saved for an operator. @param now the folds as of now, and the journal's cursor of them */
export function openDebtStore(
  { journal, log }: Pick<Services, 'journal' | 'log'>,
  workspace: string,
  operator: string,
  now: () => { readonly folds: DebtFolds; readonly cursor: number },
): DebtStore {
  const stored = savedFold({ journal, log }, workspace, foldName)
  const read = stored?.version === version ? savedSchema.safeParse(stored.value) : undefined
  const isUsable = read?.success === true && read.data.operator === operator && !areBack(read.data.without, journal)
  const saved = isUsable ? read.data : undefined
  /** Shards that are not restored yet. */
  const shards = new Set(saved === undefined ? [] : journal.snapshotParts(workspace, foldName))
  let archives = openWithoutArchives({ journal }, saved?.without)
  let isWhole = saved === undefined
  let unsaved = { events: 0, chars: 0 }
  let savedChars = 0
  /** What is being saved in the background. */
  let saving: ToSave | undefined

  /** All that is to be saved, as of one moment. */
  function takeToSave(): ToSave {
    const { folds, cursor } = now()
    unsaved = { events: 0, chars: 0 }
    const value: SavedDebts = { ...folds.saved(), without: archives.looks() }
    const taken = { cursor, value, parts: folds.debts.changes(), isWhole }
    folds.debts.saved()
    return taken
  }

  function store({ parts, ...rest }: ToSave, texts: ReadonlyMap<string, string | undefined>): void {
    const done = tryJournal(() => journal.putSnapshot(workspace, foldName, { ...rest, version, parts: texts }))
    if (done.ok) {
      savedChars = done.value
      isWhole = false
      return
    }
    now().folds.debts.unsaved(parts.keys())
    log('could not save the debts; they are read from the journal again on the next start', { workspace, fault: done.fault })
  }

  return {
    saved,
    cursor: saved === undefined ? 0 : (stored?.cursor ?? 0),
    restoreNext() {
      const [name] = takeFrom(shards, 1)
      if (name === undefined) return 0
      const shard = readShard(journal.snapshotPart(workspace, foldName, name) as StoredShard) // our own file, written by `save`
      now().folds.debts.restore(shard)
      return Math.max(1, shard.buckets.length)
    },
    restored: () => 1 - shards.size / shardCount,
    read: (events) => archives.read(events),
    took(events) {
      unsaved.events += events.length
      for (const { raw } of events) unsaved.chars += raw.text.length * 2 // in `raw` and in `body`
      return unsaved.events >= snapshotEvery && unsaved.chars >= snapshotWorth * savedChars
    },
    hasAll: () => archives.looks() === undefined,
    save() {
      if (shards.size > 0) return // half of it is here, and nothing new
      if (saving !== undefined) now().folds.debts.unsaved(saving.parts.keys())
      saving = undefined
      const taken = takeToSave()
      store(taken, new Map([...taken.parts].map(([shard, part]) => [shard, textOf(part)])))
    },
    saveInSlices() {
      if (saving !== undefined || (unsaved.events === 0 && !isWhole)) return
      const taken = takeToSave()
      saving = taken
      const texts = new Map<string, string | undefined>()
      const left = taken.parts.entries()
      void turn()
        .then(() =>
          inSlices(() => {
            const next = left.next()
            if (next.done === true || saving !== taken) return false
            texts.set(next.value[0], textOf(next.value[1]))
            return true
          }),
        )
        .then(() => {
          if (saving !== taken) return
          saving = undefined
          store(taken, texts)
        })
    },
    restart() {
      saving = undefined
      isWhole = true
      archives = openWithoutArchives({ journal })
      shards.clear()
    },
  }
}

interface ToSave {
  readonly cursor: number
  readonly value: unknown
  readonly parts: ReadonlyMap<string, DebtShard | undefined>
  readonly isWhole: boolean
}

function textOf(part: DebtShard | undefined): string | undefined {
  return part === undefined ? undefined : JSON.stringify(storedShard(part))
}
