import { useState } from 'react'
import type { DebtSide } from '../../../api/desk.ts'
import { PartFault } from '../needs/part-fault.tsx'
import { useDeskPage } from '../needs/use-desk-page.ts'
import { WaitTree } from '../needs/wait-tree.tsx'
import { waitsOverlay } from '../overlays.ts'
import { useApp } from '../state/store.ts'
import { count } from '../../ui/time.ts'
import { useOwing } from './use-owing.ts'
import { useWantedPart } from './use-wanted-part.ts'

const titles: Readonly<Record<DebtSide, string>> = { owes: 'Owes', owed: 'Owed' }
/** Rows at first, unless a number asked for all. */
const fewRows = 5

/** What an agent owes, and what others owe it: as many rows as its numbers in the table say. */
export function AgentDebts({ agent }: { readonly agent: string }): React.JSX.Element {
  const owing = useOwing().get(agent)
  return (
    <>
      {(['owes', 'owed'] as const).map(
        (side) => owing !== undefined && owing[side] > 0 && <Side key={side} agent={agent} side={side} total={owing[side]} />,
      )}
    </>
  )
}

interface SideProps {
  readonly agent: string
  readonly side: DebtSide
  readonly total: number
}

function Side({ agent, side, total }: SideProps): React.JSX.Element {
  const page = useDeskPage('open', { agent, side })
  const { ref, isWanted } = useWantedPart(agent, side, page.rows !== undefined || page.fault !== undefined)
  const [isWhole, setWhole] = useState(false)
  if (isWanted && !isWhole) setWhole(true)
  const setOverlay = useApp((state) => state.setOverlay)
  const rows = page.rows ?? []
  const shown = isWhole ? rows : rows.slice(0, fewRows)
  const title = titles[side]
  return (
    <section ref={ref} tabIndex={-1} aria-label={title}>
      <h3>
        {title} <span className="n">{count(total)}</span>
        <button type="button" className="link end" onClick={() => setOverlay(waitsOverlay({ agent }))}>
          who waits for whom
        </button>
      </h3>
      <PartFault page={page} />
      <WaitTree label={title} waits={shown.map((row) => ({ row, evidence: row.debt.evidence, depth: 0 }))} hasText />
      {shown.length < rows.length && (
        <button type="button" className="link small" onClick={() => setWhole(true)}>
          Show all {count(page.total)}
        </button>
      )}
      {isWhole && page.hasMore && (
        <button type="button" className="link small" onClick={page.more}>
          Show more
        </button>
      )}
    </section>
  )
}
