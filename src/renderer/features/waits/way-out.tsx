import { useId } from 'react'
import type { WaitArrowRow } from '../../../api/desk.ts'
import type { DebtRow } from '../../../core/debt.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { NameField } from '../../ui/name-field.tsx'
import { age, counted, plain } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { AlsoSent } from '../composer/also-sent.tsx'
import { useNameOptions } from '../composer/use-name-options.ts'
import { WireWarnings } from '../composer/wire-text.tsx'
import { nameOf } from '../needs/named-agent.tsx'
import { useNow } from '../state/clock.ts'
import { useApp } from '../state/store.ts'
import type { FreeAgent } from './free-agent.ts'
import type { Way, WayMessage } from './use-way-message.ts'

interface WayOutProps {
  readonly arrow: WaitArrowRow
  readonly row: DebtRow
  /** It waits itself, so a reminder will hardly help. */
  readonly isWaiting: boolean
  readonly ways: readonly Way[]
  /** Who could do it instead. */
  readonly free: FreeAgent | undefined
  readonly number: number
  readonly message: WayMessage
}

const wayLabels: Readonly<Record<Way, string>> = { answer: 'Answer', nudge: 'Nudge', reassign: 'Reassign', break: 'Break' }

/** What the operator can do about one wait, the cheapest first, with the exact text of the chosen one. */
export function WayOut({ arrow, row, isWaiting, ways, free, number, message }: WayOutProps): React.JSX.Element {
  const debtor = useApp((state) => nameOf(state, arrow.to))
  const creditor = useApp((state) => nameOf(state, arrow.from))
  const id = useId()
  const now = useNow(60_000)
  const why = free === undefined ? undefined : freeWords(free, now)
  const { way, text, wire, fault, frees, also } = message
  const about: Readonly<Record<Way, string>> = {
    answer: `for ${debtor}: ${frees > 1 ? `frees ${counted(frees, 'agent')}` : `frees ${creditor}`}`,
    nudge: isWaiting ? `${debtor}: unlikely to help, it waits itself` : debtor,
    reassign: why === undefined ? `to somebody else instead of ${debtor}` : `to ${free?.name ?? ''}: ${why}`,
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
            <input
              type="radio"
              name={id}
              value={each}
              checked={each === way}
              onChange={() => message.choose(each, each === 'reassign' ? free?.name : undefined)}
            />
            <b>{wayLabels[each]}</b>
            <span className="mid cut" title={visibleString(about[each])}>
              <VisibleText text={about[each]} />
            </span>
          </label>
        ))}
      </fieldset>
      {way === 'reassign' && <Target key={row.debt.key} row={row} message={message} why={free?.name === message.to ? why : undefined} />}
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
          {way === 'reassign' && message.to === undefined ? 'Choose who should do it.' : 'The exact text appears here.'}
        </p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <pre className="raw" aria-label="Text that will be written" tabIndex={0}>
          <VisibleText text={wire.wire.trim()} />
        </pre>
      )}
      <WireWarnings wire={wire} />
      {message.isReady && also.map((one, at) => <AlsoSent key={at} source={one.source} draft={one.draft} />)}
      {fault !== undefined && <FieldFault fault={fault} />}
    </>
  )
}

/** Why somebody counts as free. */
function freeWords({ agent: { status, lastSeen = 0 }, hasRole }: FreeAgent, now: number): string {
  const seen = status.word === 'idle' ? `idle ${age(status.since ?? lastSeen, now)}` : `spoke ${age(lastSeen, now)} ago`
  return plain([...(hasRole ? ['same role'] : []), 'owes nothing', seen].join(', '))
}

function Target({ row, message, why }: Pick<WayOutProps, 'row' | 'message'> & { readonly why: string | undefined }): React.JSX.Element {
  const options = useNameOptions(row.debt.source)
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>To</label>
      <NameField
        label="To"
        names={message.to === undefined ? [] : [message.to]}
        options={options.filter(({ agent, name }) => agent?.isOperator !== true && name !== row.debt.debtor)}
        isSingle
        placeholder="Name of an agent"
        onChange={([chosen]) => message.address(chosen)}
      />
      {why !== undefined && (
        <p className="small dim">
          Suggested: <VisibleText text={why} />
        </p>
      )}
    </div>
  )
}
