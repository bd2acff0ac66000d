import Database from 'better-sqlite3'
import type { MessageBody, NewEvent } from '../src/core/event.ts'
import { version1 } from '../src/io/journal/version-1.ts'

/** A loop that only inserts: no checks, no counts, no link state. */
export interface BareLoop {
  insert(first: number, events: readonly NewEvent[]): void
  close(): void
}

/**
 * `same rows`: the rows of events, mentions and search that the journal writes, with their keys. `least`: one table with one key, and
 * SQLite's usual FTS over text and names, which can neither page by agent nor filter a search.
 */
export function openBare(file: string, kind: 'same rows' | 'least'): BareLoop {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.exec(kind === 'least' ? least : version1)
  const isSame = kind === 'same rows'
  const event = db.prepare(
    `INSERT INTO events (cursor, id, source, seq, kind, ord, at, wire_id, raw, body${isSame ? ', conversation' : ''})
     VALUES (?, ?, 1, ?, 0, ?, ?, ?, ?, ?${isSame ? ', ?' : ''})`,
  )
  const mention = isSame ? db.prepare('INSERT INTO mentions VALUES (?, 0, ?)') : undefined
  const index = db.prepare(
    isSame
      ? 'INSERT INTO search (rowid, text, names, thread, keys) VALUES (?, ?, ?, ?, ?)'
      : 'INSERT INTO search (rowid, text, names) VALUES (?, ?, ?)',
  )
  const numbers = new Map<string, number>()
  const numberOf = (label: string): number => numbers.get(label) ?? (numbers.set(label, numbers.size), numbers.size - 1)
  return {
    insert: db.transaction((first: number, events: readonly NewEvent[]) => {
      for (const [offset, { wireId, raw, body }] of events.entries()) {
        const cursor = first + offset
        const { text, from, to, observers, conversation } = body as MessageBody
        const addressed = [...to, ...observers]
        const row = [
          cursor,
          `01M800${cursor.toString().padStart(20, '0')}`,
          cursor,
          cursor,
          first,
          wireId,
          JSON.stringify(raw),
          JSON.stringify(body),
        ]
        event.run(...row, ...(isSame ? [numberOf(conversation)] : []))
        const names = [from, ...addressed]
        if (mention) for (const name of new Set(names)) mention.run(numberOf(name), cursor)
        if (!isSame) index.run(cursor, text, names.join(' '))
        else
          index.run(
            cursor,
            text,
            names.join(' '),
            conversation.replace('⇄', ' '),
            `s1 f1\ue000${from} ${addressed.map((name) => `t1\ue000${name}`).join(' ')}`,
          )
      }
    }),
    close: () => void db.close(),
  }
}

const least = `
CREATE TABLE events (cursor INTEGER PRIMARY KEY, id TEXT, source INTEGER, seq INTEGER, kind INTEGER, ord INTEGER, at INTEGER, wire_id TEXT, raw TEXT, body TEXT);
CREATE UNIQUE INDEX wire ON events (source, wire_id);
CREATE VIRTUAL TABLE search USING fts5 (text, names, content = '', tokenize = 'unicode61 remove_diacritics 2');
`
