import { statSync } from 'node:fs'
import type { JournalHealth } from '../../core/journal.ts'
import type { Connection } from './connection.ts'
import { reasonOf } from '../../core/fault.ts'

/** Checks the journal. Reads the whole file: about a second per gigabyte. Never throws. */
export function journalHealth({ db, file }: Connection): JournalHealth {
  return {
    path: file,
    bytes: sizeOf(file) + sizeOf(`${file}-wal`),
    schema: Number(
      ask(
        () => db.pragma('user_version', { simple: true }),
        () => 0,
      ),
    ),
    events: Number(
      ask(
        () => db.prepare('SELECT count(*) FROM events').pluck().get(),
        () => 0,
      ),
    ),
    integrity: String(ask(() => db.pragma('quick_check(1)', { simple: true }), reasonOf)),
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** The result, or `otherwise` applied to the reason when the file cannot be read. */
function ask(read: () => unknown, otherwise: (thrown: unknown) => unknown): unknown {
  try {
    return read()
  } catch (thrown) {
    return otherwise(thrown)
  }
}
