import type { DeadLetter } from './mailbox-types.ts'

/** Most dead letters that are kept in mind; the files themselves stay whatever happens here. */
const most = 1_000
/** Most text of all of them together, in characters. */
const mostText = 16 * 1024 * 1024

/** The files of inboxes that are no messages, as the watching found them. */
export class DeadLetters {
  readonly #letters = new Map<string, DeadLetter>()
  #text = 0

  /** True when it was not known so before. */
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

  /** The file is a message now, or gone. */
  remove(file: string): void {
    this.#text -= this.#letters.get(file)?.text?.length ?? 0
    this.#letters.delete(file)
  }

  /** A message was made of it. */
  redelivered(file: string, as: string): void {
    const letter = this.#letters.get(file)
    if (letter !== undefined) this.#letters.set(file, { ...letter, redelivered: as })
  }

  get(file: string): DeadLetter | undefined {
    return this.#letters.get(file)
  }

  /** The newest first. */
  all(): readonly DeadLetter[] {
    return [...this.#letters.values()].toSorted((one, other) => other.modifiedAt - one.modifiedAt)
  }
}
