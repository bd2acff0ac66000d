import { kindTitles } from '../../../core/debt.ts'
import type { FlowDebt } from '../../../core/flow.ts'
import { isOpen, isOverdue } from '../../../core/flow/debt-bars.ts'
import { Bar } from '../../ui/bar.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useStoreApi } from '../state/store.ts'
import type { FlowNames } from './flow-names.ts'
import { debtState, limitWords } from './words.ts'

interface BundleDebtsProps {
  readonly title: string
  readonly debts: readonly FlowDebt[]
  readonly names: FlowNames
  readonly now: number
}

/** Debts beside a bundle, each with its kind and how much of its limit is used; a row opens the message that asks. */
export function BundleDebts({ title, debts, names, now }: BundleDebtsProps): React.JSX.Element | null {
  const store = useStoreApi()
  if (debts.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className="bundle-debts">
        {debts.map((debt) => (
          <li key={debt.key}>
            <button type="button" className="plain" onClick={() => void store.getState().openFlowEvent(debt.ask)}>
              <Glyph shape={debt.isMine ? 'needs' : 'waiting'} />
              <BundleName id={debt.debtor ?? ''} names={names} /> <span className="dim">{debt.isMine ? 'owe' : 'owes'}</span>{' '}
              <BundleName id={debt.creditor} names={names} /> <span className="dim">{kindTitles[debt.kind].toLowerCase()}</span>
              <span className={isOverdue(debt, now) ? 'age over end' : 'age end'}>
                {isOverdue(debt, now) && <Glyph shape="over" />}
                {isOpen(debt, now) ? limitWords(debt, now) : debtState(debt, now)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** An agent with its colour. */
export function BundleName({ id, names }: { readonly id: string; readonly names: FlowNames }): React.JSX.Element {
  return (
    <span className="agent ink">
      <Bar hue={names.hue(id)} />
      <span className="cut">
        <VisibleText text={names.agent(id)} />
      </span>
    </span>
  )
}
