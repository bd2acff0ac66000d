import { isDeepStrictEqual } from 'node:util'
import type { DebtMark } from '../../core/debt.ts'
import type { DebtFolds } from '../desk/debt-folds.ts'
import { openLists, type Lists, type ListsInput } from '../desk/lists.ts'
import type { PastFacts } from './facts.ts'

/** The debts of a fold as lists, at one moment after the other. */
export interface ListsAt {
  /** From an earlier moment on, only rows are made of what changed since. @param input of the moment; `debts` and `marks` are added */
  read(facts: PastFacts, input: Omit<ListsInput, 'debts' | 'marks'>): Lists
}

/** What the lists of a moment were made with. */
interface Made {
  readonly at: number
  readonly marks: ReadonlyMap<string, DebtMark>
  /** What changes every row. */
  readonly whole: unknown
}

/** Opens it. */
export function openListsAt({ debts, talk }: Pick<DebtFolds, 'debts' | 'talk'>): ListsAt {
  const keeper = openLists(talk)
  let last: Made | undefined

  return {
    read(facts, input) {
      const now = madeWith(facts, input.now)
      // Both are as of the last call, whether or not they are needed.
      const changed = new Set([...debts.changed(), ...keeper.spokenOf()])
      const isOn = last !== undefined && last.at <= now.at && isDeepStrictEqual(last.whole, now.whole)
      if (isOn) for (const key of changedMarks(last?.marks, now.marks)) changed.add(key)
      last = undefined // half of it would be wrong if the reading fails
      keeper.namesChanged()
      const lists = keeper.read({ ...input, debts, marks: now.marks }, isOn ? changed : undefined)
      last = now
      return lists
    },
  }
}

/** What the facts say about a moment, without what came later. */
function madeWith({ operator, operatorId, own, aliases, marks, limits, start, removed, stood }: PastFacts, at: number): Made {
  return {
    at,
    // Of several decisions about one debt, only the last is stored.
    marks: new Map([...marks].filter(([, mark]) => mark.at <= at)),
    whole: {
      facts: [operator, operatorId, own, aliases, limits, start],
      removed: [...removed].filter((each) => each[1].at <= at),
      stood: stood.filter((each) => each.at < at).map((each) => [each.at, Math.min(each.ms, at - each.at)]),
    },
  }
}

function changedMarks(before: ReadonlyMap<string, DebtMark> = new Map(), now: ReadonlyMap<string, DebtMark>): string[] {
  const isChanged = (key: string): boolean => !isDeepStrictEqual(before.get(key), now.get(key))
  return [...new Set([...before.keys(), ...now.keys()])].filter(isChanged)
}
