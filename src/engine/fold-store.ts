import type { ConversationsSnapshot } from '../core/fold/conversations.ts'
import type { CountsSnapshot } from '../core/fold/counts.ts'
import type { NamesSnapshot } from '../core/fold/names.ts'
import type { UnreadFold, UnreadPart, UnreadSnapshot } from '../core/fold/unread.ts'
import type { Event } from '../core/event.ts'
import { tryJournal } from './journal-fault.ts'
import type { Raise } from './raise-unread.ts'
import type { Services } from './services.ts'

/** Increment when a fold's meaning or snapshot changes: snapshots of another version are rebuilt from the journal. */
const version = 2
const foldName = 'workspace'
const snapshotEvery = 5_000
/** What came since the last snapshot has at least so many times its size: saving stays a small part of what is written. */
const snapshotWorth = 10

/** What is saved of the folds in one value; unread positions are saved beside it, in parts. */
export interface FoldSnapshot {
  readonly conversations: ConversationsSnapshot
  readonly names: NamesSnapshot
  readonly counts: CountsSnapshot
  /** With which of the operator's names the unread messages were decided to be addressed to the operator; without it, that is to be done again. */
  readonly forYou?: readonly string[]
  /** What *mark unread* had not finished. */
  readonly raises?: readonly Raise[]
}

/** As version 1 had it: all unread positions, by conversation and sender, in the same value. */
interface EarlierSnapshot extends FoldSnapshot {
  readonly unread: readonly (readonly [string, readonly (readonly [string, readonly number[]])[]])[]
}

/** Loads and saves the folds of a workspace. */
export interface FoldStore {
  readonly saved: FoldSnapshot | undefined
  readonly unread: UnreadSnapshot | undefined
  /** Up to where the saved folds have the journal. */
  readonly cursor: number
  /** Tells what was folded. @returns whether saving is due. */
  took(events: readonly Event[]): boolean
  save(cursor: number, value: FoldSnapshot, unread: UnreadFold): void
}

/** Reads what was saved of a workspace's folds. */
export function openFoldStore({ journal, log }: Pick<Services, 'journal' | 'log'>, workspace: string): FoldStore {
  const stored = journal.snapshot(workspace, foldName)
  const isCurrent = stored?.version === version
  const isEarlier = stored?.version === 1
  let events = 0
  let chars = 0
  let savedChars = 0
  /** Parts of another version, or none, are stored: all are written. */
  let isWhole = !isCurrent

  function parts(): UnreadSnapshot {
    return [...journal.snapshotParts(workspace, foldName)].map(([range, part]) => [Number(range), part as UnreadPart])
  }

  return {
    saved: isCurrent || isEarlier ? (stored.value as FoldSnapshot) : undefined, // our own file, written by `save`
    unread: isCurrent ? parts() : isEarlier ? unreadOf(stored.value as EarlierSnapshot) : undefined,
    cursor: isCurrent || isEarlier ? stored.cursor : 0,
    took(folded) {
      events += folded.length
      for (const { raw } of folded) chars += raw.text.length * 2 // in `raw` and in `body`
      return events >= snapshotEvery && chars >= snapshotWorth * savedChars
    },
    save(cursor, value, unread) {
      events = 0
      chars = 0
      const changes = isWhole ? unread.snapshot() : unread.changes()
      const parts = new Map(changes.map(([range, part]) => [String(range), part ?? undefined]))
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

/** What the release before saved, as one part. */
function unreadOf({ unread }: EarlierSnapshot): UnreadSnapshot {
  const part = unread.flatMap(([conversation, senders]) =>
    senders.map(([sender, ords]): UnreadPart[number] => {
      const sorted = ords.toSorted((a, b) => a - b)
      return [conversation, sender, sorted.map((ord, at) => ord - (sorted[at - 1] ?? 0))]
    }),
  )
  return [[0, part]]
}
