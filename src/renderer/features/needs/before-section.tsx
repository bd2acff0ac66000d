import { useState } from 'react'
import { kindLine, type DebtRow } from '../../../core/debt.ts'
import type { Fault } from '../../../core/fault.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { LineText } from '../../ui/line-text.tsx'
import { age } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { useNow } from '../state/clock.ts'
import { useStoreApi } from '../state/store.ts'
import { DebtParties } from './debt-parties.tsx'
import { DeskSection } from './desk-section.tsx'
import { askedWords } from './need-words.ts'
import { useDeskPage } from './use-desk-page.ts'
import { useDrawn } from './use-drawn.ts'

/** Debts that were open long before Patchbay kept them: all that are listed are kept, or marked as no longer needed, at once. */
export function BeforeSection(): React.JSX.Element | null {
  const store = useStoreApi()
  const page = useDeskPage('before')
  const [fault, setFault] = useState<Fault>()
  const now = useNow(60_000)
  const rows = page.rows ?? []
  const keys = rows.flatMap((row) => row.keys)
  useDrawn(keys)
  if (rows.length === 0 && page.fault === undefined) return null
  const all = async (verb: 'pin' | 'waive', words: string): Promise<void> => {
    const done = await store.getState().markDebts(keys.slice(0, mostKeys), verb, words)
    setFault(done.ok ? undefined : done.fault)
  }
  return (
    <DeskSection
      title="From before"
      page={page}
      note={
        <>
          <button type="button" className="btn small" onClick={() => void all('pin', 'Kept')}>
            Keep all
          </button>{' '}
          <button
            type="button"
            className="btn small ghost"
            title="Mark all of these as no longer needed"
            onClick={() => void all('waive', 'No longer needed')}
          >
            Keep none
          </button>
        </>
      }
    >
      {fault !== undefined && <FieldFault fault={fault} />}
      <ul aria-label="From before">
        {rows.map((row) => (
          <BeforeRow key={row.debt.key} row={row} now={now} />
        ))}
      </ul>
    </DeskSection>
  )
}

/** As many as one decision may hold. */
const mostKeys = 500

interface BeforeRowProps {
  readonly row: DebtRow
  readonly now: number
}

function BeforeRow({ row, now }: BeforeRowProps): React.JSX.Element {
  const store = useStoreApi()
  const { debt, debtor, creditor } = row
  const asked = askedWords(row)
  return (
    <li className="tr shut">
      <span />
      <DebtParties debtor={debtor} creditor={creditor} source={debt.source} />
      <button
        type="button"
        className="plain cut mid"
        title={visibleString(debt.text)}
        onClick={() => void store.getState().jumpTo(debt.ask)}
      >
        <LineText text={kindLine(debt)} />
        {asked !== '' && <span className="dim"> · {asked}</span>}
      </button>
      <Chip protocol={debt.protocol} />
      <span className="how">
        {debt.anchor !== undefined && (
          <span>
            <AnchorButton label={debt.anchor.label} onOpen={() => void store.getState().openSource(debt.ask)} />
            {' · '}
          </span>
        )}
        <span>{age(debt.openedAt, now)}</span>
      </span>
    </li>
  )
}
