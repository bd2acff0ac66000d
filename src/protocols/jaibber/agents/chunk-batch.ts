/**
 * Gathers the text of an answer as it grows and hands it on every so often, new text only, one piece after the other ("Streaming Protocol", 2).
 * While a piece is on its way the next one grows.
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

  /** Hands on what is left; resolves when all of it has been. */
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
