import { existsSync } from 'node:fs'
import path from 'node:path'
import { fail, ok, type Result } from '../../core/fault.ts'
import { checkOrdinary } from '../own-folder.ts'

/** The file of the journal in a data folder; a fault if there is none, or something else in its place. */
export function journalFile(dataDir: string): Result<string> {
  const file = path.join(dataDir, 'journal.db')
  if (!existsSync(file)) return fail('not-found', `There is no journal in ${dataDir}.`)
  const ordinary = checkOrdinary(file)
  return ordinary.ok ? ok(file) : ordinary
}
