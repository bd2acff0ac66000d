import path from 'node:path'
import type Database from 'better-sqlite3'
import { monotonicFactory } from 'ulid'
import type { Fault, Result } from '../../core/fault.ts'
import { ok } from '../../core/fault.ts'
import type { Event } from '../../core/event.ts'
import type { Journal, JournalReads } from '../../core/journal.ts'
import { openAppender } from './append.ts'
import { openArchiveList, openArchivesRead } from './archive-list.ts'
import { openCheckpoints } from './checkpoints.ts'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'
import { openContents } from './contents.ts'
import { guard, reading } from './guard.ts'
import { journalHealth } from './health.ts'
import { openMoments } from './moments.ts'
import { openReadOnly } from './open-read-only.ts'
import { openReader } from './read.ts'
import { openSearch } from './search.ts'
import { openSources } from './sources.ts'
import { isSqliteError, sqliteFault } from './sqlite-fault.ts'
import { openStored } from './stored.ts'
import { sweepBetween } from './sweep-between.ts'
import { openWorkspaces } from './workspaces.ts'

export interface JournalOptions {
  /** Folder of `journal.db`; created if missing. */
  readonly dataDir: string
  /** Our clock in ms, for the ids of events. */
  readonly now?: () => number
  /** Creates the ids of events: a new one with every call. */
  readonly newId?: () => string
  /** Called with a message for the operator whenever SQLite finds the file damaged during use. */
  readonly onDamage?: (fault: Fault) => void
  /** Called when months that are moved, and what is deleted of a forgotten workspace, stay as they are until the next start: the disk is full. */
  readonly onStop?: (fault: Fault) => void
}

const chunkRows = 500

/**
 * Opens the journal of a data folder. Only one process at a time may write to it (see the instance lock); others may read.
 * @returns a fault when the file is damaged, foreign, from a newer release, or cannot be used; it is then unchanged.
 */
export function openJournal(options: JournalOptions): Result<Journal> {
  const opened = openConnection(options.dataDir)
  if (!opened.ok) return opened
  const connection = { ...opened.value, onDamage: options.onDamage }
  try {
    return ok(journalOn(connection, options))
  } catch (thrown) {
    connection.db.close()
    if (!isSqliteError(thrown)) throw thrown
    return sqliteFault(thrown, 'open', connection.file)
  }
}

/**
 * Opens the journal of a data folder only for reading, beside the process that writes to it.
 * @returns a fault when it is missing or cannot be read.
 */
export function openJournalReads(dataDir: string, onDamage?: JournalOptions['onDamage']): Result<JournalReads & Pick<Journal, 'close'>> {
  const file = path.join(dataDir, 'journal.db')
  let db: Database.Database | undefined
  try {
    db = openReadOnly(file)
    return ok(readsOn({ db, file, onDamage }))
  } catch (thrown) {
    db?.close()
    if (!isSqliteError(thrown)) throw thrown
    return sqliteFault(thrown, 'read', file)
  }
}

/** What only reads the journal, on an open connection: preparing the statements that write takes as long as a short question about the past. */
function readsOn(connection: Connection): JournalReads & Pick<Journal, 'close'> {
  const { db } = connection
  const sources = openSources(db)
  const contents = openContents(path.dirname(connection.file))
  const { page, since, event, head } = openReader(connection, sources, contents)
  const { commands } = openStored(connection)
  const { checkpointsAt } = openCheckpoints(connection, contents)
  const archives = openArchivesRead(connection)
  const close = (): void => {
    contents.close()
    db.close()
  }
  const moments = openMoments(connection, sources, contents)
  return guard({ page, since, event, head, commands, checkpointsAt, archives, ...moments, close }, connection)
}

/** The journal on an open connection. */
export function journalOn(
  connection: Connection,
  { now = Date.now, newId = ulids(now), onStop }: Omit<JournalOptions, 'dataDir'>,
): Journal {
  const { db } = connection
  const sources = openSources(db)
  const contents = openContents(path.dirname(connection.file))
  const appender = openAppender(connection, sources, newId, contents)
  const reader = openReader(connection, sources, contents)
  const workspaces = openWorkspaces(connection)

  const sweepLater = sweepBetween(connection, contents, onStop)
  if (!db.readonly) sweepLater()

  const journal: Journal = {
    append: appender.append,
    reserveOrder: appender.reserveOrder,
    page: reader.page,
    addressedBelow: reader.addressedBelow,
    since: reader.since,
    event: reader.event,
    find: reader.find,
    sinceOf: reader.sinceOf,
    head: reader.head,
    ...openMoments(connection, sources, contents),
    search: openSearch(connection, reader),
    *replay(workspace, fromCursor): IterableIterator<Event> {
      let chunk: Event[] = []
      do {
        const from = chunk.at(-1)?.ord ?? 0
        chunk = reading(connection, () => reader.chunk(workspace, fromCursor, from, chunkRows))
        yield* chunk
      } while (chunk.length === chunkRows)
    },
    ...workspaces,
    removeWorkspace(id) {
      workspaces.removeWorkspace(id)
      sources.forget()
      sweepLater()
    },
    linkState: sources.state,
    ...openStored(connection),
    ...openCheckpoints(connection, contents),
    ...openArchiveList(connection, sweepLater),
    health: () => journalHealth(connection),
    close() {
      contents.close()
      db.close()
    },
  }
  return guard(journal, connection)
}

/** Monotonic ULIDs, even within one millisecond or when the clock is set back. */
function ulids(now: () => number): () => string {
  // They must be unique, not secret; the default reads system randomness for each character.
  const next = monotonicFactory(Math.random)
  return () => next(now())
}
