import type { Backfill } from './backfill.ts'
import type { Gaps } from './gaps.ts'
import type { Memory } from './memory.ts'

interface ContinuityParts {
  readonly now: () => number
  readonly memory: Pick<Memory, 'tails' | 'heardAt'>
  readonly gaps: Gaps
  readonly backfill: Pick<Backfill, 'fill'>
  changed(): void
}

/** What is asked of Ably on joining. */
export const rewind = '2m'
/** A little less than that. */
const rewoundMs = 110_000

/** Sees to it that nothing is missing without a word: what was said while we were not there is asked for, and a gap says so. */
export class Continuity {
  readonly #parts: ContinuityParts
  /** Our clock when the connection was lost, ms. */
  #lostAt: number | undefined

  constructor(parts: ContinuityParts) {
    this.#parts = parts
    this.#lostAt = parts.memory.heardAt
  }

  /** The connection is gone. */
  lost(): void {
    this.#lostAt = this.#parts.now()
  }

  /** A project was joined for the first time in this run. */
  joined(project: string): void {
    const { now, memory, gaps } = this.#parts
    // What was said within the last two minutes is told again by itself.
    if (this.#lostAt !== undefined && now() - this.#lostAt > rewoundMs) gaps.open(this.#lostAt, '')
    void this.#fill(project, !memory.tails.has(project))
  }

  /** Messages of a project may be missing since `after` (of Ably, ms). */
  missed(project: string, words: string, after: number | undefined): void {
    this.#parts.gaps.open(Math.max(this.#lostAt ?? 0, after ?? 0) || this.#parts.now(), words)
    void this.#fill(project, false)
  }

  async #fill(project: string, isOlder: boolean): Promise<void> {
    const done = this.#parts.gaps.ask()
    await this.#parts.backfill.fill(project, isOlder)
    done()
    this.#parts.changed()
  }
}
