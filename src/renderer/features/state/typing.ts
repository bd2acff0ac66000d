import type { AppState, MakeSlice } from '../screen.ts'
import type { TypingSlice } from './typing-slice.ts'

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
