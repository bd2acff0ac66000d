import type { ConversationsSnapshot } from '../../core/fold/conversations.ts'
import type { CountsSnapshot } from '../../core/fold/counts.ts'
import type { NamesSnapshot } from '../../core/fold/names.ts'
import type { UnreadFold, UnreadPart, UnreadSnapshot } from '../../core/fold/unread.ts'
import type { Event } from '../../core/event.ts'
import { tryJournal } from '../journal-fault.ts'
import type { Raise } from './raise-unread.ts'
import type { Services } from '../services.ts'
import { savedFold } from '../saved-fold.ts'
import { areBack, openWithoutArchives, type WithReplaced } from '../without-archives.ts'

/** Increment when a fold's meaning or snapshot changes: snapshots of another version are rebuilt from the journal. */
const version = 3
/** The same without a hash of each text, which the journal adds since. */
const earlierVersion = 2
/** The name of its snapshots and checkpoints. */
export const foldName = 'workspace'
const snapshotEvery = 5_000
/** A snapshot is saved when the events since the last one are this many times its size, so saving stays a small part of all writes. */
const snapshotWorth = 10

/** What is derived from events alone. */
export interface ListsSnapshot {
  readonly conversations: ConversationsSnapshot
  readonly names: NamesSnapshot
  readonly counts: CountsSnapshot
}

/** The saved value of the folds; unread positions are saved separately, in parts. */
export interface FoldSnapshot extends ListsSnapshot {
  /** The operator's names by which unread messages were decided to be addressed to the operator; if absent, that must be decided again. */
  readonly forYou?: readonly string[]
  /** Unfinished work of *mark unread*. */
  readonly raises?: readonly Raise[]
  /** The archives that it was made without (`WithoutArchives.looks`). */
  readonly without?: readonly string[]
}

/** Version 1: all unread positions, by conversation and sender, in the same value. */
interface EarlierSnapshot extends FoldSnapshot {
  readonly unread: readonly (readonly [string, readonly (readonly [string, readonly number[]])[]])[]
}

/** Loads and saves the folds of a workspace. */
export interface FoldStore {
  readonly saved: FoldSnapshot | undefined
  readonly unread: UnreadSnapshot | undefined
  /** The journal's cursor of the saved folds. */
  readonly cursor: number
  /** Events as the folds take them. */
  read(events: readonly Event[]): WithReplaced[]
  /** Records what was folded. @returns whether it is time to save. */
  took(events: readonly Event[]): boolean
  /** No archive was missing. What the past is told goes on from these folds, and stays. */
  hasAll(): boolean
  save(cursor: number, value: FoldSnapshot, unread: UnreadFold): void
}

/** Reads the saved folds of a workspace. */
export function openFoldStore({ journal, log }: Pick<Services, 'journal' | 'log'>, workspace: string): FoldStore {
  const stored = savedFold({ journal, log }, workspace, foldName)
  const without = (stored?.value as FoldSnapshot | undefined)?.without
  const isOver = areBack(without, journal)
  const isCurrent = (stored?.version === version || stored?.version === earlierVersion) && !isOver
  const isEarlier = stored?.version === 1 && !isOver
  const archives = openWithoutArchives({ journal }, isOver ? [] : without)
  let events = 0
  let chars = 0
  let savedChars = 0
  /** Parts of another version, or none, are stored: write all of them. */
  let isWhole = !isCurrent

  function parts(): UnreadSnapshot {
    return journal
      .snapshotParts(workspace, foldName)
      .map((range) => [Number(range), journal.snapshotPart(workspace, foldName, range) as UnreadPart])
  }

  return {
    saved: isCurrent || isEarlier ? (stored.value as FoldSnapshot) : undefined, // our own file, written by `save`
    unread: isCurrent ? parts() : isEarlier ? unreadOf(stored.value as EarlierSnapshot) : undefined,
    cursor: isCurrent || isEarlier ? stored.cursor : 0,
    read: archives.read,
    took(folded) {
      events += folded.length
      for (const { raw } of folded) chars += raw.text.length * 2 // in `raw` and in `body`
      return events >= snapshotEvery && chars >= snapshotWorth * savedChars
    },
    hasAll: () => archives.looks() === undefined,
    save(cursor, lists, unread) {
      const looks = archives.looks()
      const value = { ...lists, ...(looks !== undefined && { without: looks }) }
      events = 0
      chars = 0
      const changes = isWhole ? unread.snapshot() : unread.changes()
      const parts = new Map(changes.map(([range, part]) => [String(range), part === null ? undefined : JSON.stringify(part)]))
      const done = tryJournal(() => journal.putSnapshot(workspace, foldName, { cursor, version, value, parts, isWhole }))
      if (!done.ok) {
        log('could not save the folds; they are rebuilt on the next start', { workspace, fault: done.fault })
        return
      }
      savedChars = done.value
      isWhole = false
      unread.saved()
    },
  }
}

/** The unread positions of the previous release, as one part. */
function unreadOf({ unread }: EarlierSnapshot): UnreadSnapshot {
  const part = unread.flatMap(([conversation, senders]) =>
    senders.map(([sender, ords]): UnreadPart[number] => {
      const sorted = ords.toSorted((a, b) => a - b)
      return [conversation, sender, sorted.map((ord, at) => ord - (sorted[at - 1] ?? 0))]
    }),
  )
  return [[0, part]]
}
