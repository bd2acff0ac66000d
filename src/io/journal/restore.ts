import { existsSync, lstatSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { newTempName } from '../temp-file.ts'
import { copyJournal } from './copy.ts'
import type { CopyOptions } from './copy.ts'
import { leaveMark } from './mark.ts'
import { forgetSetting, withdrawAuthority, withdrawEditor, withdrawForgetting } from './no-authority.ts'
import type { Withdrawn } from './no-authority.ts'
import { openDamaged } from './open-damaged.ts'
import { recoveredState } from './recover-state.ts'
import type { RecoverState } from './recover-state.ts'
import { finishReplacement, replaceJournal } from './replace.ts'
import { salvageByKey, salvageTable } from './salvage.ts'
import { sideFiles } from './side-files.ts'
import { isSqliteError, sqliteFault } from './sqlite-fault.ts'

/** What a restore did. */
export interface Restored extends Withdrawn {
  readonly events: number
  /** Where the replaced journal is kept. */
  readonly kept: string | undefined
}

export interface RestoreOptions extends CopyOptions {
  readonly recover: RecoverState
  /** Our clock, ms. */
  readonly now: number
}

/**
 * Replaces the journal of a data folder with a backup. The backup is checked and copied first; the current journal is kept. What ran since the backup is
 * carried over from the current journal, as far as that can be read. The caller holds the lock of the data folder.
 * @returns a fault, with the data folder unchanged, if the backup is damaged, from a newer release or not ours.
 */
export async function restoreJournal(dataDir: string, backup: string, options: RestoreOptions): Promise<Result<Restored>> {
  finishReplacement(dataDir)
  if (lstatSync(backup, { throwIfNoEntry: false })?.isFile() !== true) return fail('not-found', `${backup} is not a file.`)
  // SQLite reads what lies beside the backup, and would wait for the writer of a pipe without end.
  const odd = sideFiles(backup).find((each) => lstatSync(each, { throwIfNoEntry: false })?.isFile() === false)
  if (odd !== undefined) return fail('conflict', `${odd} belongs to the backup and is not a file. Move it elsewhere. Nothing was changed.`)
  const made = path.join(dataDir, newTempName())
  try {
    const copied = await copyJournal(backup, made, { ...options, source: 'backup' })
    if (!copied.ok) return copied
    const withdrawn = prepare(dataDir, made, options.recover)
    const marked = leaveMark(dataDir)
    if (!marked.ok) return marked
    const kept = replaceJournal(dataDir, made, options.now)
    return kept.ok ? ok({ events: copied.value.events, ...withdrawn, kept: kept.value }) : kept
  } catch (thrown) {
    if (!isSqliteError(thrown)) throw thrown
    return sqliteFault(thrown, 'restore', path.join(dataDir, 'journal.db'))
  } finally {
    rmSync(made, { force: true })
  }
}

function prepare(dataDir: string, made: string, recover: RecoverState): Withdrawn {
  const db = new Database(made)
  const file = path.join(dataDir, 'journal.db')
  const present = existsSync(file) ? openDamaged(file, [made], dataDir) : undefined
  try {
    return db.transaction(() => {
      unite(db, present?.db)
      const states = new Map(salvageTable(present?.db, 'sources', 'id, state').rows.map((row) => [row['id'], row['state']]))
      const put = db.prepare<[string | null, number]>('UPDATE sources SET state = ? WHERE pk = ?')
      const sources = db
        .prepare<[], { pk: number; id: string; protocol: string; state: string | null }>('SELECT pk, id, protocol, state FROM sources')
        .all()
      for (const { pk, id, protocol, state } of sources)
        put.run(recoveredState(recover, protocol, state, { isWhole: true }, states.get(id)), pk)
      const settings = new Map(salvageByKey(present?.db, 'settings', 'key, value', 'key').rows.map((row) => [row['key'], row['value']]))
      withdrawEditor(db, settings.get('settings'))
      withdrawForgetting(db, settings.get(forgetSetting))
      // Lists that are saved are read as our own, without a check. They are made again from the events.
      db.exec('DELETE FROM snapshots')
      return withdrawAuthority(db)
    })()
  } finally {
    db.close()
    present?.close()
  }
}

/** Adds what the current journal records of messages and effects since the backup, so nothing is sent or run twice. */
function unite(db: Database.Database, present: Database.Database | undefined): void {
  const workspaces = salvageTable(present, 'workspaces', 'pk, id').rows
  const idOf = new Map(workspaces.map((row) => [row['pk'], row['id']]))
  const putCommand = db.prepare(
    `INSERT INTO commands (id, workspace, state, value) SELECT ?, pk, ?, ? FROM workspaces WHERE id = ?
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, value = excluded.value`,
  )
  for (const { id, workspace, state, value } of salvageTable(present, 'commands', 'id, workspace, state, value').rows)
    if (isJson(value)) putCommand.run(id, state, value, idOf.get(workspace) ?? null)
  const putAct = db.prepare('INSERT INTO acts (workspace, value) VALUES (?, ?)')
  const known = new Set(db.prepare<[], string>('SELECT value FROM acts').pluck().all())
  for (const { workspace, value } of salvageTable(present, 'acts', 'workspace, value').rows)
    if (isJson(value) && !known.has(String(value))) putAct.run(workspace, value)
}

function isJson(value: unknown): boolean {
  try {
    JSON.parse(String(value))
    return true
  } catch {
    return false
  }
}
