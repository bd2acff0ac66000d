/** How long one round through all files of a folder takes, ms. Together with two sweeps, every file is checked within a minute. */
export const fileRoundMs = 45_000

/** Decides which files to check next: a few names each time, so each is checked one time per round. */
export class FileRound {
  #names: string[] = []
  #size = 0
  #askedAt = performance.now()

  /** Every name was just checked. */
  restart(): void {
    this.#names = []
    this.#askedAt = performance.now()
  }

  /** The next names of `all`: their share of `all` is the share of a round since the last call. */
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
