import { statSync } from 'node:fs'
import path from 'node:path'
import type { Archive, Journal } from '../../engine/journal.ts'
import { openArchive } from './archive-file.ts'
import type { Connection } from './connection.ts'

type Part = Pick<Journal, 'archives' | 'moveToArchive' | 'bringBack'>

type ArchiveRow = Pick<Archive, 'file' | 'month' | 'state'>

/** The list of archives. @param start begins the steps that move the texts; see `archive-steps.ts`. */
export function openArchiveList({ db, file }: Connection, start: () => void): Part {
  const list = db.prepare<[], ArchiveRow>('SELECT file, month, state FROM archives ORDER BY month, file')
  const add = db.prepare<[string, string]>("INSERT OR IGNORE INTO archives (file, month, state) VALUES (?, ?, 'moving')")
  const back = db.prepare<[string]>("UPDATE archives SET state = 'returning', done = 0 WHERE file = ? AND state = 'closed'")
  return {
    archives: () => list.all().map((row) => ({ ...row, ...sizeOf(path.join(path.dirname(file), row.file)) })),
    moveToArchive(name, month) {
      add.run(name, month)
      start()
    },
    bringBack(name) {
      if (back.run(name).changes > 0) start()
    },
  }
}

/** Undefined events: the file cannot be read. */
function sizeOf(file: string): Pick<Archive, 'bytes' | 'events'> {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  try {
    const archive = openArchive(file)
    try {
      return { bytes, events: Number(archive.prepare('SELECT events FROM about').pluck().get()) }
    } finally {
      archive.close()
    }
  } catch {
    return { bytes }
  }
}
