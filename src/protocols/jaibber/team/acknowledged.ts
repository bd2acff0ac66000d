import type { JaibberMessage } from '../pure/message.ts'

const usualEchoMs = 3_000

interface AcknowledgedParts {
  /** How long Ably may take to send a message back that it has taken, ms; absent: as usual. */
  readonly echoMs: number | undefined
  /** Whether a message was heard. */
  isKnown(messageId: string): boolean
  /** Takes one as if it had been heard. */
  hear(message: JaibberMessage, data: unknown): void
}

/**
 * Messages of ours that Ably has taken and not sent back. A connection may end between the two, and history need not be kept: that Ably has taken a message is
 * proof enough that it was said.
 */
export class Acknowledged {
  readonly #parts: AcknowledgedParts
  readonly #waiting = new Map<string, { readonly timer: NodeJS.Timeout; readonly hear: () => void }>()

  constructor(parts: AcknowledgedParts) {
    this.#parts = parts
  }

  /** Ably has taken it. */
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

  /** The end: what waits is told now. */
  stop(): void {
    for (const { timer, hear } of this.#waiting.values()) {
      clearTimeout(timer)
      hear()
    }
  }
}
