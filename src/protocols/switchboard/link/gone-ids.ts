/** Messages of a mailbox by key that are gone; when there are too many, the oldest of the mailbox with the most makes room. */
export class GoneIds {
  readonly #most: number
  readonly #byBox = new Map<string, Set<string>>()
  #count = 0

  constructor(most: number) {
    this.#most = most
  }

  /** @returns what has to make room for it. */
  add(box: string, id: string): { readonly box: string; readonly id: string } | undefined {
    const own = this.#byBox.get(box) ?? new Set()
    this.#byBox.set(box, own)
    if (own.has(id)) return undefined
    own.add(id)
    this.#count++
    if (this.#count <= this.#most) return undefined
    const [largest, ids] = [...this.#byBox].reduce((one, other) => (other[1].size > one[1].size ? other : one))
    const [oldest = ''] = ids
    this.delete(largest, oldest)
    return { box: largest, id: oldest }
  }

  delete(box: string, id: string): void {
    const own = this.#byBox.get(box)
    if (own?.delete(id) !== true) return
    this.#count--
    if (own.size === 0) this.#byBox.delete(box)
  }
}
