import Database from 'better-sqlite3'

/** A file in which somebody else is writing is waited for so long, ms. */
const busyMs = 5_000

/** Opens a journal, a backup or an archive for reading only. Throws when it is not there or cannot be opened. */
export function openReadOnly(file: string): Database.Database {
  return new Database(file, { readonly: true, fileMustExist: true, timeout: busyMs })
}
