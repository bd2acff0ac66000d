import { useId, useState } from 'react'
import type { WaitArrowRow } from '../../../api/desk.ts'
import type { DebtRow } from '../../../core/debt.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { NameField } from '../../ui/name-field.tsx'
import { counted } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { useNameOptions } from '../composer/use-name-options.ts'
import '../composer/composer.css'
import { WireWarnings } from '../composer/wire-text.tsx'
import { nameOf } from '../needs/named-agent.tsx'
import { useApp } from '../state/store.ts'
import type { Way, WayMessage } from './use-way-message.ts'

interface WayOutProps {
  readonly arrow: WaitArrowRow
  readonly row: DebtRow
  /** It waits itself, so a reminder will hardly help. */
  readonly isWaiting: boolean
  readonly ways: readonly Way[]
  readonly number: number
  readonly message: WayMessage
}

const wayLabels: Readonly<Record<Way, string>> = { answer: 'Answer', nudge: 'Nudge', reassign: 'Reassign', break: 'Break' }

/** What the operator can do about one wait, the cheapest first, with the exact text of the chosen one. */
export function WayOut({ arrow, row, isWaiting, ways, number, message }: WayOutProps): React.JSX.Element {
  const debtor = useApp((state) => nameOf(state, arrow.to))
  const creditor = useApp((state) => nameOf(state, arrow.from))
  const id = useId()
  const { way, text, wire, fault, frees } = message
  const about: Readonly<Record<Way, string>> = {
    answer: `for ${debtor}: ${frees > 1 ? `frees ${counted(frees, 'agent')}` : `frees ${creditor}`}`,
    nudge: isWaiting ? `${debtor}: unlikely to help, it waits itself` : debtor,
    reassign: `to somebody else; ${debtor} leaves it`,
    break: `tell ${creditor} to go on without it`,
  }
  return (
    <>
      <h3>
        Way out <span className="end dim">for wait {number}</span>
      </h3>
      <fieldset className="w-ways">
        <legend className="sr">Way out</legend>
        {ways.map((each) => (
          <label key={each} className={each === way ? 'on' : ''}>
            <input type="radio" name={id} value={each} checked={each === way} onChange={() => message.choose(each)} />
            <b>{wayLabels[each]}</b>
            <span className="mid cut">
              <VisibleText text={about[each]} />
            </span>
          </label>
        ))}
      </fieldset>
      {way === 'reassign' && <Target key={row.debt.key} row={row} message={message} />}
      <textarea
        className="in area w-text"
        aria-label="Message"
        rows={3}
        value={text}
        placeholder={way === 'answer' ? `What ${visibleString(debtor)} would answer` : 'Write a message'}
        onChange={(event) => message.write(event.currentTarget.value)}
      />
      {wire === undefined ? (
        <p className="wire-hint small dim">
          {way === 'reassign' && message.to === undefined ? 'Choose who shall do it.' : 'The exact text appears here.'}
        </p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <pre className="raw" aria-label="Text that will be written" tabIndex={0}>
          <VisibleText text={wire.wire.trim()} />
        </pre>
      )}
      <WireWarnings wire={wire} />
      {fault !== undefined && <FieldFault fault={fault} />}
    </>
  )
}

function Target({ row, message }: Pick<WayOutProps, 'row' | 'message'>): React.JSX.Element {
  const options = useNameOptions(row.debt.source)
  const [names, setNames] = useState<readonly string[]>([])
  return (
    <div className="field">
      <NameField
        label="To"
        names={names}
        options={options.filter(({ agent, name }) => agent?.isOperator !== true && name !== row.debt.debtor)}
        isSingle
        placeholder="Name of an agent"
        onChange={(chosen) => {
          setNames(chosen)
          message.address(chosen[0])
        }}
      />
    </div>
  )
}
