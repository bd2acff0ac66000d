import { existsSync, lstatSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { counted } from '../../core/count.ts'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { BackupFile } from '../../core/journal-files.ts'
import { newTempName } from '../temp-file.ts'
import { listBackups } from './backups.ts'
import { openContents } from './contents.ts'
import type { UnreadTexts } from '../../core/unread-texts.ts'
import type { Contents } from './contents.ts'
import { checkContent } from './check-content.ts'
import { checkRoom } from './copy.ts'
import type { CopyProgress } from './copy.ts'
import { openReadOnly } from './open-read-only.ts'
import { foreignToJournal } from './schema.ts'
import { leaveMark } from './mark.ts'
import { earlierColumns, eventColumns, openMerge } from './merge.ts'
import { migrate, migrations } from './migrations.ts'
import { withdrawAuthority } from './no-authority.ts'
import type { Withdrawn } from './no-authority.ts'
import { openDamaged } from './open-damaged.ts'
import type { RecoverState } from './recover-state.ts'
import { finishReplacement, replaceJournal } from './replace.ts'
import { salvageRecords } from './salvage-records.ts'
import { salvageRows } from './salvage.ts'
import type { Row } from './salvage.ts'
import { sideFiles } from './side-files.ts'
import { openSources } from './sources.ts'
import { isSqliteError, sqliteFault } from './sqlite-fault.ts'

/** What a repair did. */
export interface Repaired extends Withdrawn {
  /** Events taken from the damaged journal, and those that only the backup had. */
  readonly read: number
  readonly fromBackup: number
  /** At most this many events could not be read anywhere. */
  readonly lost: number
  readonly backup: BackupFile | undefined
  /** Links whose sources are read again at the next start. */
  readonly links: number
  /** Where the damaged journal is kept. */
  readonly kept: string | undefined
}

export interface RepairOptions {
  readonly recover: RecoverState
  /** Our clock, ms. */
  readonly now: number
  readonly progress?: CopyProgress
  readonly signal?: AbortSignal
  /** Goes on without the texts of archives that cannot be read. */
  readonly isWithoutArchives?: boolean
}

const cancelled = fail('cancelled', 'Cancelled. Nothing was changed.')
const rowsPerLook = 5_000

/**
 * Makes a new journal from what can be read of a damaged one, and from the last backup where that has more. The damaged one is kept. The caller holds the lock
 * of the data folder.
 * @returns undefined if the journal is intact: then nothing is changed; `unavailable` without the archives that its events are in: the new journal would not know that there are any.
 */
export async function repairJournal(dataDir: string, options: RepairOptions): Promise<Result<Repaired | undefined>> {
  finishReplacement(dataDir)
  const file = path.join(dataDir, 'journal.db')
  if (isIntact(file)) return ok(undefined)
  const backup = listBackups(dataDir).find((each) => isIntact(each.file, 'backup'))
  const made = path.join(dataDir, newTempName())
  const blank = path.join(dataDir, newTempName())
  const contents = openContents(dataDir)
  const opened: { close(): void }[] = [contents]
  try {
    const bytes = (existsSync(file) ? lstatSync(file).size : 0) + (backup?.bytes ?? 0)
    const room = await checkRoom(dataDir, bytes * 2, 'the repair')
    if (!room.ok) return room
    newJournal(blank).close()
    const damaged = existsSync(file) ? openDamaged(file, [...(backup === undefined ? [] : [backup.file]), blank], dataDir) : undefined
    if (damaged !== undefined) opened.push(damaged)
    const saved = backup === undefined ? undefined : openReadOnly(backup.file)
    if (saved !== undefined) opened.push(saved)
    const db = newJournal(made)
    opened.push(db)
    db.exec('BEGIN')
    const result = await fill(db, damaged?.db, saved, contents, options)
    db.exec('COMMIT')
    if (options.signal?.aborted === true) return cancelled
    if (result.unread.events > 0 && options.isWithoutArchives !== true) return withoutArchives(dataDir, result.unread)
    if (checkContent(db) !== 'ok') return fail('internal', 'The repaired journal did not pass its check. Nothing was changed.')
    for (const each of opened.splice(0)) each.close()
    const marked = leaveMark(dataDir)
    if (!marked.ok) return marked
    const kept = replaceJournal(dataDir, made, options.now)
    const { unread: _given, ...done } = result
    return kept.ok ? ok({ ...done, backup, kept: kept.value }) : kept
  } catch (thrown) {
    if (thrown instanceof Stopped) return cancelled
    if (!isSqliteError(thrown)) throw thrown
    return sqliteFault(thrown, 'repair', file)
  } finally {
    for (const each of opened) each.close()
    for (const file of [made, blank]) for (const each of [file, ...sideFiles(file)]) rmSync(each, { force: true })
  }
}

function withoutArchives(dataDir: string, { events, archives }: UnreadTexts): Result<never> {
  const where = archives.length === 1 ? 'an archive that cannot be read' : 'archives that cannot be read'
  return fail(
    'unavailable',
    `The texts of ${counted(events, 'event')} are in ${where}: ${archives.join(', ')}. Nothing was changed. Put the files back into ${dataDir} and repair again, or give these events up with --without-archives.`,
  )
}

class Stopped extends Error {}

function newJournal(file: string): Database.Database {
  const db = new Database(file)
  db.pragma('auto_vacuum = INCREMENTAL') // as in every new journal
  migrate(db, 0, migrations)
  return db
}

/** Whether there is a journal that is ours and passes SQLite's full check. A backup that is not as we make it, which could compute without end, counts as damaged. */
function isIntact(file: string, of: 'journal' | 'backup' = 'journal'): boolean {
  if (!existsSync(file)) return false
  let db: Database.Database | undefined
  try {
    db = openReadOnly(file)
    if (of === 'backup' && foreignToJournal(db) !== undefined) return false
    db.prepare('SELECT cursor FROM events LIMIT 1').get()
    return checkContent(db) === 'ok' && String(db.pragma('integrity_check(1)', { simple: true })) === 'ok'
  } catch (thrown) {
    if (!isSqliteError(thrown)) throw thrown
    return false
  } finally {
    db?.close()
  }
}

async function fill(
  db: Database.Database,
  damaged: Database.Database | undefined,
  saved: Database.Database | undefined,
  contents: Contents,
  { recover, progress, signal }: RepairOptions,
): Promise<Withdrawn & Pick<Repaired, 'read' | 'fromBackup' | 'lost' | 'links'> & { readonly unread: UnreadTexts }> {
  const { sourceIds, links, approvals } = salvageRecords(db, damaged, saved, recover)
  const sources = openSources(db)
  const merge = openMerge(db)
  const last = lastCursor([damaged, saved])
  const missed = new Set<number>()
  /** Archives that could not be read, by the numbers of events that are in them. */
  const away = new Map<number, string>()
  let looked = 0

  async function takeAll(
    from: Database.Database | undefined,
    ids: ReadonlyMap<unknown, string>,
    miss: (number: number) => void,
  ): Promise<number> {
    let taken = 0
    if (from === undefined) return taken
    for (const row of salvageRows(from, 'events', hasLate(from) ? eventColumns : earlierColumns, miss, last, earlierColumns)) {
      const id = ids.get(row['source'])
      if (id === undefined) continue // of a workspace that was forgotten
      const whole = withTexts(row, contents)
      if (typeof whole === 'string') away.set(row.n, whole)
      if (typeof whole !== 'string' && merge.take(whole, sources.get(id))) taken++
      else miss(row.n)
      if (++looked % rowsPerLook !== 0) continue
      await setImmediate() // lets Ctrl+C through
      if (signal?.aborted === true) throw new Stopped()
      progress?.(Math.min(row.n, last), last)
    }
    return taken
  }
  const read = await takeAll(damaged, sourceIds.damaged, (number) => missed.add(number))
  // A journal that could be read to its end has everything that was not forgotten since the backup.
  const isWhole = damaged !== undefined && missed.size === 0
  const fromBackup = isWhole ? 0 : await takeAll(saved, sourceIds.saved, () => undefined)
  merge.finish()
  const found = db.prepare<[number], number>('SELECT 1 FROM events WHERE cursor = ?').pluck()
  const lost = [...missed].filter((number) => number > 0 && found.get(number) === undefined).length
  const left = [...away].filter(([number]) => found.get(number) === undefined).map(([, archive]) => archive)
  const unread = { events: left.length, archives: [...new Set(left)].toSorted() }
  return { read, fromBackup, lost, links, unread, ...withdrawAuthority(db), approvals }
}

/** The row with the texts that an archive has of it: in the new journal, all months are open. The name of the archive if it cannot be read. */
function withTexts<T extends Row>(row: T & { readonly n: number }, contents: Contents): (T & { readonly n: number }) | string {
  const { id, raw, body } = row
  if (typeof id !== 'string' || typeof raw !== 'string' || typeof body !== 'string') return row
  const texts = contents.texts({ cursor: row.n, id, raw, body })
  return texts.ok ? { ...row, raw: texts.value.raw, body: texts.value.body } : texts.name
}

/** The highest number that any of the journals knows of. */
function lastCursor(journals: readonly (Database.Database | undefined)[]): number {
  const known = journals.map((db) => {
    try {
      return Number(db?.prepare('SELECT cursor FROM counters').pluck().get() ?? 1) - 1
    } catch (thrown) {
      if (!isSqliteError(thrown)) throw thrown
      return 0
    }
  })
  return Math.max(0, ...known)
}

/** Whether the journal has the column `late`, if its schema can be read. */
function hasLate(db: Database.Database): boolean {
  try {
    db.prepare('SELECT late FROM events LIMIT 0')
    return true
  } catch {
    return false
  }
}
