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

/** Requested from Ably on joining. */
export const rewind = '2m'
/** Slightly less than that. */
const rewoundMs = 110_000

/** Makes sure that no messages go missing unnoticed: it requests what was published while we were disconnected, and marks gaps. */
export class Continuity {
  readonly #parts: ContinuityParts
  /** Projects that may have missed messages, since when (our clock, ms; undefined: nothing was known), and whether they are being requested. */
  readonly #open = new Map<string, { readonly since: number | undefined; readonly isAsked: boolean }>()
  /** Our clock when the connection was lost, ms. */
  #lostAt: number | undefined

  constructor(parts: ContinuityParts) {
    this.#parts = parts
    this.#lostAt = parts.memory.heardAt
  }

  /** The connection was lost. */
  lost(): void {
    this.#lostAt = this.#parts.now()
  }

  /** A project was joined, for the first time in this run or again. */
  joined(project: string, isFirst: boolean): void {
    const { now, memory, gaps } = this.#parts
    if (!isFirst) return this.retry(project)
    // Ably repeats the last two minutes by itself.
    if (this.#lostAt !== undefined && now() - this.#lostAt > rewoundMs) gaps.open(this.#lostAt, '')
    void this.#fill(project, memory.tails.has(project) ? this.#lostAt : undefined)
  }

  /** A project may have missed messages since `after` (Ably's clock, ms). */
  missed(project: string, words: string, after: number | undefined): void {
    const since = Math.max(this.#lostAt ?? 0, after ?? 0) || this.#parts.now()
    this.#parts.gaps.open(since, words)
    void this.#fill(project, since)
  }

  /** Requests again what could not be requested before. */
  retry(project: string): void {
    if (this.#open.get(project)?.isAsked === false) void this.#fill(project, this.#open.get(project)?.since)
  }

  async #fill(project: string, since: number | undefined): Promise<void> {
    const known = this.#open.get(project)
    const from = known === undefined || since === undefined ? since : Math.min(known.since ?? since, since)
    this.#open.set(project, { since: from, isAsked: true })
    const done = this.#parts.gaps.ask()
    const filled = await this.#parts.backfill.fill(project, from)
    done(filled === 'cut')
    if (filled !== 'failed') this.#open.delete(project)
    else this.#open.set(project, { since: from, isAsked: false })
    this.#parts.changed()
  }
}
