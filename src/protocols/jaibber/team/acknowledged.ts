import type { JaibberMessage } from '../pure/message.ts'

const usualEchoMs = 3_000

interface AcknowledgedParts {
  /** How long Ably may take to send back a message that it has accepted, ms; absent: the default. */
  readonly echoMs: number | undefined
  /** Whether a message has arrived. */
  isKnown(messageId: string): boolean
  /** Handles a message as if it had arrived. */
  hear(message: JaibberMessage, data: unknown): void
}

/**
 * Our messages that Ably accepted but has not sent back. The connection may drop in between, and history may be off; acceptance by Ably is
 * proof enough that a message was sent.
 */
export class Acknowledged {
  readonly #parts: AcknowledgedParts
  readonly #waiting = new Map<string, { readonly timer: NodeJS.Timeout; readonly hear: () => void }>()

  constructor(parts: AcknowledgedParts) {
    this.#parts = parts
  }

  /** Ably has accepted it. */
  add(message: JaibberMessage, data: unknown): void {
    const { echoMs = usualEchoMs, isKnown, hear } = this.#parts
    const { messageId } = message
    if (isKnown(messageId) || this.#waiting.has(messageId)) return
    const due = (): void => {
      this.#waiting.delete(messageId)
      if (!isKnown(messageId)) hear(message, data)
    }
    this.#waiting.set(messageId, { timer: setTimeout(due, echoMs), hear: due })
  }

  /** On shutdown: reports everything that is waiting. */
  stop(): void {
    for (const { timer, hear } of this.#waiting.values()) {
      clearTimeout(timer)
      hear()
    }
  }
}
