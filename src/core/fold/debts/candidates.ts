import { matchedIn } from './bucket.ts'
import { debtKey, debtorsOf, type KeptAct } from './kept.ts'
import type { Candidate } from './match.ts'
import type { Places } from './places.ts'

/** Acts that name the debts of a ref, also by another ref. */
export type ActsOn = (ref: string) => readonly KeptAct[]

/** Debts that an act without a ref may be about. */
export interface Candidates {
  /** Those under some refs that a name may owe. */
  of(name: string, refs: Iterable<string>, actsOn: ActsOn): Candidate[]
  /** Acts of a debt that are known to be about it, in order of position. */
  actsOf(ref: string, key: string, actsOn: ActsOn): readonly KeptAct[]
}

const none: readonly KeptAct[] = []

/** Opens it on what is kept under refs. @param isAgent whether a name of a source is an agent's */
export function openCandidates(
  { askOf, bucketOf, hasOnlyAsk }: Pick<Places, 'askOf' | 'bucketOf' | 'hasOnlyAsk'>,
  isAgent: (source: string, name: string) => boolean,
): Candidates {
  function actsOf(ref: string, key: string, actsOn: ActsOn): readonly KeptAct[] {
    if (hasOnlyAsk(ref)) return none
    const named = actsOn(ref)
    const matched = matchedIn(bucketOf(ref), key)
    const all = matched.length === 0 ? named : named.length === 0 ? matched : [...named, ...matched]
    const isInOrder = all.every(({ ord }, at) => (all[at - 1]?.ord ?? ord) <= ord)
    return isInOrder ? all : all.toSorted((a, b) => a.ord - b.ord)
  }

  return {
    of(name, refs, actsOn) {
      const found: Candidate[] = []
      for (const ref of refs) {
        const ask = askOf(ref)
        if (ask === undefined) continue
        const debtors = debtorsOf(ask, isAgent)
        for (const debtor of debtors.includes(name) ? [name] : debtors) {
          const key = debtKey(ask, debtor, ref)
          found.push({ key, ask, debtor, acts: actsOf(ref, key, actsOn) })
        }
      }
      return found
    },
    actsOf,
  }
}
