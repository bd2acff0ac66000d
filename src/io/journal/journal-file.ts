import { existsSync } from 'node:fs'
import path from 'node:path'
import { fail, ok, type Result } from '../../core/fault.ts'

/** The file of the journal in a data folder; a fault if there is none. */
export function journalFile(dataDir: string): Result<string> {
  const file = path.join(dataDir, 'journal.db')
  return existsSync(file) ? ok(file) : fail('not-found', `There is no journal in ${dataDir}.`)
}
