import { ChevronDown, ChevronRight } from 'lucide-react'
import { count } from '../../ui/time.ts'
import { OwedList } from '../needs/owed-list.tsx'
import { PartFault } from '../needs/part-fault.tsx'
import { useDeskPage } from '../needs/use-desk-page.ts'
import { useNow } from '../state/clock.ts'
import { useApp } from '../state/store.ts'

/** Rows of the strip; *Needs me* lists all. */
const shownRows = 5

/** What others owe, below the columns: a line that says how much it is and what is overdue, and opened, what has used the most of its limit. */
export function OwedStrip(): React.JSX.Element | null {
  const owed = useApp((state) => state.state?.desk.counts.owedByOthers ?? 0)
  const overdue = useApp((state) => state.state?.desk.counts.overdueByOthers ?? 0)
  const isOpen = useApp((state) => state.board.showsOwed)
  const setBoard = useApp((state) => state.setBoard)
  if (owed === 0) return null
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <section className="dock" aria-label="Owed by others">
      <header>
        <button type="button" className="plain" aria-expanded={isOpen} onClick={() => setBoard({ showsOwed: !isOpen })}>
          <Chevron className="i" aria-hidden="true" /> Owed by others
        </button>
        <span className="n">{count(owed)}</span>
        {overdue > 0 && <span className="lost">{count(overdue)} overdue</span>}
      </header>
      {isOpen && <OwedRows />}
    </section>
  )
}

function OwedRows(): React.JSX.Element {
  const now = useNow()
  const page = useDeskPage('owed')
  const showOwed = useApp((state) => state.showOwed)
  if (page.fault !== undefined) return <PartFault page={page} />
  if (page.rows === undefined) return <p className="list-hint">Reading…</p>
  return (
    <>
      <OwedList page={page} now={now} most={shownRows} />
      {page.total > shownRows && (
        <button type="button" className="btn small ghost more-rows" onClick={() => showOwed()}>
          Show all {count(page.total)}
        </button>
      )}
    </>
  )
}
