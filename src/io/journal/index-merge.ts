import type { Database } from 'better-sqlite3'

/** Takes the words of deleted messages out of the full-text index. */
export interface IndexMerge {
  /** Rows have been deleted, and all of their words are to be taken out, also after a restart. */
  begin(): void
  /** Since `begin`, `end` was not called. */
  isBegun(): boolean
  /** Takes some out, in one transaction: of a few milliseconds, but for words that very many messages have. @returns false when none are left */
  step(): boolean
  /** What the words were in is gone, too. */
  end(): void
}

/** Pages of the index that one step writes at least: all that a term has goes in one step. */
const pagesPerStep = 2

/**
 * The index is made of segments, and a deleted row only gets a mark: its words, with their places, stay in a segment until that is merged with others. By itself
 * the index does so when a tenth of a segment is deleted, at the end of a transaction, which then takes 100 ms and more; below that, never. So it merges nothing by
 * itself from `begin` to `end`, which is how both are told after a restart, and `step` merges all segments that were there into one, a little at a time.
 */
export function openIndexMerge(db: Database): IndexMerge {
  const isByItself = db.prepare("SELECT 1 FROM search_config WHERE k = 'automerge' AND v > 0").pluck()
  const command = db.prepare<[name: string, value: bigint]>('INSERT INTO search (search, rank) VALUES (?, ?)')
  const nextSegment = db.prepare<[number], number | null>('SELECT min(segid) FROM search_idx WHERE segid > ?').pluck()
  const anyRow = db.prepare('SELECT 1 FROM search_docsize LIMIT 1').pluck()
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  /** Segments that may have deleted words; undefined: they are not known yet. */
  let old: Set<number> | undefined
  /** All segments are inputs of one merge, which the next steps continue. */
  let isContinued = false
  let isDone = false

  /** A number would be taken for a fraction, which the index refuses. */
  const set = (name: 'automerge' | 'usermerge' | 'merge', value: number): void => void command.run(name, BigInt(value))

  function segments(): Set<number> {
    const found = new Set<number>()
    for (let id = nextSegment.get(-1) ?? undefined; id !== undefined; id = nextSegment.get(id) ?? undefined) found.add(id)
    return found
  }

  /** Whether it wrote something. A negative number of pages makes all segments inputs of one merge. */
  function merge(pages: number): boolean {
    const before = changes.get() ?? 0
    set('merge', pages)
    return (changes.get() ?? 0) - before >= 2 // SQLite: below that, nothing was merged
  }

  const isBegun = (): boolean => isByItself.get() === undefined

  function restart(): void {
    old = undefined
    isContinued = false
    isDone = false
  }

  function isMerged(): boolean {
    if (anyRow.get() === undefined) {
      db.exec("INSERT INTO search (search) VALUES ('delete-all')")
      return true
    }
    old ??= segments()
    const hasWritten = merge(isContinued ? pagesPerStep : -pagesPerStep)
    const now = segments()
    for (const id of old) if (!now.has(id)) old.delete(id)
    if (old.size === 0 || (!hasWritten && !isContinued)) return true
    isContinued = hasWritten
    return false
  }

  const step = db.transaction((): boolean => !isMerged())
  return {
    begin() {
      restart()
      if (isBegun()) return
      set('usermerge', 2) // a merge of so few segments is continued, too
      set('automerge', 0)
    },
    isBegun,
    step() {
      if (isDone || !isBegun()) return false
      isDone = !step.immediate()
      return !isDone
    },
    end() {
      restart()
      if (isBegun()) set('automerge', segmentsMerged)
    },
  }
}

/** Segments of one size that the index merges into one by itself, as in `version-1.ts`. */
const segmentsMerged = 8
