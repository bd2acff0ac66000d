import type Database from 'better-sqlite3'
import type { Command } from '../../core/command.ts'
import type { Event } from '../../core/event.ts'
import { fail, ok } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import type { LinkConfig } from '../../core/link.ts'
import type { Workspace } from '../../core/workspace.ts'
import { checkVersion, migrations } from './migrations.ts'
import { eventColumns, messageKind, rowToEvent, storedKinds } from './codec.ts'
import type { EventRow } from './codec.ts'
import { openContents } from './contents.ts'
import type { UnreadTexts } from '../../core/unread-texts.ts'
import { unreadArchive, type Contents } from './contents.ts'
import { exportVersion } from './export-format.ts'
import type { ExportHeader, ExportLine, LineOf } from './export-format.ts'
import { journalFile } from './journal-file.ts'
import { openReadOnly } from './open-read-only.ts'
import { jsonOf, recoveredState } from './recover-state.ts'
import type { LinkOf, RecoverState } from './recover-state.ts'
import type { Source } from './sources.ts'
import { isJournalFault, sqliteFault } from './sqlite-fault.ts'
import { openTimeSpans } from './times.ts'

export interface ExportOptions {
  /** Path of the only workspace to export. */
  readonly workspace?: string
  /** Events that arrived in this time, ms: `from` included, `to` not. */
  readonly from?: number
  readonly to?: number
  /** Demo workspaces, too. */
  readonly hasDemos?: boolean
  /** Release of Patchbay, our clock in ms. */
  readonly patchbay: string
  readonly now: number
  readonly linkOf: LinkOf
  readonly recover: RecoverState
  /** Takes lines of JSON; resolves when there is room for more. */
  readonly write: (lines: string) => Promise<void>
  /** How many events at positions of the time were read. */
  readonly progress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
  /** Gives the settings that were stored when it begins, which are not exported: undefined where there is none that reads. */
  readonly onSettings?: (setting: (key: string) => unknown) => void
}

/** What was exported. */
export interface Exported {
  readonly workspaces: number
  readonly events: number
  /** Those of them whose texts could not be read. */
  readonly unread: UnreadTexts
}

const positionsPerLook = 500
const writtenAtOnce = 256 * 1024

/**
 * Writes the journal of a data folder as lines of JSON (`docs/export.md`), whether or not Patchbay is running: the events stored when it begins, in the order
 * of the screen, each after the versions that it replaced. Memory is bounded, and nothing is locked. Secrets, approvals, settings and demo workspaces are not
 * included.
 */
export async function exportJournal(dataDir: string, options: ExportOptions): Promise<Result<Exported>> {
  const found = journalFile(dataDir)
  if (!found.ok) return found
  const file = found.value
  const contents = openContents(dataDir)
  let db: Database.Database | undefined
  try {
    db = openReadOnly(file)
    const version = checkVersion(db, file)
    if (!version.ok) return version
    if (version.value < migrations.length)
      return fail('conflict', `The journal ${file} is from an earlier Patchbay. Start Patchbay once to bring it up to date.`)
    return await exportFrom(db, contents, options)
  } catch (thrown) {
    if (!isJournalFault(thrown)) throw thrown
    return sqliteFault(thrown, 'read', file)
  } finally {
    contents.close()
    db?.close()
  }
}

interface LinkRow {
  readonly id: string
  readonly name: string
  readonly config: string
}

async function exportFrom(db: Database.Database, contents: Contents, options: ExportOptions): Promise<Result<Exported>> {
  const { from, to, patchbay, now } = options
  const all = db
    .prepare<[], { pk: number; value: string }>('SELECT pk, value FROM workspaces WHERE id IS NOT NULL ORDER BY pk')
    .all()
    .map(({ pk, value }) => ({ pk, ...(JSON.parse(value) as Workspace) }))
    .filter(({ demo }) => !demo || options.hasDemos === true)
  const wanted = all.filter((each) => options.workspace === undefined || each.path === options.workspace)
  if (options.workspace !== undefined && wanted.length === 0)
    return fail('not-found', `There is no workspace ${options.workspace} in this data folder.`)

  const lines = openLines(options.write)
  const header: ExportHeader = {
    type: 'patchbay-export',
    version: exportVersion,
    patchbay,
    at: now,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(textOf(db, 'halts') !== undefined && { halted: true }),
  }
  options.onSettings?.((key) => jsonOf(textOf(db, key)))
  await lines.put(header)
  const sources = new Map<number, Source>()
  const marks = new Map<number, ReadonlyMap<string, number>>()
  for (const { pk, ...workspace } of wanted) {
    await lines.put({ type: 'workspace', workspace })
    for (const { line, source } of sourceLines(db, pk, workspace.id, options)) {
      sources.set(source.pk, source)
      await lines.put(line)
    }
    for (const read of keptLines(db, pk, workspace.id)) await lines.put(read())
    marks.set(pk, readMarks(db, pk))
  }
  const written = await exportEvents(db, contents, options, sources, marks, lines.put)
  if (written === undefined) return fail('cancelled', 'Cancelled. The export is incomplete.')
  for (const { pk } of wanted) for (const read of commandLines(db, pk)) await lines.put(read())
  await lines.put({ type: 'end', events: written.events })
  await lines.flush()
  return ok({ workspaces: wanted.length, ...written })
}

