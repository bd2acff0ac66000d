import type { NewEvent } from '../core/event.ts'
import type { LinkContext } from '../core/protocol.ts'

const mostAtOnce = 1_000
/** What comes so soon after the last batch waits for company, ms. */
const gatherMs = 5
const saveMs = 60_000
const leastEvents = 1_000

interface JournalWriterOptions {
  readonly context: Pick<LinkContext, 'emit' | 'now' | 'stored'>
  /** Everything that is to be saved, under a mark of the journal. */
  readonly state: (mark: number) => unknown
  /** Events after which the state is saved, by default 1,000: about so many that reading them again would take longer than saving does. */
  readonly worth?: () => number
}

/**
 * Hands events of a link to the journal in batches: what one read of a socket brought goes in one transaction. The whole state is saved along with it
 * from time to time; what came since is read from the journal again.
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

  /** What comes after `stop` is dropped. */
  add(events: readonly NewEvent[]): void {
    if (this.#isStopped || events.length === 0) return
    this.#waiting.push(...events)
    if (this.#waiting.length >= mostAtOnce) this.flush()
    else if (performance.now() - this.#flushedAt < gatherMs) this.#later ??= setTimeout(() => this.flush(), gatherMs)
    else this.#soon ??= setImmediate(() => this.flush())
  }

  /** Hands over what waits. */
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

  /** Saves the state now; it is durable when this returns. */
  save(): void {
    if (this.#isStopped) return
    this.flush()
    this.#context.emit([], this.#whole())
  }

  /** Saves the state, and takes nothing more. */
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
