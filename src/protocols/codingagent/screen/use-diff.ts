import { useEffect, useEffectEvent, useState } from 'react'
import type { Result } from '../../../core/fault.ts'
import type { FileDiff, PlanRow, Round } from '../pure/api.ts'
import { useCodingAgent } from './slices.ts'

const fileTypes: ReadonlySet<PlanRow['type']> = new Set(['CREATE_FILE', 'EDIT_FILE', 'DELETE_FILE'])

/**
 * Fetches the diff of a row, and again when the plan changes. While a newer answer is pending, the older one of the same row stays.
 * Undefined: the row has none, or there is no answer yet.
 */
export function useDiff(round: Round, row: PlanRow | undefined): Result<FileDiff> | undefined {
  const callHome = useCodingAgent((state) => state.callHome)
  const [answer, setAnswer] = useState<{ readonly of: string; readonly result: Result<FileDiff> }>()
  const of = row === undefined || !fileTypes.has(row.type) ? '' : `${round.session}/${round.sequence}/${row.index}`
  const key = of === '' ? '' : `${of}/${round.state}/${round.plan?.hash ?? ''}`
  const ask = useEffectEvent(() => callHome('diff', { session: round.session, sequence: round.sequence, index: row?.index ?? 0 }))
  useEffect(() => {
    let isWanted = key !== ''
    if (isWanted) {
      void ask().then((result) => {
        if (isWanted) setAnswer({ of, result })
      })
    }
    return () => {
      isWanted = false
    }
  }, [key, of])
  return answer?.of === of ? answer.result : undefined
}
