/**
 * Reason of an abort that gives a program more time to end than usual, and learns what did not. As text it is its words.
 */
export class PatientStop {
  readonly graceMs: number
  /** Processes that were still there after SIGKILL. */
  readonly survivors: number[] = []
  readonly #words: string

  /** @param graceMs between SIGTERM and SIGKILL. */
  constructor(words: string, graceMs: number) {
    this.#words = words
    this.graceMs = graceMs
  }

  toString(): string {
    return this.#words
  }
}
