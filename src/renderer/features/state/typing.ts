import type { AppState, MakeSlice } from '../screen.ts'

/** What is being typed in one dialog or field, by the names of its inputs. */
export type Typed = Readonly<Record<string, string>>

/** Texts that are being typed outside of the composer. */
export interface TypingSlice {
  /** By `typingKey`; kept until they are used or given up, also for a reload of the page. */
  readonly typed: ReadonlyMap<string, Typed>
  /** @param typed undefined: it was used or given up */
  keepTyped(key: string, typed: Typed | undefined): void
}

/** Key of what is typed in one place: like that of every draft, it begins with the workspace and a blank. @param place the dialog or field, and what it is about */
export function typingKey({ workspace }: Pick<AppState, 'workspace'>, place: string): string {
  return `${workspace ?? ''} ${place}`
}

export const typingSlice: MakeSlice<TypingSlice> = (set, get) => ({
  typed: new Map(),
  keepTyped(key, typed) {
    if (typed === get().typed.get(key)) return
    const next = new Map(get().typed)
    // The newest are last: they are kept for a reload.
    next.delete(key)
    if (typed !== undefined) next.set(key, typed)
    set({ typed: next })
  },
})
