/** Recently seen ids: at least the last `size`, at most twice as many. (Removing the oldest from a set one by one becomes slow.) */
export class RecentIds {
  readonly #size: number
  #older: Set<string> = new Set()
  #newer: Set<string> = new Set()

  constructor(size: number) {
    this.#size = size
  }

  /** Remembers an id. @returns whether it was new. */
  add(id: string): boolean {
    if (this.has(id)) return false
    if (this.#newer.size >= this.#size) {
      this.#older = this.#newer
      this.#newer = new Set()
    }
    this.#newer.add(id)
    return true
  }

  /** Whether it was seen recently. */
  has(id: string): boolean {
    return this.#newer.has(id) || this.#older.has(id)
  }

  /** The last ones, oldest first. */
  newest(count: number): string[] {
    return [...this.#older, ...this.#newer].slice(-count)
  }
}
