import { RecentMap } from './recent-map.ts'

/** Recently seen ids: at least the last `size`, at most twice as many. */
export class RecentIds<Id extends string | number = string> {
  readonly #ids: RecentMap<Id, true>

  constructor(size: number) {
    this.#ids = new RecentMap(size)
  }

  /** Remembers an id. @returns whether it was new. */
  add(id: Id): boolean {
    if (this.#ids.has(id)) return false
    this.#ids.set(id, true)
    return true
  }

  /** Whether it was seen recently. */
  has(id: Id): boolean {
    return this.#ids.has(id)
  }

  /** The last ones, oldest first. */
  newest(count: number): Id[] {
    return this.#ids.keys().slice(-count)
  }
}
