import { readMs } from '../../../../core/read-time.ts'

/** Debts that are kept; of more, those that were drawn first are forgotten. */
const most = 20_000

/**
 * Which debts this page has drawn: all that can be decided together are noted where they are drawn. A busy list comes seconds after what joined it, so the page
 * alone knows what could be read.
 */
export interface Drawn {
  /** A row with these debts is on the screen now, ms. */
  add(keys: readonly string[], now: number): void
  /**
   * Of debts that are decided together, those that could be read: that were drawn long enough ago. If none was, those that were drawn; all of them where none
   * was drawn, as of what is no debt.
   */
  readable(keys: readonly string[], now: number): readonly string[]
}

/** Opens it without any. */
export function openDrawn(): Drawn {
  const since = new Map<string, number>()
  return {
    add(keys, now) {
      for (const key of keys) if (!since.has(key)) since.set(key, now)
      if (since.size > most) for (const key of [...since.keys()].slice(0, -most)) since.delete(key)
    },
    readable(keys, now) {
      const drawn = keys.filter((key) => since.has(key))
      if (drawn.length === 0) return keys
      // One that was drawn later than now was drawn before the clock was set back.
      const isNew = (at: number): boolean => at <= now && now - at < readMs
      const read = drawn.filter((key) => !isNew(since.get(key) ?? now))
      return read.length === 0 ? drawn : read
    },
  }
}
