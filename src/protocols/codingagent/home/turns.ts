/** Runs tasks of the same name one after another. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs `work` when all earlier tasks of this name are done. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve()
    const own = before.then(work, work)
    const settled = own.catch(() => undefined)
    this.#last.set(name, settled)
    try {
      return await own
    } finally {
      if (this.#last.get(name) === settled) this.#last.delete(name)
    }
  }

  /** Resolves when nothing runs or waits. */
  async settled(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values())
  }
}
