import type { Database } from 'better-sqlite3'
import type { Command } from '../../core/command.ts'
import { conversationId } from '../../core/conversation.ts'
import type { Event, NewEvent } from '../../core/event.ts'
import { clampTime } from '../../core/text.ts'
import { JournalWriteError } from '../../core/journal.ts'
import type { Journal } from '../../core/journal.ts'
import { messageKind } from './codec.ts'
import type { LineOf } from './export-format.ts'
import type { ImportPlaces, Place } from './import-places.ts'
import { asUnsent } from './no-authority.ts'

/** Stores the contents of an export, as part of the caller's transaction. Each method returns why a line cannot be used. */
export interface ImportRows {
  /** Holds the event until `flush`: those of one source and time are stored together. */
  event(line: LineOf<'event'>): string | undefined
  kept(line: LineOf<'kept'>): string | undefined
  command(line: LineOf<'command'>): string | undefined
  /** Stores what is held; must be called before the transaction ends. */
  flush(): void
  counts(): { readonly events: number; readonly known: number; readonly different: number; readonly unsent: number }
}

const words = 'This message was imported, so it is not known whether it arrived. Send it again if it did not.'
/** Conversations whose read marks are remembered; others are looked up again. */
const mostMarks = 50_000

interface Held {
  readonly place: Place
  readonly at: number
  readonly lines: LineOf<'event'>[]
}

/** Prepares an import into a journal. */
export function openImportRows(journal: Journal, db: Database, places: ImportPlaces, now: () => number = Date.now): ImportRows {
  const marks = openReadMarks(journal, db)
  const putCommand = db.prepare<[string, string, string, string]>(
    `INSERT INTO commands (id, workspace, state, value) SELECT ?, pk, ?, ? FROM workspaces WHERE id = ? ON CONFLICT DO NOTHING`,
  )
  const isKept = db
    .prepare<[string, string, string], number>(
      'SELECT 1 FROM workspaces w JOIN kept k ON k.workspace = w.pk WHERE w.id = ? AND k.kind = ? AND k.key = ?',
    )
    .pluck()
  let held: Held | undefined
  let [events, known, different, unsent] = [0, 0, 0, 0]

  function store({ place, at, lines }: Held): void {
    const { workspace, source, protocol } = place
    const stored = journal.append({ workspace, source, protocol, at, events: lines.map(newEvent) })
    events += stored.length
    const read = new Map(lines.map((line) => [line.wireId, line.read === true]))
    for (const event of stored) marks.take(event, read.get(event.wireId) === true)
    if (stored.length === lines.length) return
    const isNew = new Set(stored.map((event) => event.wireId))
    for (const line of lines) {
      if (isNew.delete(line.wireId)) continue
      known++
      if (journal.find(source, line.wireId)?.raw.text !== line.raw.text) different++
    }
  }

  function flush(): void {
    if (held !== undefined) store(held)
    held = undefined
  }

  return {
    event(line) {
      const place = places.find(line.source)
      if (place === undefined) return 'its source is not in the export.'
      // Stored, it would take the place of what a later export has.
      if (line.unread === true) return 'its archive could not be read when the export was written.'
      const at = clampTime(line.at, now()) ?? 0
      if (held?.place !== place || held.at !== at) flush()
      held ??= { place, at, lines: [] }
      held.lines.push(line)
      return undefined
    },
    kept({ workspace: given, kind, key, value }) {
      const workspace = places.workspaceOf(given)
      if (workspace === undefined) return 'its workspace is not in the export.'
      const name = places.renamed(key)
      if (value === undefined) return 'it has no value.'
      if (isKept.get(workspace, kind, name) !== undefined) return undefined // the operator's decision here stays
      try {
        journal.putKept(workspace, kind, name, renamedIn(value, places.renamed))
        return undefined
      } catch (thrown) {
        if (!(thrown instanceof JournalWriteError) || thrown.fault.code !== 'too-large') throw thrown
        return thrown.fault.message
      }
    },
    command({ command: given, event, replyTo }) {
      flush()
      const place = places.find(given.source)
      if (place === undefined) return 'its source is not in the export.'
      const eventOf = (wireId: string | undefined): string | undefined =>
        wireId === undefined ? undefined : journal.find(place.source, wireId)?.id
      const [confirmed, answered] = [eventOf(event), eventOf(replyTo)]
      const { replyTo: _theirs, ...draft } = given.draft
      const command = asUnsent(
        {
          ...given,
          workspace: place.workspace,
          source: place.source,
          draft: { ...draft, ...(answered !== undefined && { replyTo: answered }) },
          ...(confirmed !== undefined && { event: confirmed }),
        } satisfies Command,
        words,
      )
      const isNew = putCommand.run(command.id, command.state, JSON.stringify(command), command.workspace).changes > 0
      if (isNew && command.state === 'unsent') unsent++
      return undefined
    },
    flush,
    counts: () => ({ events, known, different, unsent }),
  }
}

function newEvent({ wireId, claimedAt, supersedes, raw, body }: LineOf<'event'>): NewEvent {
  return { wireId, late: true, ...(claimedAt !== undefined && { claimedAt }), ...(supersedes !== undefined && { supersedes }), raw, body }
}

/** Renames every text in a value. */
function renamedIn(value: unknown, renamed: (text: string) => string): unknown {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) => (typeof each === 'string' ? renamed(each) : each)) as unknown
}

/**
 * Read marks, moved with each stored message that was read, as long as everything before it in its conversation is: what is unread here stays
 * unread.
 */
function openReadMarks(journal: Journal, db: Database): { take(event: Event, isRead: boolean): void } {
  const markOf = db
    .prepare<[string, string], number>(
      'SELECT m.ord FROM workspaces w JOIN read_marks m ON m.workspace = w.pk WHERE w.id = ? AND m.conversation = ?',
    )
    .pluck()
  const unreadAbove = db
    .prepare<[string, string, number, number], number>(
      `SELECT 1 FROM sources s JOIN conversations c ON c.source = s.pk JOIN events e ON e.conversation = c.pk
       WHERE s.id = ? AND c.label = ? AND e.ord > ? AND e.ord < ? AND e.replaced_by IS NULL AND e.kind = ${messageKind} LIMIT 1`,
    )
    .pluck()
  const isAllRead = new Map<string, boolean>()

  return {
    take(event, isRead) {
      if (event.body.kind !== 'message' || event.body.quiet === true) return
      const id = conversationId(event.source, event.body.conversation)
      const mark = markOf.get(event.workspace, id) ?? markOf.get(event.workspace, event.source) ?? 0
      if (isAllRead.size > mostMarks) isAllRead.clear()
      const before = isAllRead.get(id) ?? unreadAbove.get(event.source, event.body.conversation, mark, event.ord) === undefined
      const isNow = before && isRead
      isAllRead.set(id, isNow)
      if (isNow && event.ord > mark) journal.putReadMarks(event.workspace, new Map([[id, event.ord]]))
    },
  }
}
