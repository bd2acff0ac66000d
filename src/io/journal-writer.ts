import type { NewEvent } from '../core/event.ts'
import type { LinkContext } from '../core/protocol.ts'

const mostAtOnce = 1_000
/** How long events wait for others after a recent batch, ms. */
const gatherMs = 5
const saveMs = 60_000
const leastEvents = 1_000

interface JournalWriterOptions {
  readonly context: Pick<LinkContext, 'emit' | 'now' | 'stored'>
  /** All state to be saved, as of a mark of the journal. */
  readonly state: (mark: number) => unknown
  /** Number of events after which the state is saved; default 1,000: rereading more of them would take longer than saving. */
  readonly worth?: () => number
}

/**
 * Hands a link's events to the journal in batches: everything from one read of a socket goes into one transaction. The whole state is saved along
 * from time to time; later events are read from the journal again.
 */
export class JournalWriter {
  readonly #context: JournalWriterOptions['context']
  readonly #state: (mark: number) => unknown
  readonly #worth: () => number
  #waiting: NewEvent[] = []
  #soon: NodeJS.Immediate | undefined
  #later: NodeJS.Timeout | undefined
  #flushedAt = 0
  #isStopped = false
  #sinceSave = 0
  #savedAt: number

  constructor({ context, state, worth = () => leastEvents }: JournalWriterOptions) {
    this.#context = context
    this.#state = state
    this.#worth = worth
    this.#savedAt = context.now()
  }

  /** Anything that arrives after `stop` is dropped. */
  add(events: readonly NewEvent[]): void {
    if (this.#isStopped || events.length === 0) return
    this.#waiting.push(...events)
    if (this.#waiting.length >= mostAtOnce) this.flush()
    else if (performance.now() - this.#flushedAt < gatherMs) this.#later ??= setTimeout(() => this.flush(), gatherMs)
    else this.#soon ??= setImmediate(() => this.flush())
  }

  /** Writes what is waiting. */
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
    const isDue = this.#sinceSave >= this.#worth() || this.#context.now() - this.#savedAt >= saveMs
    this.#context.emit(events, isDue ? this.#whole() : undefined)
  }

  /** Saves the state now; it is durable on return. */
  save(): void {
    if (this.#isStopped) return
    this.flush()
    this.#context.emit([], this.#whole())
  }

  /** Saves the state and accepts nothing more. */
  stop(): void {
    this.save()
    this.#isStopped = true
  }

  #whole(): unknown {
    this.#sinceSave = 0
    this.#savedAt = this.#context.now()
    return this.#state(this.#context.stored.head())
  }
}
