/** How long one round through all files of a folder takes, ms. With two sweeps, no file waits for more than a minute. */
export const fileRoundMs = 45_000

/** Whose turn it is to be checked: a few names each time, so that each is checked once per round. */
export class FileRound {
  #names: string[] = []
  #size = 0
  #askedAt = performance.now()

  /** Every name was checked just now. */
  restart(): void {
    this.#names = []
    this.#askedAt = performance.now()
  }

  /** The next names of `all`: as many as the time since the last call is part of a round. */
  next(all: ReadonlyMap<string, unknown>): readonly string[] {
    const now = performance.now()
    const part = Math.min(1, (now - this.#askedAt) / fileRoundMs)
    this.#askedAt = now
    if (this.#names.length === 0) {
      this.#names = [...all.keys()].toReversed()
      this.#size = this.#names.length
    }
    const count = Math.ceil(this.#size * part)
    return this.#names.splice(-count, count).toReversed()
  }
}