/** The text of a setting. `halts`: those in force (`engine/halts/halts.ts`). */
function textOf(db: Database.Database, key: string): unknown {
  return db.prepare<[string]>('SELECT value FROM settings WHERE key = ?').pluck().get(key)
}

function openLines(write: ExportOptions['write']): { put(line: ExportHeader | ExportLine): Promise<void>; flush(): Promise<void> } {
  let held: string[] = []
  let chars = 0
  async function flush(): Promise<void> {
    const text = held.join('')
    held = []
    chars = 0
    await write(text)
  }
  return {
    flush,
    async put(line) {
      const text = `${JSON.stringify(line)}\n`
      held.push(text)
      chars += text.length
      if (chars >= writtenAtOnce) await flush()
    },
  }
}

function sourceLines(
  db: Database.Database,
  workspacePk: number,
  workspace: string,
  { linkOf, recover }: ExportOptions,
): { readonly line: LineOf<'source'>; readonly source: Source }[] {
  const links = new Map(
    db
      .prepare<[number], LinkRow>('SELECT id, name, config FROM links WHERE workspace = ?')
      .all(workspacePk)
      .map((row) => [row.id, row]),
  )
  const rows = db
    .prepare<[number], { pk: number; id: string; protocol: string; state: string | null }>(
      'SELECT pk, id, protocol, state FROM sources WHERE workspace = ? AND id IS NOT NULL ORDER BY pk',
    )
    .all(workspacePk)
  return rows.map(({ pk, id, protocol, state }) => {
    const link = links.get(id)
    const settings = link && linkOf(protocol, withoutCredentials(JSON.parse(link.config) as LinkConfig))
    const left = recoveredState(recover, protocol, state, { isWhole: false, isElsewhere: true })
    return {
      source: { pk, id, protocol, workspacePk, workspace },
      line: {
        type: 'source',
        id,
        workspace,
        protocol,
        ...(link !== undefined && settings !== undefined && { link: { name: link.name, ...settings } }),
        ...(left !== null && { state: jsonOf(left) }),
      },
    }
  })
}

/** An address can contain credentials, before its host or in its query. */
function withoutCredentials(config: LinkConfig): LinkConfig {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      const address = typeof value === 'string' && value.includes('://') && URL.canParse(value) ? new URL(value) : undefined
      if (address === undefined || `${address.username}${address.password}${address.search}${address.hash}` === '') return [name, value]
      Object.assign(address, { username: '', password: '', search: '', hash: '' })
      return [name, address.href]
    }),
  )
}

function keptLines(db: Database.Database, pk: number, workspace: string): (() => LineOf<'kept'>)[] {
  const keys = db.prepare<[number], { kind: string; key: string }>('SELECT kind, key FROM kept WHERE workspace = ?').all(pk)
  const value = db.prepare<[number, string, string], string>('SELECT value FROM kept WHERE workspace = ? AND kind = ? AND key = ?').pluck()
  return keys.map(({ kind, key }) => () => ({ type: 'kept', workspace, kind, key, value: jsonOf(value.get(pk, kind, key)) ?? null }))
}

/** By conversation, and by source for what its first reading found. */
function readMarks(db: Database.Database, pk: number): ReadonlyMap<string, number> {
  const rows = db.prepare<[number], { conversation: string; ord: number }>('SELECT conversation, ord FROM read_marks WHERE workspace = ?')
  return new Map(rows.all(pk).map(({ conversation, ord }) => [conversation, ord]))
}

function commandLines(db: Database.Database, pk: number): (() => LineOf<'command'>)[] {
  const ids = db.prepare<[number], string>('SELECT id FROM commands WHERE workspace = ? ORDER BY rowid').pluck().all(pk)
  const one = db.prepare<[string], string>('SELECT value FROM commands WHERE id = ?').pluck()
  const wireOf = db.prepare<[string], string>('SELECT wire_id FROM events WHERE id = ?').pluck()
  return ids.map((id) => () => {
    const { event, ...command } = JSON.parse(one.get(id) ?? '{}') as Command
    const [confirmed, answered] = [event, command.draft.replyTo].map((each) => (each === undefined ? undefined : wireOf.get(each)))
    return {
      type: 'command',
      command,
      ...(confirmed !== undefined && { event: confirmed }),
      ...(answered !== undefined && { replyTo: answered }),
    }
  })
}

