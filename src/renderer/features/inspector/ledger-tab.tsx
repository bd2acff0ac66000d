import type { Event } from '../../../core/event.ts'
import type { LedgerStep } from '../../../core/ledger.ts'
import { Ledger, type LedgerLine } from '../common/ledger.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { EventDebts } from './event-debts.tsx'
import { useAnswer } from '../state/use-answer.ts'
import { useApp } from '../state/store.ts'

/** What a message opened, moved or ended between its parties, and how far it got. */
export function LedgerTab({ event }: { readonly event: Event }): React.JSX.Element {
  const revision = useApp((state) => `${state.state?.desk.revision} ${state.state?.cursor}`)
  const answer = useAnswer('desk.ofEvent', { event: event.id }, revision)
  if (answer === undefined) return <p className="small dim" aria-busy="true" />
  if (!answer.ok) return <FieldFault fault={answer.fault} />
  const { rows, ledger } = answer.value
  return (
    <>
      {rows.length > 0 && <EventDebts event={event} rows={rows} />}
      <h3>How far it got</h3>
      <Ledger lines={ledger.map(lineOf)} />
      <p className="small dim note">Disc: proven. Ring: not yet. Dash: nothing here would show it.</p>
    </>
  )
}

function lineOf({ step, state, how, at, by }: LedgerStep): LedgerLine {
  return {
    step,
    state: state === 'yes' ? 'yes' : state === 'not yet' ? 'no' : 'unknown',
    how: by === undefined || how.includes(by) ? how : `${by}: ${how}`,
    ...(at !== undefined && { at }),
  }
}
