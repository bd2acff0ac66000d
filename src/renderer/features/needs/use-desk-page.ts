import { useState } from 'react'
import type { DebtList, DebtSide } from '../../../api/desk.ts'
import type { DebtRow } from '../../../core/debt.ts'
import type { Fault } from '../../../core/fault.ts'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'

const pageRows = 50

export interface DeskPage {
  /** Undefined until the first answer. */
  readonly rows: readonly DebtRow[] | undefined
  readonly total: number
  readonly hasMore: boolean
  readonly fault: Fault | undefined
  more(): void
  again(): void
}

/** Rows of a list of debts, read again whenever the desk has changed. `of`: only those that an agent (id) owes, or is owed. */
export function useDeskPage(list: DebtList, of?: { readonly agent: string; readonly side: DebtSide }): DeskPage {
  const workspace = useApp((state) => state.workspace)
  const revision = useApp((state) => state.state?.desk.revision)
  const [limit, setLimit] = useState(pageRows)
  const [tries, setTries] = useState(0)
  const answer = useAnswer(
    'desk.page',
    workspace === undefined || revision === undefined ? undefined : { workspace, list, ...of, limit },
    `${revision ?? ''} ${tries}`,
  )
  const value = answer?.ok === true ? answer.value : undefined
  return {
    rows: value?.rows,
    total: value?.total ?? 0,
    hasMore: value?.hasMore === true,
    fault: answer?.ok === false ? answer.fault : undefined,
    more: () => setLimit(Math.min(limit + pageRows, mostRows)),
    again: () => setTries(tries + 1),
  }
}

/** As many as one call may ask for. */
const mostRows = 200
