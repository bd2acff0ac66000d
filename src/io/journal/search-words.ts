import type { Database } from 'better-sqlite3'

/** The words of the index that a beginning stands for; undefined when they are too many. Of all columns, so some may not occur in texts. */
export type WordsFrom = (prefix: string) => readonly string[] | undefined

/** The first `most` words of the index that begin with `prefix` and come after `after`. */
export type NextWords = (prefix: string, after: string | undefined, most: number) => readonly string[]

/**
 * Prepares the list of words. FTS5 gathers all positions of all words behind a beginning before it gives the first one; asked for the words
 * themselves, it gives the newest messages and stops.
 */
export function openWords(db: Database): NextWords {
  db.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.words USING fts5vocab('main', 'search', 'instance')")
  // One row per place where a word stands, so each word is stepped over by a search of its own.
  const next = db.prepare<[string], string>('SELECT term FROM temp.words WHERE term >= ? LIMIT 1').pluck()
  return (prefix, after, most) => {
    const words: string[] = []
    for (
      let word = next.get(after === undefined ? prefix : `${after}\0`);
      word?.startsWith(prefix) === true;
      word = next.get(`${word}\0`)
    ) {
      if (words.push(word) === most) break
    }
    return words
  }
}
