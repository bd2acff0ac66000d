import { fail } from '../../core/fault.ts'
import type { Fault } from '../../core/fault.ts'
import { JournalError, JournalWriteError } from '../../engine/journal.ts'
import type { Journal } from '../../engine/journal.ts'
import type { Connection } from './connection.ts'
import { isDamage, isSqliteError, sqliteFault } from './sqlite-fault.ts'

const writing = /^(append|reserve|put|remove|record)/
const closed = fail('unavailable', 'The journal is closed: Patchbay is shutting down.').fault

/** Turns every failure of SQLite into the error that `Journal` promises. */
export function guard(journal: Journal, connection: Connection): Journal {
  // `replay` guards each of its chunks, `health` answers even for a damaged file, and closing twice is allowed.
  const guarded = Object.entries(journal).map(([name, method]: [string, (...given: unknown[]) => unknown]) => {
    if (name === 'replay' || name === 'health' || name === 'close') return [name, method]
    if (name === 'search') return [name, (...given: unknown[]) => searching(connection, () => method(...given))]
    return [name, (...given: unknown[]) => (writing.test(name) ? storing : reading)(connection, () => method(...given))]
  })
  return Object.fromEntries(guarded) as Journal
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
    if (!isSqliteError(thrown)) throw thrown
    throw new JournalError(faultOf(thrown, 'read', connection))
  }
}

function storing<T>(connection: Connection, use: () => T): T {
  if (!connection.db.open) throw new JournalWriteError(closed)
  try {
    return use()
  } catch (thrown) {
    if (!isSqliteError(thrown)) throw thrown
    throw new JournalWriteError(faultOf(thrown, 'write to', connection))
  }
}

function faultOf(thrown: unknown, doing: string, { file, onDamage }: Connection): Fault {
  const { fault } = sqliteFault(thrown, doing, file)
  if (isDamage(thrown)) onDamage?.(fault)
  return fault
}
