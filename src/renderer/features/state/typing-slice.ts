/** What is being typed in one dialog or field, by the names of its inputs. */
export type Typed = Readonly<Record<string, string>>

/** Texts that are being typed outside of the composer. */
export interface TypingSlice {
  /** By `typingKey`; kept until they are used or given up, also for a reload of the page. */
  readonly typed: ReadonlyMap<string, Typed>
  /** @param typed undefined: it was used or given up */
  keepTyped(key: string, typed: Typed | undefined): void
}
