import type { Database } from 'better-sqlite3'
import type { MessageBody } from '../../core/event.ts'
import { indexText, nameToken } from '../../core/tokenize.ts'
import type { Source } from './sources.ts'

/**
 * The full-text index. Columns: `text` and `names` for words, `thread` (the conversation's key) for `in:`, and `keys`: one token each for the
 * source, the sender and every addressee, so that filters are part of the index query and counts stay exact and fast.
 * `core/tokenize.ts` splits the text into words; SQLite's own tokenizer only separates its output.
 */
export interface SearchIndex {
  put(ord: number, source: Pick<Source, 'pk'>, body: MessageBody): void
  remove(ord: number): void
}

const cachedThreads = 1_000

/** Opens the index of live messages for writing. */
export function openSearchIndex(db: Database): SearchIndex {
  const insert = db.prepare<[number, string, string, string, string]>(
    'INSERT INTO search (rowid, text, names, thread, keys) VALUES (?, ?, ?, ?, ?)',
  )
  const remove = db.prepare<[number]>('DELETE FROM search WHERE rowid = ?')
  // A few conversations have most of the messages.
  const threads = new Map<string, string>()
  function threadText(conversation: string): string {
    const known = threads.get(conversation)
    if (known !== undefined) return known
    if (threads.size >= cachedThreads) threads.clear()
    const text = indexText(conversation)
    threads.set(conversation, text)
    return text
  }
  return {
    put(ord, source, body) {
      const addressed = [...body.to, ...body.observers]
      let keys = `${sourceKey(source.pk)} ${senderKey(source.pk, body.from)}`
      for (const name of addressed) keys += ` ${addressedKey(source.pk, name)}`
      insert.run(ord, indexText(body.text), indexText(indexedNames(body)), threadText(body.conversation), keys)
    },
    remove: (ord) => void remove.run(ord),
  }
}

/** All names of a message as one text, in which words and phrases are found. */
export function indexedNames({ from, to, observers }: MessageBody): string {
  return [from, ...to, ...observers].join(' ')
}

// U+E000 ends the number and is not a separator for SQLite's `ascii` tokenizer.

/** Token of all messages of a source. */
export function sourceKey(sourcePk: number): string {
  return `s${sourcePk}`
}
/** Token of messages that this name sent on a source. */
export function senderKey(sourcePk: number, name: string): string {
  return `f${sourcePk}\ue000${nameToken(name)}`
}
/** Token of messages addressed to this name, as recipient or observer. */
export function addressedKey(sourcePk: number, name: string): string {
  return `t${sourcePk}\ue000${nameToken(name)}`
}

/** Names as the index has them: number of the source, name. */
type IndexedNames = readonly (readonly [sourcePk: number, name: string])[]

/** Index query for messages to any of these names and from none of them. */
export function addressedMatch(names: IndexedNames): string {
  return `${anyOf(addressedKey, names)} NOT ${anyOf(senderKey, names)}`
}

/** Index query for messages from any of these names. */
export function sentMatch(names: IndexedNames): string {
  return anyOf(senderKey, names)
}

function anyOf(key: (sourcePk: number, name: string) => string, names: IndexedNames): string {
  return `keys : (${names.map(([pk, name]) => `"${key(pk, name).replaceAll('"', '""')}"`).join(' OR ')})`
}
