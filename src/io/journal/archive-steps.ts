import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Database } from 'better-sqlite3'
import { errnoOf } from '../errno-fault.ts'
import { archivedBody, archivedRaw, archiveName, openArchive } from './archive-file.ts'
import { isNeededByCopy } from './copies.ts'
import { writeDurably } from './connection.ts'
import type { Connection } from './connection.ts'
import type { CheckpointPlace, Contents, StoredTexts } from './contents.ts'

/** Moves texts and checkpoints out of the journal into archives that are complete, and back. */
export interface ArchiveSteps {
  /** Does a part in one transaction of a few milliseconds; false when nothing is left. Throws when the journal cannot be written. */
  step(): boolean
}

interface StoredCheckpoint extends CheckpointPlace {
  readonly value: Uint8Array
}

interface Job {
  readonly file: string
  readonly state: 'moving' | 'returning' | 'returned'
  readonly done: number
}

const rowsPerStep = 50
const checkpointsPerStep = 2
const charsPerStep = 256 * 1024

/**
 * Prepares the steps. An archive begins as `moving`: the file is complete and on disk, and the texts that it has leave the journal one after the other. It is
 * `closed` then. `returning` puts the texts back; once they are on disk it is `returned`, and its file and row are removed. Every step can be the last one before a crash:
 * a row has its texts or says which archive has them, never both and never neither. Checkpoints follow the texts in the same way.
 */
