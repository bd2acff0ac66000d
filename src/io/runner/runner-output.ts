import { limits } from '../../core/limits.ts'

/**
 * Keeps the beginning and the end of a program's output, each up to half of `limit` bytes, and counts the rest:
 * memory stays bounded however much arrives, in chunks of any size.
 */
export class BoundedOutput {
  readonly #half: number
  readonly #head: Buffer[] = []
  #headBytes = 0
  /** A ring: `#end` is where the next byte goes and, once it is full, where the oldest is. */
  readonly #tail: Buffer
  #tailBytes = 0
  #end = 0
  #dropped = 0

  constructor(limit: number = limits.commandOutput) {
    this.#half = Math.floor(limit / 2)
    this.#tail = Buffer.alloc(this.#half)
  }

  /** Adds a chunk; returns the part that belongs to the beginning, for live display. */
  add(chunk: Buffer): Buffer {
    const head = chunk.subarray(0, this.#half - this.#headBytes)
    if (head.length > 0) this.#head.push(Buffer.from(head))
    this.#headBytes += head.length
    this.#addTail(chunk.subarray(head.length))
    return head
  }

  #addTail(rest: Buffer): void {
    const kept = rest.subarray(Math.max(0, rest.length - this.#half))
    const toEnd = Math.min(kept.length, this.#half - this.#end)
    kept.copy(this.#tail, this.#end, 0, toEnd)
    kept.copy(this.#tail, 0, toEnd)
    const filled = Math.min(this.#half, this.#tailBytes + kept.length)
    this.#dropped += this.#tailBytes + rest.length - filled
    this.#tailBytes = filled
    this.#end = (this.#end + kept.length) % this.#half
  }

  /** True when some output was omitted. */
  get truncated(): boolean {
    return this.#dropped > 0
  }

  /** Total bytes received. */
  get bytes(): number {
    return this.#headBytes + this.#tailBytes + this.#dropped
  }

  /** The kept output as text; bytes that are not UTF-8 become U+FFFD. A line in the middle says how much was omitted. */
  text(): string {
    const gap = Buffer.from(this.truncated ? `\n… ${this.#dropped.toLocaleString('en-US')} bytes omitted …\n` : '')
    const isFull = this.#tailBytes === this.#half
    const tail = isFull ? [this.#tail.subarray(this.#end), this.#tail.subarray(0, this.#end)] : [this.#tail.subarray(0, this.#tailBytes)]
    return Buffer.concat([...this.#head, gap, ...tail]).toString('utf8')
  }
}
