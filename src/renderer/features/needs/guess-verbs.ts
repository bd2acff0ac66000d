import type { NeedVerb } from './need-verb.ts'

/** The operator's word on what was read out of free text, in the same words wherever it can be given. */
export function guessVerbs(keys: readonly string[]): readonly NeedVerb[] {
  return [
    { id: 'is-one', label: 'It is a request', run: (state) => state.markDebts(keys, 'pin', 'Kept as a request') },
    { id: 'is-none', label: 'Not a request', run: (state) => state.markDebts(keys, 'none', 'Removed: not a request') },
  ]
}
