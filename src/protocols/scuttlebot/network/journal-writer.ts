import type { NewEvent } from '../../../core/event.ts'
import type { LinkContext } from '../../../core/protocol.ts'
import type { Fleet } from './fleet.ts'

const mostAtOnce = 1_000
/** What comes so soon after the last batch waits for company, ms. */
const gatherMs = 5
const saveMs = 60_000
const leastEvents = 2_000

/**
 * Hands events to the journal in batches: what one read of the socket brought goes in one transaction. The whole state is saved along with it once
 * enough has come that reading it again from the journal would take longer than saving does.
 */
export class JournalWriter {
  readonly #context: LinkContext
  readonly #fleet: Fleet
  #waiting: NewEvent[] = []
  #soon: NodeJS.Immediate | undefined
  #later: NodeJS.Timeout | undefined
  #flushedAt = 0
  #isStopped = false
  #sinceSave = 0
  #savedAt: number

  constructor(context: LinkContext, fleet: Fleet) {
    this.#context = context
    this.#fleet = fleet
    this.#savedAt = context.now()
  }

  add(events: readonly NewEvent[]): void {
    if (this.#isStopped) return
    this.#waiting.push(...events)
    if (this.#waiting.length >= mostAtOnce) this.flush()
    else if (performance.now() - this.#flushedAt < gatherMs) this.#later ??= setTimeout(() => this.flush(), gatherMs)
    else this.#soon ??= setImmediate(() => this.flush())
  }

  flush(): void {
    clearImmediate(this.#soon)
    clearTimeout(this.#later)
    this.#soon = undefined
    this.#later = undefined
    if (this.#waiting.length === 0) return
    this.#flushedAt = performance.now()
    const events = this.#waiting
    this.#waiting = []
    this.#sinceSave += events.length
    const isDue = this.#sinceSave >= Math.max(leastEvents, this.#fleet.board.version) || this.#context.now() - this.#savedAt >= saveMs
    this.#context.emit(events, isDue ? this.#state() : undefined)
  }

  /** Saves the state now. */
  save(): void {
    if (this.#isStopped) return
    this.flush()
    this.#context.emit([], this.#state())
  }

  stop(): void {
    this.save()
    this.#isStopped = true
  }

  #state(): unknown {
    this.#sinceSave = 0
    this.#savedAt = this.#context.now()
    return this.#fleet.save(this.#context.stored.head())
  }
}
