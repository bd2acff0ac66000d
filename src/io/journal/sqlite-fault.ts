import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { fail, reasonOf } from '../../core/fault.ts'
import type { Fault, FaultCode } from '../../core/fault.ts'
import { errnoFault, isOutOfFiles } from '../errno-fault.ts'
import { waysBack } from './ways-back.ts'

/** The journal, its log, its index and its folder. */
const filesOfSqlite = 4
const damaged = /^SQLITE_(CORRUPT|NOTADB)/

const words: readonly (readonly [RegExp, FaultCode, string])[] = [
  [/^SQLITE_FULL/, 'unavailable', 'the disk is full. Free some space; nothing stored so far is lost'],
  [damaged, 'unavailable', 'the file is damaged. Nothing was changed or deleted'],
  [/^SQLITE_IOERR/, 'unavailable', 'the disk reported an error. Check the disk; nothing stored so far is lost'],
  [/^SQLITE_(BUSY|LOCKED)/, 'conflict', 'another program is using it. Close that program and try again'],
  [/^SQLITE_(READONLY|PERM|AUTH)/, 'unavailable', 'it is not writable. Check the permissions of the file and its folder'],
  [
    /^SQLITE_CANTOPEN/,
    'unavailable',
    'it cannot be opened. Check the permissions of the file and its folder, and that it is an ordinary file',
  ],
  [/^SQLITE_(TOOBIG|NOMEM)/, 'too-large', 'something in it is too large for this machine'],
]

/** True when SQLite itself failed, rather than being called incorrectly. */
export function isSqliteError(thrown: unknown): thrown is InstanceType<typeof Database.SqliteError> {
  return thrown instanceof Database.SqliteError
}

/** True when SQLite found the file damaged, or a text in it is no JSON: SQLite does not notice a changed bit in a text. */
export function isDamage(thrown: unknown): boolean {
  return isBrokenText(thrown) || (isSqliteError(thrown) && damaged.test(thrown.code))
}

/** True for what reading or writing a journal throws if its file is at fault. */
export function isJournalFault(thrown: unknown): boolean {
  return isSqliteError(thrown) || isBrokenText(thrown)
}

/** True for what `JSON.parse` throws. */
function isBrokenText(thrown: unknown): boolean {
  return thrown instanceof SyntaxError
}

/**
 * Turns a failure of SQLite into a fault.
 * @param doing what was attempted, to follow “Could not”: `write to`.
 * @param file path of the journal, part of the sentence.
 */
export function sqliteFault(thrown: unknown, doing: string, file: string): { readonly ok: false; readonly fault: Fault } {
  const code = isSqliteError(thrown) ? thrown.code : isBrokenText(thrown) ? 'SQLITE_CORRUPT' : ''
  const exhausted = code.startsWith('SQLITE_CANTOPEN') ? outOfFiles() : undefined
  if (exhausted !== undefined) return errnoFault(exhausted, `${doing} the journal ${file}`)
  const [, faultCode, why] = words.find(([pattern]) => pattern.test(code)) ?? [undefined, 'internal' as const, 'SQLite reported an error']
  const help = damaged.test(code) ? ` ${waysBack(path.dirname(file))}` : ''
  return fail(faultCode, `Could not ${doing} the journal ${file}: ${why}.${help}`.slice(0, 2_000), {
    // What JSON.parse says has a part of the text.
    detail: isBrokenText(thrown) ? 'A stored text is not valid JSON.' : `${code} ${reasonOf(thrown)}`.trim(),
  })
}

/** The system's error if too many files are open: SQLite reports only that its own cannot be opened. It needs several at once. */
function outOfFiles(): unknown {
  const opened: number[] = []
  try {
    while (opened.length < filesOfSqlite) opened.push(openSync(process.execPath, 'r'))
  } catch (thrown) {
    if (isOutOfFiles(thrown)) return thrown
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
  return undefined
}
