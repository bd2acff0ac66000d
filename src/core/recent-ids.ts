/** Recently seen ids: at least the last `size`, at most twice as many. (Removing the oldest from a set one by one becomes slow.) */
export class RecentIds<Id extends string | number = string> {
  readonly #size: number
  #older: Set<Id> = new Set()
  #newer: Set<Id> = new Set()

  constructor(size: number) {
    this.#size = size
  }

  /** Remembers an id. @returns whether it was new. */
  add(id: Id): boolean {
    if (this.has(id)) return false
    if (this.#newer.size >= this.#size) {
      this.#older = this.#newer
      this.#newer = new Set()
    }
    this.#newer.add(id)
    return true
  }

  /** Whether it was seen recently. */
  has(id: Id): boolean {
    return this.#newer.has(id) || this.#older.has(id)
  }

  /** The last ones, oldest first. */
  newest(count: number): Id[] {
    return [...this.#older, ...this.#newer].slice(-count)
  }
}
