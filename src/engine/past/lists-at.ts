import { isDeepStrictEqual } from 'node:util'
import type { DebtMark } from '../../core/debt.ts'
import { openDebtRows } from '../../core/fold/debts/rows.ts'
import type { DebtFolds } from '../desk/debt-folds.ts'
import { openLists, type Lists, type ListsInput, type ListsKeeper } from '../desk/lists.ts'
import type { PastFacts } from './facts.ts'

/** The debts as of moments in the past, as lists. */
export interface ListsAt {
  /**
   * From one moment to another, most debts are what they were: rows are made of the others. @param folds as of the moment @param input of the moment; `debts` and
   * `marks` are added
   */
  read(folds: Pick<DebtFolds, 'debts' | 'talk'>, facts: PastFacts, input: Omit<ListsInput, 'debts' | 'marks'>): Lists
}

/** What the lists of a moment were made with. */
interface Made {
  readonly marks: ReadonlyMap<string, DebtMark>
  /** What changes every row. */
  readonly whole: unknown
}

/** Opens it. */
export function openListsAt(): ListsAt {
  const rows = openDebtRows()
  /** By the debts that they are of. Nothing else here holds those: once they are left for others, these need their memory. */
  const keepers = new WeakMap<DebtFolds['debts'], { readonly keeper: ListsKeeper; readonly made: Made }>()
  let last: Made | undefined

  return {
    read({ debts, talk }, facts, input) {
      const now = madeWith(facts, input.now)
      const known = keepers.get(debts)
      const { keeper } = known ?? { keeper: openLists(talk, rows) }
      // Both are as of the last call, whether or not they are needed. Other lists begin with all that was spoken.
      const news = [...debts.changed(), ...(known === undefined ? [] : keeper.spokenOf())]
      const isOn = last !== undefined && isDeepStrictEqual(last.whole, now.whole)
      const others = known !== undefined && known.made === last ? new Set([...news, ...changedMarks(last.marks, now.marks)]) : 'compared'
      last = undefined // half of it would be wrong if the reading fails
      keeper.namesChanged()
      const lists = keeper.read({ ...input, debts, marks: now.marks }, isOn ? others : undefined)
      last = now
      keepers.set(debts, { keeper, made: now })
      return lists
    },
  }
}

/** What the facts say about a moment, without what came later. */
function madeWith({ operator, operatorId, own, aliases, marks, limits, start, removed, stood }: PastFacts, at: number): Made {
  return {
    // Of several decisions about one debt, only the last is stored.
    marks: new Map([...marks].filter(([, mark]) => mark.at <= at)),
    whole: {
      facts: [operator, operatorId, own, aliases, limits, start],
      removed: [...removed].filter((each) => each[1].at <= at),
      stood: stood.filter((each) => each.at < at).map((each) => [each.at, Math.min(each.ms, at - each.at)]),
    },
  }
}

function changedMarks(before: ReadonlyMap<string, DebtMark>, now: ReadonlyMap<string, DebtMark>): string[] {
  const isChanged = (key: string): boolean => !isDeepStrictEqual(before.get(key), now.get(key))
  return [...new Set([...before.keys(), ...now.keys()])].filter(isChanged)
}