export function openArchiveSteps({ db, file }: Connection, contents: Contents): ArchiveSteps {
  const folder = path.dirname(file)
  const next = db.prepare<[], Job>("SELECT file, state, done FROM archives WHERE state <> 'closed' LIMIT 1")
  const setState = db.prepare<[string, string]>('UPDATE archives SET state = ? WHERE file = ?')
  const setDone = db.prepare<[number, string]>('UPDATE archives SET done = ? WHERE file = ?')
  const drop = db.prepare<[string]>('DELETE FROM archives WHERE file = ?')
  // A row that becomes shorter leaves its space in its page. Rows that are deleted together empty whole pages, which the file can give back.
  db.exec('CREATE TEMP TABLE IF NOT EXISTS moved AS SELECT * FROM main.events LIMIT 0')
  // A text leaves the journal only if the archive has the same.
  const pick = db.prepare<[number, string, string, string]>(
    'INSERT INTO temp.moved SELECT * FROM main.events WHERE cursor = ? AND id = ? AND raw = ? AND body = ?',
  )
  const refer = db.prepare<[string, string]>('UPDATE temp.moved SET raw = ?, body = ?')
  const takeOut = db.prepare('DELETE FROM main.events WHERE cursor IN (SELECT cursor FROM temp.moved)')
  const putBack = db.prepare('INSERT INTO main.events SELECT * FROM temp.moved ORDER BY cursor')
  const empty = db.prepare('DELETE FROM temp.moved')
  const bringBack = db.prepare<[string, string, number, string, string]>(
    'UPDATE events SET raw = ?, body = ? WHERE cursor = ? AND id = ? AND body = ?',
  )
  const sameCheckpoint = 'workspace = @workspace AND fold = @fold AND cursor = @cursor AND chain = @chain AND step = @step'
  const referTo = db.prepare<StoredCheckpoint & { file: string }>(
    `UPDATE checkpoints SET value = @file WHERE ${sameCheckpoint} AND value = @value`,
  )
  const valueBack = db.prepare<StoredCheckpoint & { file: string }>(
    `UPDATE checkpoints SET value = @value WHERE ${sameCheckpoint} AND value = @file`,
  )
  let opened:
    | { readonly name: string; readonly archive: Database; after: Pick<CheckpointPlace, 'workspace' | 'fold' | 'cursor'> }
    | undefined

  function closeArchive(): void {
    opened?.archive.close()
    opened = undefined
  }

  function openedFor(job: Job): NonNullable<typeof opened> {
    if (opened?.name === job.file) return opened
    closeArchive()
    opened = { name: job.file, archive: openArchive(path.join(folder, job.file)), after: { workspace: -1, fold: '', cursor: 0 } }
    return opened
  }

  function rowsAfter(job: Job): StoredTexts[] {
    const { archive } = openedFor(job)
    const rows: StoredTexts[] = []
    let chars = 0
    const from = archive.prepare<[number, number], StoredTexts>(
      'SELECT cursor, id, raw, body FROM events WHERE cursor > ? ORDER BY cursor LIMIT ?',
    )
    for (const row of from.iterate(job.done, rowsPerStep)) {
      rows.push(row)
      chars += row.raw.length + row.body.length
      if (chars >= charsPerStep) break
    }
    return rows
  }

  /** After a restart they begin again with the first: moving one twice changes nothing. */
  function nextCheckpoints(job: Job): StoredCheckpoint[] {
    const { archive, after } = openedFor(job)
    return archive
      .prepare<[number, string, number], StoredCheckpoint>(
        `SELECT workspace, fold, cursor, chain, step, value FROM checkpoints WHERE (workspace, fold, cursor) > (?, ?, ?)
         ORDER BY workspace, fold, cursor LIMIT ${checkpointsPerStep}`,
      )
      .all(after.workspace, after.fold, after.cursor)
  }

  const takeCheckpoints = db.transaction(({ state, file: name }: Job, checkpoints: readonly StoredCheckpoint[]): void => {
    for (const each of checkpoints) (state === 'moving' ? referTo : valueBack).run({ ...each, file: name })
  })

  const take = db.transaction((job: Job, rows: readonly StoredTexts[]): void => {
    const reference = archivedBody(job.file)
    for (const { cursor, id, raw, body } of rows) {
      if (job.state === 'moving') pick.run(cursor, id, raw, body)
      else bringBack.run(raw, body, cursor, id, reference)
    }
    if (job.state === 'moving') {
      refer.run(archivedRaw, reference)
      takeOut.run()
      putBack.run()
      empty.run()
    }
    const last = rows.at(-1)
    if (last !== undefined) setDone.run(last.cursor, job.file)
    else setState.run(job.state === 'moving' ? 'closed' : 'returned', job.file)
  })

  function remove(job: Job): void {
    contents.close()
    closeArchive()
    if (archiveName.test(job.file) && !isNeededByCopy(folder, job.file)) removeFile(path.join(folder, job.file))
    drop.run(job.file)
  }

  return {
    step() {
      const job = next.get()
      if (job === undefined) {
        closeArchive()
        return false
      }
      // A journal that somebody else made can list any file.
      if (job.state === 'returned' || !archiveName.test(job.file)) {
        remove(job)
        return true
      }
      let rows: StoredTexts[]
      let checkpoints: StoredCheckpoint[]
      try {
        rows = rowsAfter(job)
        checkpoints = rows.length === 0 ? nextCheckpoints(job) : []
      } catch {
        // The file is missing or damaged: what it has stays in it, and the list of archives says so.
        closeArchive()
        setState.run('closed', job.file)
        return true
      }
      if (checkpoints.length > 0) {
        takeCheckpoints.immediate(job, checkpoints)
        openedFor(job).after = checkpoints.at(-1) ?? openedFor(job).after
        return true
      }
      if (rows.length > 0) take.immediate(job, rows)
      else {
        // What is in the journal again is on disk before its archive is removed.
        writeDurably(db, () => take.immediate(job, rows))
        // The next job may have the same archive and begins with its first checkpoint.
        closeArchive()
      }
      return true
    },
  }
}

/** One that cannot be removed, as while another program reads it, stays like after a crash: nothing uses it, and *forget* finds it by its name. */
function removeFile(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch (thrown) {
    if (errnoOf(thrown) === undefined) throw thrown
  }
}
