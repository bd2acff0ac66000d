import type { Wait } from '../../../api/desk.ts'
import type { DebtRow } from '../../../core/debt.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { age, count } from '../../ui/time.ts'
import { useNow } from '../state/clock.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { DebtText, debtTitle } from './debt-text.tsx'
import { NamedAgent } from './named-agent.tsx'
import { debtUse, evidenceOutlines, timeMark } from './need-words.ts'

interface WaitTreeProps {
  readonly label: string
  /** In the order of the tree. */
  readonly waits: readonly (Omit<Wait, 'depth'> & { readonly depth: number })[]
  /** Each wait with what is owed, as a link to the message that asks. */
  readonly hasText?: boolean
}

/** Who waits for whom, one line each, indented by how far away it is; the outline of the mark is how it is known. */
export function WaitTree({ label, waits, hasText = false }: WaitTreeProps): React.JSX.Element {
  return (
    <ul className="wait-tree" aria-label={label}>
      {waits.map(({ row, depth, evidence }) => (
        <li key={row.debt.key} style={{ '--depth': depth } as React.CSSProperties}>
          <WaitLine row={row} evidence={evidence} />
          {hasText && <What row={row} />}
        </li>
      ))}
    </ul>
  )
}

function WaitLine({ row, evidence }: Pick<Wait, 'row' | 'evidence'>): React.JSX.Element {
  const { debt, creditor, debtor } = row
  const now = useNow()
  const isMine = useApp((state) => debtor !== undefined && state.state?.agents.find(({ id }) => id === debtor)?.isOperator === true)
  const use = debtUse(row, now)
  return (
    <p>
      <Glyph shape={isMine ? 'needs' : 'waiting'} outline={evidenceOutlines[evidence]} />
      <NamedAgent who={creditor} source={debt.source} />
      <span className="dim">waits for</span>
      {debtor === undefined ? <span className="dim">nobody yet</span> : <NamedAgent who={debtor} source={debt.source} />}
      <span className={use.isOver ? 'age over end' : 'age end'} title={`${evidence}, ${use.words}`}>
        {use.isOver && <Glyph shape="over" />}
        {timeMark(debt)}
        {age(debt.sign, now)}
        {use.isOver && <span className="sr"> overdue</span>}
      </span>
    </p>
  )
}

function What({ row: { debt } }: { readonly row: DebtRow }): React.JSX.Element {
  const store = useStoreApi()
  return (
    <button type="button" className="link cut small" title={debtTitle(debt)} onClick={() => void store.getState().jumpTo(debt.ask)}>
      <DebtText debt={debt} />
    </button>
  )
}

/** Lines of a short tree below the first. */
const shortest = 4

interface DebtWaitsProps {
  readonly debt: string
  /** Only who waits, without what is owed. */
  readonly isShort?: boolean
}

/** Who waits for a debt, through others, and what it waits for. */
export function DebtWaits({ debt, isShort = false }: DebtWaitsProps): React.JSX.Element {
  const store = useStoreApi()
  const workspace = useApp((state) => state.workspace)
  const revision = useApp((state) => String(state.state?.desk.revision))
  const answer = useAnswer('desk.get', workspace === undefined ? undefined : { workspace, key: debt }, revision)
  if (answer === undefined) return <p className="small dim" aria-busy="true" />
  if (!answer.ok) return <FieldFault fault={answer.fault} />
  const { row, waiting, awaited } = answer.value
  return (
    <>
      <h3>Who waits</h3>
      <WaitTree
        label="Who waits"
        waits={[{ row, depth: 0, evidence: row.debt.evidence }, ...(isShort ? waiting.slice(0, shortest) : waiting)]}
        hasText={!isShort}
      />
      {isShort && waiting.length > shortest && (
        <button type="button" className="link small" onClick={() => store.getState().setInspectorTab('waits')}>
          {count(waiting.length - shortest)} more
        </button>
      )}
      {!isShort && awaited.length > 0 && (
        <>
          <h3>What it waits for</h3>
          <WaitTree label="What it waits for" waits={awaited.map((wait) => ({ ...wait, depth: wait.depth - 1 }))} hasText />
        </>
      )}
    </>
  )
}
