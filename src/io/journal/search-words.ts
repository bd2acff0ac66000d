import type { Database } from 'better-sqlite3'

/** A beginning of more words than these is not looked up word by word: opening the list of each would take longer than a slice may. */
const mostWords = 32

/** The words of the index that begin with `prefix`; undefined when they are too many. Of all columns, so some may not occur in texts. */
export type WordsFrom = (prefix: string) => readonly string[] | undefined

/**
 * Prepares the list of words. FTS5 gathers all positions of all words behind a beginning before it gives the first one; asked for the words
 * themselves, it gives the newest messages and stops.
 */
export function openWords(db: Database): WordsFrom {
  db.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.words USING fts5vocab('main', 'search', 'instance')")
  // One row per place where a word stands, so each word is stepped over by a search of its own.
  const next = db.prepare<[string], string>('SELECT term FROM temp.words WHERE term >= ? LIMIT 1').pluck()
  return (prefix) => {
    const words: string[] = []
    for (let word = next.get(prefix); word?.startsWith(prefix) === true; word = next.get(`${word}\0`)) {
      if (words.push(word) > mostWords) return undefined
    }
    return words
  }
}
