import path from 'node:path'
import type { Database, Statement } from 'better-sqlite3'
import { fitBody, type EventBody, type Raw } from '../../core/event.ts'
import { fail, reasonOf } from '../../core/fault.ts'
import type { Fault } from '../../core/fault.ts'
import { archiveName, archiveOf, openArchive } from './archive-file.ts'

/** An event as the journal has it: where its month was archived, `body` names the archive. */
export interface StoredTexts {
  readonly cursor: number
  readonly id: string
  readonly raw: string
  readonly body: string
}

/** The texts of an event, as JSON. */
export interface Texts {
  readonly raw: string
  readonly body: string
}

/** The values of the texts. */
export interface Content {
  readonly raw: Raw
  readonly body: EventBody
}

/** An archive that cannot be read, by its name, and why. */
export interface Unread {
  readonly ok: false
  readonly fault: Fault
  readonly name: string
}

/** Identifies a checkpoint, with the number of its workspace. */
export interface CheckpointPlace {
  readonly workspace: number
  readonly fold: string
  readonly cursor: number
  readonly chain: string
  readonly step: number
}

/** Finds the texts of events, and checkpoints, in the archive of their month. */
export interface Contents {
  /** A fault when the archive is missing or damaged. */
  texts(row: StoredTexts): { readonly ok: true; readonly value: Texts } | Unread
  /** Never fails for an archive: what cannot be read is an event of kind `fault` that says why. */
  read(row: StoredTexts): Content
  /** The value of a checkpoint; undefined when the archive is missing or damaged, or does not have it. */
  checkpoint(archive: string, place: CheckpointPlace): Uint8Array | undefined
  /** Closes the archives that are open; the next read opens them again. */
  close(): void
}

interface OpenArchive {
  readonly db: Database
  readonly find: Statement<[number, string], Texts>
}

/** Archives that are open at once, and how long after they were last read, ms: a file that is not open can be replaced and deleted everywhere. */
const mostOpen = 8
const idleMs = 5_000

/** Opens the archives of a data folder, each when it is needed. */
export function openContents(dataDir: string): Contents {
  const archives = new Map<string, OpenArchive>()
  let wasUsed = false
  let timer: NodeJS.Timeout | undefined

  function close(): void {
    clearTimeout(timer)
    timer = undefined
    for (const { db } of archives.values()) db.close()
    archives.clear()
  }

  function closeIdle(): void {
    if (!wasUsed) return close()
    wasUsed = false
    timer = setTimeout(closeIdle, idleMs).unref()
  }

  function archive(name: string): OpenArchive {
    wasUsed = true
    const known = archives.get(name)
    if (known !== undefined) return known
    if (archives.size >= mostOpen) close()
    const db = openArchive(path.join(dataDir, name))
    db.exec('BEGIN') // one read for as long as it is open: locking the file for each event would take longer than reading it
    const opened = { db, find: db.prepare<[number, string], Texts>('SELECT raw, body FROM events WHERE cursor = ? AND id = ?') }
    archives.set(name, opened)
    timer ??= setTimeout(closeIdle, idleMs).unref()
    return opened
  }

  function unreadable(name: string, detail: string): Unread {
    const file = path.join(dataDir, name)
    const words = `This event is in the archive ${file}, which cannot be read. Put the file back to see it.`
    return { ...fail('unavailable', words, { detail }), name }
  }

  function texts(row: StoredTexts): { readonly ok: true; readonly value: Texts } | Unread {
    const name = archiveOf(row.body)
    if (name === undefined) return { ok: true, value: row }
    try {
      const found = archive(name).find.get(row.cursor, row.id)
      return found === undefined ? unreadable(name, 'The archive does not have it.') : { ok: true, value: found }
    } catch (thrown) {
      return unreadable(name, reasonOf(thrown))
    }
  }

  return {
    texts,
    checkpoint(name, place) {
      if (!archiveName.test(name)) return undefined
      try {
        const { db } = archive(name)
        return db
          .prepare<CheckpointPlace, Uint8Array>(
            'SELECT value FROM checkpoints WHERE workspace = @workspace AND fold = @fold AND cursor = @cursor AND chain = @chain AND step = @step',
          )
          .pluck()
          .get(place)
      } catch {
        return undefined
      }
    },
    read(row) {
      const found = texts(row)
      if (!found.ok) return instead(found)
      try {
        return { raw: JSON.parse(found.value.raw) as Raw, body: fitBody(JSON.parse(found.value.body) as EventBody) }
      } catch (thrown) {
        const name = archiveOf(row.body)
        if (name === undefined) throw thrown
        return instead(unreadable(name, reasonOf(thrown)))
      }
    },
    close,
  }
}

/** By what is shown in place of an event: its archive. */
const archiveInstead = new WeakMap<EventBody, string>()

/** What is shown in place of an event whose archive cannot be read. */
function instead({ name, fault }: Unread): Content {
  const body: EventBody = { kind: 'fault', fault }
  archiveInstead.set(body, name)
  return { raw: { text: '' }, body }
}

/** The archive that could not be read, if this is shown in place of an event that is in it. */
export function unreadArchive(body: EventBody): string | undefined {
  return archiveInstead.get(body)
}
