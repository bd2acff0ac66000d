import { spanShort } from '../span-words.ts'
import type { CaseDebt, CaseEvent, CaseHeader } from './lines.ts'

/** What the head of a lane says beside the name. */
export interface LaneWords {
  /** Protocols (ids) that it spoke over, in the order of the header. */
  readonly links: readonly string[]
  /** For whom it waits at the end of the case and for how long, or how much it owes. `name`: a name in it. */
  readonly says?: { readonly text: string; readonly name?: string; readonly age?: string; readonly tone: 'mine' | 'others' | 'over' }
}

/** The lanes of a case by their names. What they say follows from what is open when the case ends. */
export function laneWords(
  { operator, protocols, to }: Pick<CaseHeader, 'operator' | 'protocols' | 'to'>,
  names: readonly string[],
  said: readonly CaseEvent[],
  debts: readonly CaseDebt[],
): ReadonlyMap<string, LaneWords> {
  const open = debts.filter(({ state, debtor }) => state === 'open' && debtor !== undefined).toSorted((a, b) => a.since - b.since)
  return new Map(
    names.map((name): [string, LaneWords] => {
      const links = protocols.map(({ id }) => id).filter((id) => said.some(({ protocol, from }) => protocol === id && from === name))
      const says = saidOf(name)
      return [name, { links, ...(says !== undefined && { says }) }]
    }),
  )

  function saidOf(name: string): LaneWords['says'] {
    const waits = open.filter(({ creditor, debtor }) => creditor === name && debtor !== name)
    const wait = waits.find(({ debtor }) => debtor === operator) ?? waits[0]
    if (wait !== undefined && name !== operator) {
      const tone = wait.debtor === operator ? 'mine' : 'others'
      return { text: 'waiting on', name: wait.debtor ?? '', age: spanShort(to - wait.since), tone }
    }
    const owed = open.filter(({ debtor }) => debtor === name)
    if (owed.length === 0) return undefined
    const tone = owed.some(({ isOverdue }) => isOverdue) ? 'over' : name === operator ? 'mine' : 'others'
    return { text: `owes ${owed.length}`, tone }
  }
}
