/**
 * Collects the text of a growing answer and passes on what is new at intervals, one piece at a time ("Streaming Protocol", 2).
 * While a piece is being sent, the next one grows.
 */
export class ChunkBatch {
  readonly #publish: (text: string) => Promise<void>
  readonly #everyMs: number
  #text = ''
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined

  constructor(publish: (text: string) => Promise<void>, everyMs: number) {
    this.#publish = publish
    this.#everyMs = everyMs
  }

  add(text: string): void {
    this.#text += text
    if (this.#text !== '') this.#timer ??= setTimeout(() => this.#flush(), this.#everyMs)
  }

  /** Passes on the rest; resolves when all of it has been sent. */
  async end(): Promise<void> {
    await this.#sending
    this.#flush()
    await this.#sending
    clearTimeout(this.#timer)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#text === '' || this.#sending !== undefined) return
    const text = this.#text
    this.#text = ''
    this.#sending = this.#publish(text).finally(() => {
      this.#sending = undefined
      this.add('')
    })
  }
}
