import type { Database } from 'better-sqlite3'

/** The words of the index with a given beginning; undefined if there are too many. From all columns, so some may not occur in texts. */
export type WordsFrom = (prefix: string) => readonly string[] | undefined

/** The first `most` words of the index that begin with `prefix` and follow `after`. */
export type NextWords = (prefix: string, after: string | undefined, most: number) => readonly string[]

/**
 * Prepares the list of words. FTS5 collects all positions of all words with a beginning before it returns the first one; given the words themselves, it returns
 * the newest messages and stops.
 */
export function openWords(db: Database): NextWords {
  db.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.words USING fts5vocab('main', 'search', 'instance')")
  // One row per place of a word, so a separate search skips to the next word.
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
