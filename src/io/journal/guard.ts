import { fail } from '../../core/fault.ts'
import type { Fault } from '../../core/fault.ts'
import { JournalError, JournalWriteError } from '../../core/journal.ts'
import type { Journal } from '../../core/journal.ts'
import type { Connection } from './connection.ts'
import { isDamage, isJournalFault, sqliteFault } from './sqlite-fault.ts'

type Use = (connection: Connection, use: () => unknown) => unknown
type Method = (...given: unknown[]) => unknown

/** How each method uses the file, which determines its failure. A missing method does not compile. */
const uses: Readonly<Record<keyof Journal, Use>> = {
  append: storing,
  reserveOrder: storing,
  page: reading,
  addressedBelow: reading,
  since: reading,
  event: reading,
  find: reading,
  sinceOf: reading,
  head: reading,
  cursorAt: reading,
  steps: reading,
  lastOf: reading,
  minutes: reading,
  involved: reading,
  begin: reading,
  lastPlace: reading,
  search: searching,
  replay: unguarded, // guards each of its chunks
  workspaces: reading,
  putWorkspace: storing,
  removeWorkspace: storing,
  links: reading,
  putLink: storing,
  removeLink: storing,
  linkState: reading,
  commands: reading,
  command: reading,
  putCommand: storing,
  readMarks: reading,
  putReadMarks: storing,
  removeReadMarks: storing,
  kept: reading,
  putKept: storing,
  approvals: reading,
  putApproval: storing,
  removeApproval: storing,
  grants: reading,
  putGrant: storing,
  removeGrant: storing,
  together: storing,
  recordAct: storing,
  acts: reading,
  setting: reading,
  putSetting: storing,
  snapshot: reading,
  snapshotParts: reading,
  snapshotPart: reading,
  putSnapshot: storing,
  putCheckpoint: storing,
  checkpointsAt: reading,
  dropCheckpoints: storing,
  archives: reading,
  moveToArchive: storing,
  bringBack: storing,
  health: unguarded, // answers even for a damaged file
  close: unguarded, // may be called twice
}
const closed = fail('unavailable', 'The journal is closed: Patchbay is shutting down.').fault

/** Turns every failure of SQLite into the error that `Journal` promises, for all methods or some of them. */
export function guard<T extends Partial<Journal>>(journal: T, connection: Connection): T {
  const guarded = Object.entries(journal as Record<keyof Journal, Method>).map(([name, method]) => [
    name,
    (...given: unknown[]) => uses[name as keyof Journal](connection, () => method(...given)),
  ])
  return Object.fromEntries(guarded) as T
}

function unguarded(_connection: Connection, use: () => unknown): unknown {
  return use()
}

async function searching(connection: Connection, use: () => unknown): Promise<unknown> {
  try {
    return await reading(connection, use)
  } catch (thrown) {
    if (!(thrown instanceof JournalError)) throw thrown
    return { ok: false, fault: thrown.fault }
  }
}

/** Runs something that reads, see `guard`. */
export function reading<T>(connection: Connection, use: () => T): T {
  if (!connection.db.open) throw new JournalError(closed)
  try {
    return use()
  } catch (thrown) {
    if (!isJournalFault(thrown)) throw thrown
    throw new JournalError(faultOf(thrown, 'read', connection))
  }
}

function storing<T>(connection: Connection, use: () => T): T {
  if (!connection.db.open) throw new JournalWriteError(closed)
  try {
    return use()
  } catch (thrown) {
    if (!isJournalFault(thrown)) throw thrown
    throw new JournalWriteError(faultOf(thrown, 'write to', connection))
  }
}

function faultOf(thrown: unknown, doing: string, { file, onDamage }: Connection): Fault {
  const { fault } = sqliteFault(thrown, doing, file)
  if (isDamage(thrown)) onDamage?.(fault)
  return fault
}
