import { limits } from '../core/limits.ts'

/**
 * Keeps the beginning and the end of what a program prints, each up to half of `limit` bytes, and counts the rest:
 * memory stays bounded however much arrives.
 */
export class BoundedOutput {
  readonly #half: number
  readonly #head: Buffer[] = []
  #headBytes = 0
  readonly #tail: Buffer[] = []
  #tailBytes = 0
  #dropped = 0

  constructor(limit: number = limits.commandOutput) {
    this.#half = Math.floor(limit / 2)
  }

  /** Takes a chunk; returns the part of it that belongs to the beginning, for showing it as it comes. */
  add(chunk: Buffer): Buffer {
    const head = chunk.subarray(0, this.#half - this.#headBytes)
    if (head.length > 0) this.#head.push(Buffer.from(head))
    this.#headBytes += head.length
    const rest = chunk.subarray(head.length)
    if (rest.length > 0) this.#addTail(rest)
    return head
  }

  #addTail(rest: Buffer): void {
    this.#tail.push(Buffer.from(rest))
    this.#tailBytes += rest.length
    while (this.#tailBytes > this.#half) {
      const first = this.#tail[0]
      if (first === undefined) return
      const excess = Math.min(first.length, this.#tailBytes - this.#half)
      if (excess === first.length) this.#tail.shift()
      else this.#tail[0] = first.subarray(excess)
      this.#tailBytes -= excess
      this.#dropped += excess
    }
  }

  /** True when something was not kept. */
  get truncated(): boolean {
    return this.#dropped > 0
  }

  /** What was kept, as text; bytes that are no UTF-8 become U+FFFD. A line in the middle says how much is missing. */
  text(): string {
    const gap = this.truncated ? [Buffer.from(`\n… ${this.#dropped.toLocaleString('en-US')} bytes not kept …\n`)] : []
    return Buffer.concat([...this.#head, ...gap, ...this.#tail]).toString('utf8')
  }
}
