import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { isDeeperThan } from '../../core/json-depth.ts'
import { limits } from '../../core/limits.ts'
import { JournalError } from '../../core/journal.ts'
import { errnoFault, errnoOf } from '../errno-fault.ts'
import { lineSplitter } from '../line-splitter.ts'
import { openConnection } from './connection.ts'
import { exportLineSchema, exportVersion, headerSchema } from './export-format.ts'
import type { ExportHeader, ExportLine } from './export-format.ts'
import { openImportPlaces } from './import-places.ts'
import type { ImportPlaces, PlacesOptions } from './import-places.ts'
import { openImportRows } from './import-rows.ts'
import type { ImportRows } from './import-rows.ts'
import { journalOn } from './open.ts'
import { jsonOf } from './recover-state.ts'
import { isSqliteError, sqliteFault } from './sqlite-fault.ts'

export interface ImportOptions extends PlacesOptions {
  /** Called for each line that cannot be used: its number, from 1, and the reason. */
  readonly skipped: (line: number, why: string) => void
  /** Called with the bytes read so far. */
  readonly progress?: (bytes: number) => void
  readonly signal?: AbortSignal
}

/** What an import did. */
export interface Imported {
  /** New events, events that the journal had, and those of them whose text is another. */
  readonly events: number
  readonly known: number
  readonly different: number
  /** Links that were added, disabled; and messages that wait for the operator. */
  readonly links: number
  readonly unsent: number
  readonly skipped: number
  /** False: the export ended before its last line. */
  readonly isComplete: boolean
  /** Events that its last line counts and that are no longer in it. */
  readonly missing: number
  /** The operator had halted where it was written. */
  readonly isHalted: boolean
}

/** Nesting of an event's data, and of the line around it. */
const mostDepth = limits.jsonDepth + 8

/**
 * Reads an export (`docs/export.md`) into the journal of a data folder; repeated, or after an interruption, it adds only what is missing. It brings events,
 * never authority: links are added disabled, unconfirmed messages wait for the operator. What cannot be used is skipped and reported. The caller holds the lock
 * of the data folder.
 * @returns `invalid` for something that is not an export, `cancelled` with what was stored, and faults of the journal.
 */
export async function importJournal(dataDir: string, chunks: AsyncIterable<Uint8Array>, options: ImportOptions): Promise<Result<Imported>> {
  const opened = openConnection(dataDir)
  if (!opened.ok) return opened
  const { db } = opened.value
  try {
    const journal = journalOn(opened.value, {})
    const places = openImportPlaces(journal, db, options)
    const rows = openImportRows(journal, db, places)
    return await readLines(chunks, options, places, rows, (work) => db.transaction(work).immediate())
  } catch (thrown) {
    if (thrown instanceof JournalError) return { ok: false, fault: thrown.fault }
    if (isSqliteError(thrown)) return sqliteFault(thrown, 'write to', opened.value.file)
    if (errnoOf(thrown) === undefined) throw thrown
    return errnoFault(thrown, 'read the export')
  } finally {
    db.close()
  }
}

async function readLines(
  chunks: AsyncIterable<Uint8Array>,
  options: ImportOptions,
  places: ImportPlaces,
  rows: ImportRows,
  together: (work: () => void) => void,
): Promise<Result<Imported>> {
  const splitter = lineSplitter(limits.exportLine)
  let number = 0
  let bytes = 0
  let skipped = 0
  let found = 0
  /** How many events its last line counts; undefined: it has none so far. */
  let counted: number | undefined
  let isHalted = false
  let refusal: Result<never> | undefined

  function skip(why: string): void {
    skipped++
    options.skipped(number, why)
  }

  function takeLine(text: string | undefined): void {
    number++
    if (refusal !== undefined || (text === '' && number > 1)) return
    if (number === 1) {
      const header = headerOf(text)
      if (header.ok) isHalted = header.value.halted === true
      else refusal = header
      return
    }
    const line = text === undefined ? `it is longer than ${limits.exportLine / 1024 / 1024} MiB.` : lineOf(text)
    // What cannot be read may have been an event: it is reported, not missing.
    if (typeof line === 'string' || line.type === 'event') found++
    if (typeof line === 'string') return skip(line)
    if (line.type === 'end') counted = (counted ?? 0) + line.events
    const why = line.type === 'end' ? undefined : takeOne(line, places, rows)
    if (why !== undefined) skip(why)
  }

  /** What one chunk completes is stored in one transaction, so a kill leaves whole lines. */
  function take(chunk: Uint8Array): void {
    const lines = splitter.take(chunk)
    if (lines.length === 0) return
    together(() => {
      for (const line of lines) takeLine(line?.text)
      rows.flush()
    })
  }

  const done = (): Omit<Imported, 'isComplete' | 'missing' | 'isHalted'> => ({ ...rows.counts(), links: places.added(), skipped })
  const isCancelled = (): boolean => options.signal?.aborted === true
  for await (const chunk of chunks) {
    take(chunk)
    bytes += chunk.length
    if (refusal !== undefined) return refusal
    options.progress?.(bytes)
    if (isCancelled()) break
  }
  if (isCancelled()) {
    const stored = `${done().events.toLocaleString('en')} events were stored.`
    return fail('cancelled', `Cancelled. ${stored} Import the file again to continue; nothing is stored twice.`)
  }
  take(Uint8Array.of(0x0a)) // a last line without a line end
  if (number <= 1 && refusal === undefined) return notAnExport
  return refusal ?? ok({ ...done(), isComplete: counted !== undefined, missing: Math.max(0, (counted ?? 0) - found), isHalted })
}

const notAnExport = fail('invalid', 'This is not an export of Patchbay: its first line is not the header of one. Nothing was stored.')

function headerOf(text: string | undefined): Result<ExportHeader> {
  const header = headerSchema.safeParse(jsonOf(text))
  if (!header.success) return notAnExport
  if (header.data.version <= exportVersion) return ok(header.data)
  return fail(
    'conflict',
    `This export has format ${header.data.version}; this version supports ${exportVersion}. Update Patchbay. Nothing was stored.`,
  )
}

/** The line, or why it cannot be used. */
function lineOf(text: string): ExportLine | string {
  const value = jsonOf(text)
  if (value === undefined) return 'it is not valid JSON.'
  if (isDeeperThan(value, mostDepth)) return `it is nested more than ${mostDepth} deep.`
  const line = exportLineSchema.safeParse(value)
  if (line.success) return line.data
  const issue = line.error.issues[0]
  const field = issue?.path.map(String).join('.').slice(0, 200) ?? ''
  return field === '' ? 'it has none of the known types.' : `“${field}” is not valid: ${issue?.message.slice(0, 200)}.`
}

function takeOne(line: Exclude<ExportLine, { type: 'end' }>, places: ImportPlaces, rows: ImportRows): string | undefined {
  if (line.type === 'event') return rows.event(line)
  if (line.type === 'kept') return rows.kept(line)
  if (line.type === 'command') return rows.command(line)
  return line.type === 'source' ? places.source(line) : places.workspace(line)
}
