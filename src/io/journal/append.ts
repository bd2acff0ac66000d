import { clampTime } from '../../core/text.ts'
import { fitBody, type Event, type NewEvent } from '../../core/event.ts'
import { fail } from '../../core/fault.ts'
import type { AppendBatch } from '../../core/journal.ts'
import { JournalWriteError } from '../../core/journal.ts'
import type { Connection } from './connection.ts'
import type { Contents, StoredTexts } from './contents.ts'
import { messageKind, namesOf, storedKinds } from './codec.ts'
import { openLabels } from './labels.ts'
import { openMinutes, type Counted } from './minutes.ts'
import { openSearchIndex } from './search-index.ts'
import type { Source, Sources } from './sources.ts'
import { openTimes } from './times.ts'

/** Writes events. */
export interface Appender {
  readonly append: (batch: AppendBatch) => Event[]
  readonly reserveOrder: (size: number) => number
}

interface Counters {
  cursor: number
  ord: number
}
interface LiveRow extends StoredTexts {
  readonly kind: number
  readonly ord: number
}

/** Largest range that can be reserved for history: enough for a file of 256 TB, and well within exact integers. */
const largestReserve = 2 ** 48

/** Prepares writing events; `newId` creates their ULIDs. */
export function openAppender({ db }: Connection, sources: Sources, newId: () => string, contents: Contents): Appender {
  const counters = db.prepare<[], Counters>('SELECT cursor, ord FROM counters')
  const saveCounters = db.prepare<[number, number]>('UPDATE counters SET cursor = ?, ord = ?')
  const insert = db.prepare(
    `INSERT INTO events (cursor, id, source, seq, kind, conversation, ord, at, claimed_at, wire_id, supersedes, raw, body, late)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (source, wire_id) DO NOTHING`,
  )
  const byWire = db.prepare<[number, string], number>('SELECT cursor FROM events WHERE source = ? AND wire_id = ?').pluck()
  const replacement = db.prepare<[number], number | null>('SELECT replaced_by FROM events WHERE cursor = ?').pluck()
  const byCursor = db.prepare<[number], LiveRow>('SELECT cursor, id, kind, ord, raw, body FROM events WHERE cursor = ?')
  const isTaken = db.prepare<[number], number>('SELECT 1 FROM events WHERE ord = ? AND replaced_by IS NULL').pluck()
  const replace = db.prepare<[number, number]>('UPDATE events SET replaced_by = ? WHERE cursor = ?')
  // The names of an event whose archive is missing cannot be taken out: some may be there.
  const mention = db.prepare<[number, number, number]>('INSERT OR IGNORE INTO mentions (name, kind, ord) VALUES (?, ?, ?)')
  const unmention = db.prepare<[number, number, number]>('DELETE FROM mentions WHERE name = ? AND kind = ? AND ord = ?')
  const conversations = openLabels(db, 'conversations')
  const names = openLabels(db, 'names')
  const search = openSearchIndex(db)
  const putTimes = openTimes(db)
  const putMinutes = openMinutes(db)

  /** The current version of what was once `wireId`; a line may have grown more than once. */
  function liveVersion(source: Source, wireId: string): LiveRow | undefined {
    let cursor = byWire.get(source.pk, wireId)
    if (cursor === undefined) return undefined
    for (let next = replacement.get(cursor); next !== null && next !== undefined; next = replacement.get(cursor)) cursor = next
    return byCursor.get(cursor)
  }

  function takeOut(old: LiveRow, source: Source, by: number): void {
    replace.run(by, old.cursor)
    for (const name of namesOf(contents.read(old).body)) unmention.run(names.number(source.pk, name), old.kind, old.ord)
    if (old.kind === messageKind) search.remove(old.ord)
  }

  /** A position given by a link counts only if it was reserved and is free; a wrong one must not hide another row. */
  function isUsable(ord: number | undefined, next: number): ord is number {
    return ord !== undefined && Number.isSafeInteger(ord) && ord >= 1 && ord < next && isTaken.get(ord) === undefined
  }

  function store(batch: AppendBatch, source: Source, event: NewEvent, next: Counters, seq: number, counted: Counted[]): Event | undefined {
    let old: LiveRow | undefined
    if (event.supersedes !== undefined) {
      if (byWire.get(source.pk, event.wireId) !== undefined) return undefined
      old = liveVersion(source, event.supersedes)
    }
    if (old !== undefined) takeOut(old, source, next.cursor)
    const { raw } = event
    const body = fitBody(event.body)
    const id = newId()
    const kind = storedKinds.indexOf(body.kind)
    const ord = old?.ord ?? (isUsable(event.ord, next.ord) ? event.ord : next.ord)
    const at = Math.trunc(batch.at)
    const claimedAt = event.claimedAt === undefined ? undefined : clampTime(event.claimedAt, at)
    const conversation = 'conversation' in body ? conversations.number(source.pk, body.conversation) : null
    const row = [next.cursor, id, source.pk, seq, kind, conversation, ord, at, claimedAt ?? null, event.wireId, old?.id ?? null]
    if (insert.run(...row, JSON.stringify(raw), JSON.stringify(body), event.late === true ? 1 : 0).changes === 0) return undefined
    for (const name of namesOf(body)) mention.run(names.number(source.pk, name), kind, ord)
    if (body.kind === 'message') search.put(ord, source, body)
    const { cursor } = next
    counted.push({ cursor, kind, isLate: event.late === true, isFirst: old?.kind !== kind })
    next.cursor++
    if (ord === next.ord) next.ord++
    return {
      id,
      cursor,
      ord,
      workspace: batch.workspace,
      source: batch.source,
      protocol: batch.protocol,
      seq,
      at,
      ...(claimedAt !== undefined && { claimedAt }),
      ...(event.late === true && { late: true as const }),
      wireId: event.wireId,
      ...(old !== undefined && { supersedes: old.id }),
      raw,
      body,
    }
  }

  const appendAll = db.transaction((batch: AppendBatch, source: Source): Event[] => {
    const next = counters.get() ?? { cursor: 1, ord: 1 }
    const firstSeq = sources.seq(source.pk) + 1
    const stored: Event[] = []
    const counted: Counted[] = []
    for (const event of batch.events) {
      const made = store(batch, source, event, next, firstSeq + stored.length, counted)
      if (made !== undefined) stored.push(made)
    }
    if (stored.length > 0) {
      saveCounters.run(next.cursor, next.ord)
      putTimes(
        stored.map(({ ord }) => ord),
        Math.trunc(batch.at),
      )
      putMinutes(source.pk, Math.trunc(batch.at), counted, next.ord)
      sources.saveSeq(source.pk, firstSeq + stored.length - 1)
    }
    if (batch.state !== undefined) sources.saveState(source.pk, batch.state)
    return stored
  })

  const reserve = db.transaction((size: number): number => {
    const next = counters.get() ?? { cursor: 1, ord: 1 }
    saveCounters.run(next.cursor, next.ord + size)
    return next.ord
  })

  return {
    append(batch) {
      const source = sources.open(batch.source, batch.workspace, batch.protocol)
      if (source === undefined) throw noWorkspace(batch)
      try {
        return appendAll.immediate(batch, source)
      } catch (thrown) {
        // Numbers assigned to labels in the transaction were rolled back with it.
        conversations.forget()
        names.forget()
        throw thrown
      }
    },
    reserveOrder(size) {
      if (!Number.isSafeInteger(size) || size < 0 || size > largestReserve) throw new RangeError(`cannot reserve ${size} positions`)
      return reserve.immediate(size)
    },
  }
}

function noWorkspace(batch: AppendBatch): JournalWriteError {
  const message = `Workspace ${batch.workspace} of the link ${batch.source} is not in the journal. Open the workspace again.`
  return new JournalWriteError(fail('not-found', message).fault)
}
