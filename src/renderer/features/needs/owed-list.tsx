import { useEffect, useState } from 'react'
import type { DebtRow } from '../../../core/debt.ts'
import { fewOfEach } from '../../../core/few-of-each.ts'
import { useSteady } from '../common/use-steady.ts'
import { useApp } from '../state/store.ts'
import type { DeskPage } from './use-desk-page.ts'
import { mostUsedFirst, OwedRow } from './owed-row.tsx'

interface OwedListProps {
  readonly label?: string
  readonly page: DeskPage
  readonly now: number
  /** More rows are not shown; of one creditor, more than one only if there is room. */
  readonly most?: number
  /** Is told the rows that are there, in the order on screen. */
  onShown?(rows: readonly DebtRow[]): void
}

/** What is owed, by the share of the limit that is used. No row changes place under the pointer, whatever others do meanwhile. */
export function OwedList({ label = 'Owed by others', page, now, most, onShown }: OwedListProps): React.JSX.Element {
  const { rows, hasMore } = page
  const isPast = useApp((state) => state.past !== undefined)
  // The focus goes with its row.
  const [isIn, setIn] = useState(false)
  const sorted = mostUsedFirst(rows ?? [], now)
  const chosen = most === undefined ? sorted : [...mostUsedFirst(fewOfEach(sorted, creditorOf, 1).slice(0, most), now), ...sorted]
  const shown = useSteady([...new Set(chosen)], keyOf, isIn && !isPast)
  const order = shown.flatMap(({ item, isGone }) => (isGone ? [] : [item.debt.key])).join('\n')
  useEffect(() => {
    const known = new Map((rows ?? []).map((row) => [row.debt.key, row]))
    onShown?.(order.split('\n').flatMap((key) => known.get(key) ?? []))
  }, [order, rows, onShown])
  return (
    <>
      {rows !== undefined && shown.length === 0 && <p className="list-hint">Nobody owes anything.</p>}
      <ul aria-label={label} onPointerEnter={() => setIn(true)} onPointerLeave={() => setIn(false)}>
        {/* Beyond a page, nobody knows whether a row has ended. */}
        {shown.slice(0, most).map(({ item, isGone }) => (
          <OwedRow key={item.debt.key} row={item} now={now} isClosed={isGone && !hasMore} />
        ))}
      </ul>
    </>
  )
}

const creditorOf = ({ creditor }: DebtRow): string => creditor
const keyOf = ({ debt }: DebtRow): string => debt.key
