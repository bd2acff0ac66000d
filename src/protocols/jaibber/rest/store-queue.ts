import { z } from 'zod'
import { fail } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { StoredMessage } from './jaibber-server.ts'
import { isOfTheMoment } from './refusal.ts'

const entrySchema = z.object({ id: z.string().max(512), project: z.string().max(512) })
type Entry = z.infer<typeof entrySchema>

/** The saved state of the queue: identities only; the journal has the messages. */
export const savedQueueSchema = z.array(entrySchema).max(1_000)

interface StoreQueueParts {
  /** Stores one message on the server. */
  store(project: string, message: StoredMessage): Promise<Result<void>>
  /** A message of an earlier run, from the journal. */
  find(id: string): StoredMessage | undefined
  /** Reports a message that can never be stored. */
  dropped(project: string, fault: Fault): void
  /** `saved`, `waiting` or `fault` changed. */
  changed(): void
  /** Time before try number `attempt` (from 1), ms. */
  wait(attempt: number): number
}

const most = 1_000
/** Tries for a message that the journal does not have (yet): it came back from Ably before Patchbay ended, or it did not. */
const triesToFind = 5

/** Messages to be stored on the Jaibber server, one after the other, across failures and restarts. */
export class StoreQueue {
  readonly #parts: StoreQueueParts
  readonly #entries: Entry[]
  readonly #texts = new Map<string, StoredMessage>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #attempt = 0
  #isStopped = true
  /** Why the first of them is not stored yet. */
  fault: Fault | undefined

  /** @param saved the last result of `saved`. */
  constructor(parts: StoreQueueParts, saved: readonly Entry[]) {
    this.#parts = parts
    this.#entries = [...saved]
  }

  get waiting(): number {
    return this.#entries.length
  }

  saved(): Entry[] {
    return this.#entries.slice(0, most)
  }

  add(project: string, message: StoredMessage): void {
    if (this.#entries.some(({ id }) => id === message.id)) return
    this.#entries.push({ id: message.id, project })
    this.#texts.set(message.id, message)
    const oldest = this.#entries.length > most ? this.#entries.shift() : undefined
    if (oldest !== undefined)
      this.#drop(oldest, fail('too-large', `More than ${most} messages are waiting for the server; the oldest was dropped.`).fault)
    this.#parts.changed()
    this.#go()
  }

  start(): void {
    this.#isStopped = false
    this.#go()
  }

  /** Resolves when nothing is running; what is left is in `saved`. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #go(): void {
    if (this.#isStopped || this.#running !== undefined || this.#timer !== undefined) return
    this.#running = this.#work().finally(() => {
      this.#running = undefined
      if (this.#entries.length > 0) this.#go() // added while the last one was finished
    })
  }

  async #work(): Promise<void> {
    for (let entry = this.#entries[0]; entry !== undefined && !this.#isStopped; entry = this.#entries[0]) {
      const fault = await this.#try(entry)
      if (fault !== undefined && isOfTheMoment(fault) && this.#entries[0] === entry) return this.#later(fault)
      if (fault !== undefined) this.#drop(entry, fault)
      if (this.#entries[0] === entry) this.#entries.shift()
      this.#texts.delete(entry.id)
      this.#attempt = 0
      this.fault = undefined
      this.#parts.changed()
    }
  }

  async #try({ id, project }: Entry): Promise<Fault | undefined> {
    const message = this.#texts.get(id) ?? this.#parts.find(id)
    if (message === undefined) {
      const code = this.#attempt < triesToFind ? 'unavailable' : 'not-found'
      return fail(code, 'A message to be stored on the server no longer exists here.').fault
    }
    const stored = await this.#parts.store(project, message)
    return stored.ok ? undefined : stored.fault
  }

  #later(fault: Fault): void {
    if (this.#isStopped) return
    this.fault = fault
    this.#attempt++
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#go()
    }, this.#parts.wait(this.#attempt))
    this.#parts.changed()
  }

  #drop({ id, project }: Entry, fault: Fault): void {
    this.#texts.delete(id)
    this.#parts.dropped(project, {
      ...fault,
      message: `A message was not stored on the server: ${fault.message}`.slice(0, 2_000),
      detail: `${id} ${fault.detail ?? ''}`.trim(),
    })
  }
}