function isRead(event: Event, marksOf: ReadonlyMap<string, number> | undefined): boolean {
  if (!('conversation' in event.body)) return false
  const mark = marksOf?.get(`${event.source}|${event.body.conversation}`) ?? marksOf?.get(event.source)
  return mark !== undefined && event.ord <= mark
}

/** @returns what was written; undefined when it was cancelled. */
async function exportEvents(
  db: Database.Database,
  contents: Contents,
  { from = 0, to = Number.MAX_SAFE_INTEGER, progress, signal }: ExportOptions,
  sources: ReadonlyMap<number, Source>,
  marks: ReadonlyMap<number, ReadonlyMap<string, number>>,
  put: (line: LineOf<'event'>) => Promise<void>,
): Promise<Omit<Exported, 'workspaces'> | undefined> {
  const positions = db
    .prepare<[number, number, number], number>(
      'SELECT ord FROM events WHERE ord >= ? AND ord < ? AND replaced_by IS NULL ORDER BY ord LIMIT ?',
    )
    .pluck()
  const live = db.prepare<[number], EventRow>(`SELECT ${eventColumns} FROM events WHERE ord = ? AND replaced_by IS NULL`).raw()
  const replacedBy = db.prepare<[number], string | null>('SELECT supersedes FROM events WHERE cursor = ?').pluck()
  const byCursor = db.prepare<[number], EventRow>(`SELECT ${eventColumns} FROM events WHERE cursor = ?`).raw()
  const cursorOf = db.prepare<[string], number>('SELECT cursor FROM events WHERE id = ?').pluck()
  const end = Number(db.prepare('SELECT ord FROM counters').pluck().get())

  /** The event of a row after the versions that it replaced. There can be many: only their numbers are held. */
  function* versionsOf(row: EventRow | undefined): Generator<Event> {
    const cursors: number[] = []
    for (let cursor = row?.[0]; cursor !== undefined;) {
      cursors.push(cursor)
      const id = replacedBy.get(cursor)
      cursor = typeof id === 'string' ? cursorOf.get(id) : undefined
    }
    for (const cursor of cursors.toReversed()) {
      const version = byCursor.get(cursor)
      const source = sources.get(version?.[3] ?? 0)
      if (version !== undefined && source !== undefined) yield rowToEvent(version, source, contents)
    }
  }

  const spans = openTimeSpans(db)(from, to)
    .toReversed()
    .flatMap(({ low, high }) => (low < end ? [{ low, high: Math.min(high, end) }] : []))
  const countOf = db
    .prepare<[number, number], number>('SELECT count(*) FROM events WHERE ord >= ? AND ord < ? AND replaced_by IS NULL')
    .pluck()
  const total = progress === undefined ? 0 : spans.reduce((sum, { low, high }) => sum + Number(countOf.get(low, high)), 0)
  let passed = 0
  let [written, unread] = [0, 0]
  const archives = new Set<string>()
  for (const { low, high } of spans) {
    for (let next = low; next < high;) {
      if (signal?.aborted === true) return undefined
      const ords = positions.all(next, high, positionsPerLook)
      for (const ord of ords) {
        const row = live.get(ord)
        const marksOf = marks.get(sources.get(row?.[3] ?? 0)?.workspacePk ?? 0)
        let before: string | undefined
        for (const event of versionsOf(row)) {
          if (event.at >= from && event.at < to) {
            const isMessage = storedKinds.indexOf(event.body.kind) === messageKind
            await put(lineOf(event, before, isMessage ? isRead(event, marksOf) : undefined))
            written++
            const archive = unreadArchive(event.body)
            if (archive !== undefined) {
              unread++
              archives.add(archive)
            }
          }
          before = event.wireId
        }
      }
      // What is stored meanwhile is read, too.
      passed = Math.min(passed + ords.length, total)
      progress?.(passed, total)
      const last = ords.at(-1)
      if (last === undefined || ords.length < positionsPerLook) break
      next = last + 1
    }
  }
  return { events: written, unread: { events: unread, archives: [...archives].toSorted() } }
}

function lineOf(event: Event, supersedes: string | undefined, read: boolean | undefined): LineOf<'event'> {
  const { source, wireId, at, claimedAt, late, raw, body } = event
  return {
    type: 'event',
    source,
    wireId,
    at,
    ...(claimedAt !== undefined && { claimedAt }),
    ...(late === true && { late }),
    ...(supersedes !== undefined && { supersedes }),
    ...(read !== undefined && { read }),
    ...(unreadArchive(body) !== undefined && { unread: true }),
    raw,
    body,
  }
}
