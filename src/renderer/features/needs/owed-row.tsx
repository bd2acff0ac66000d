import { useEffect, useRef } from 'react'
import { clockAt, cutReason, cutWords, kindLine } from '../../../core/debt.ts'
import type { DebtRow } from '../../../core/debt.ts'
import { doubtWords } from '../../../core/need.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { plain } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { useApp, useStoreApi } from '../state/store.ts'
import { DebtParties } from './debt-parties.tsx'
import { DebtText, debtTitle } from './debt-text.tsx'
import { LimitBar } from './limit-bar.tsx'
import { linkName, nameOf } from './named-agent.tsx'
import { NeedMenu } from './need-menu.tsx'
import { askedWords, debtUse, elsewhereWords } from './need-words.ts'
import './needs.css'
import { OwedGlyph } from './owed-glyph.tsx'
import { verbsOfRow } from './owed-need.ts'
import { useDrawn } from './use-drawn.ts'

/** The rows by the share of their limit that is used, the largest first. Does not change its argument. */
export function mostUsedFirst(rows: readonly DebtRow[], now: number): readonly DebtRow[] {
  return rows.toSorted((a, b) => shareOf(b, now) - shareOf(a, now))
}

/** Share of the limit that is used, beyond 1 too; without a limit, none. */
function shareOf({ debt, overdueAt }: DebtRow, now: number): number {
  return overdueAt === undefined || overdueAt <= debt.sign ? 0 : (clockAt(debt, now) - debt.sign) / (overdueAt - debt.sign)
}

const owesWords = (name: string): string => (name === 'you' ? 'you owe' : `${name} owes`)

interface OwedRowProps {
  readonly row: DebtRow
  readonly now: number
  /** It ended while it was shown: it keeps its place, struck through, without verbs. */
  readonly isClosed: boolean
}

/** What somebody owes: who to whom, what, how much of the limit is used, and what the operator can do. */
export function OwedRow({ row, now, isClosed }: OwedRowProps): React.JSX.Element {
  const store = useStoreApi()
  const { debt } = row
  const debtor = row.debtor ?? debt.debtor
  useDrawn(row.keys)
  // The verbs depend on it.
  useApp((state) => state.nudged)
  const fault = useApp((state) => (state.deskFault?.id === debt.key ? state.deskFault.fault : undefined))
  const words = useApp(
    (state) =>
      `${debtor === undefined ? 'nobody owes' : owesWords(nameOf(state, debtor, debt.source))} ${nameOf(state, row.creditor, debt.source)}`,
  )
  const use = debtUse(row, now)
  const spoken = useApp((state) => elsewhereWords(row, (link) => linkName(state, link)))
  const doubt = debt.doubt === undefined ? '' : doubtWords(debt.doubt)
  const cut = visibleString(cutWords(cutReason(debt)))
  // The spaces of times are not from outside: each part is made visible by itself.
  const notes = [askedWords(row), spoken, cut].filter((note) => note !== '').join(' · ')
  const isPast = useApp((state) => state.past !== undefined)
  // What needs the operator, too, is selected there.
  const isOn = useApp(({ view, need: selected, needOrder }) => view === 'needs' && selected === debt.key && !needOrder.includes(debt.key))
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isOn) return
    item.current?.scrollIntoView({ block: 'nearest' })
    if (item.current?.contains(document.activeElement) === false) item.current.focus({ preventScroll: true })
  }, [isOn])
  const { need, verbs } = verbsOfRow(store.getState(), row, isOn)
  const [first, ...more] = isPast || isClosed ? [] : verbs
  return (
    <li
      ref={item}
      className={`tr owe ${isClosed ? 'closed' : ''} ${isOn ? 'on' : ''}`}
      tabIndex={-1}
      aria-current={isOn ? 'true' : undefined}
      aria-label={visibleString(
        `${words}, ${kindLine(debt)}, ${isClosed ? 'closed' : plain(use.words)}${use.isOver && !isClosed ? ', overdue' : ''}${spoken === '' ? '' : `, ${plain(spoken)}`}${cut === '' ? '' : `, ${cut}`}${doubt === '' ? '' : `, ${doubt}`}`,
      )}
    >
      <OwedGlyph isOver={use.isOver} evidence={debt.evidence} />
      <DebtParties debtor={debtor} creditor={row.creditor} source={debt.source} />
      <button type="button" className="plain cut" title={debtTitle(debt)} onClick={() => void store.getState().jumpTo(debt.ask)}>
        <DebtText debt={debt} />
        {notes !== '' && <span className="dim"> · {notes}</span>}
      </button>
      <Chip protocol={debt.protocol} />
      {debt.anchor === undefined ? (
        <span className="anchor" />
      ) : (
        <AnchorButton className="anchor cut" label={debt.anchor.label} onOpen={() => void store.getState().openSource(debt.ask)} />
      )}
      <LimitBar use={use} />
      <span className="acts">
        {first !== undefined && (
          <button
            type="button"
            className="btn small"
            title={first.key === undefined ? undefined : `${first.label}  ${keyCaps(first.key).join(' ')}`}
            onClick={() => void first.run(store.getState())}
          >
            {first.label}
          </button>
        )}
        {!isClosed && <NeedMenu need={need} verbs={more} />}
      </span>
      {fault !== undefined && <FieldFault fault={fault} />}
    </li>
  )
}
