/** Of messages that are not here, facts about so many of the newest stay at least, and twice as many at most. */
export const mostLoose = 10_000

/**
 * What is known of messages, by key. A fact may come before its message, and a message may go: only so many of those are kept, since agents write
 * and remove messages for as long as Patchbay runs.
 */
export class MailFacts<T> {
  readonly #facts = new Map<string, T>()
  readonly #isHere: (key: string, fact: T) => boolean
  #checkAt = 2 * mostLoose
  #isRead = false

  /** @param isHere whether a message that the fact is about is here now. */
  constructor(isHere: (key: string, fact: T) => boolean) {
    this.#isHere = isHere
  }

  get size(): number {
    return this.#facts.size
  }

  get(key: string): T | undefined {
    return this.#facts.get(key)
  }

  set(key: string, fact: T): void {
    this.#facts.set(key, fact)
    if (this.#isRead && this.#facts.size > this.#checkAt) this.#makeRoom()
  }

  /** All folders were read once. Before, thousands of facts may come before their messages, so all are kept. */
  ready(): void {
    this.#isRead = true
  }

  /** Looks at all of them, so rarely. */
  #makeRoom(): void {
    const loose = [...this.#facts].filter(([key, fact]) => !this.#isHere(key, fact))
    for (const [key] of loose.slice(0, -mostLoose)) this.#facts.delete(key)
    this.#checkAt = this.#facts.size + mostLoose
  }
}
