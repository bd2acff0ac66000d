/** Lets work on one thing wait for the work before it. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs `work` when all that was given for this name before is over. */
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
