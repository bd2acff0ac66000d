/** Values of recently set keys: at least the last `size`, at most twice as many. (Removing the oldest from a map one by one becomes slow.) */
export class RecentMap<Key, Value> {
  readonly #size: number
  #older: Map<Key, Value> = new Map()
  #newer: Map<Key, Value> = new Map()

  constructor(size: number) {
    this.#size = size
  }

  get(key: Key): Value | undefined {
    return this.#newer.get(key) ?? this.#older.get(key)
  }

  has(key: Key): boolean {
    return this.#newer.has(key) || this.#older.has(key)
  }

  set(key: Key, value: Value): void {
    if (this.#newer.size >= this.#size && !this.#newer.has(key)) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(key, value)
  }

  /** Oldest first. */
  keys(): Key[] {
    return [...this.#older.keys(), ...this.#newer.keys()]
  }
}
