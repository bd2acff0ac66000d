import type { DeadLetter } from './mailbox-types.ts'

/** Maximum number of dead letters in memory; the files themselves always stay. */
const most = 1_000
/** Maximum characters of all their texts together. */
const mostText = 16 * 1024 * 1024

/** Files in inboxes that are not messages, as found by watching. */
export class DeadLetters {
  readonly #letters = new Map<string, DeadLetter>()
  #text = 0

  /** True if it was not known in this form. */
  add(letter: DeadLetter): boolean {
    const known = this.#letters.get(letter.file)
    if (known?.modifiedAt === letter.modifiedAt && known.fault.message === letter.fault.message) return false
    this.remove(letter.file)
    const { text, ...rest } = letter
    const isKept = text !== undefined && this.#text + text.length <= mostText
    this.#letters.set(letter.file, isKept ? letter : rest)
    if (isKept) this.#text += text.length
    for (const oldest of this.#letters.keys()) {
      if (this.#letters.size <= most) break
      this.remove(oldest)
    }
    return true
  }

  /** The file is now a message, or gone. */
  remove(file: string): void {
    this.#text -= this.#letters.get(file)?.text?.length ?? 0
    this.#letters.delete(file)
  }

  /** A message was made from it. */
  redelivered(file: string, as: string): void {
    const letter = this.#letters.get(file)
    if (letter !== undefined) this.#letters.set(file, { ...letter, redelivered: as })
  }

  get(file: string): DeadLetter | undefined {
    return this.#letters.get(file)
  }

  /** Newest first. */
  all(): readonly DeadLetter[] {
    return [...this.#letters.values()].toSorted((one, other) => other.modifiedAt - one.modifiedAt)
  }
}
