import { useEffect, useState } from 'react'
import type { CaseRow } from '../../../core/case/row.ts'
import { useApp } from '../state/store.ts'

/** Rows that are read at a time. */
const pageRows = 100

interface CaseRows {
  /** Undefined until the first page has been read. */
  readonly rows: readonly CaseRow[] | undefined
  readonly hasMore: boolean
  more(): void
}

/** The rows of a case, page by page. A component of another case is another one (`key`). */
export function useCaseRows(hash: string, list: 'changed' | 'all'): CaseRows {
  const client = useApp((state) => state.client)
  const [rows, setRows] = useState<readonly CaseRow[]>()
  const [hasMore, setHasMore] = useState(false)
  const [wanted, setWanted] = useState(0)
  useEffect(() => {
    let isGone = false
    void client.call('case.rows', { hash, list, after: wanted, limit: pageRows }).then((page) => {
      if (isGone || !page.ok) return
      setRows((before) => [...(before ?? []).filter(({ n }) => n <= wanted), ...page.value.rows])
      setHasMore(page.value.hasMore)
    })
    return () => {
      isGone = true
    }
  }, [client, hash, list, wanted])
  return { rows, hasMore, more: () => setWanted(rows?.at(-1)?.n ?? 0) }
}
