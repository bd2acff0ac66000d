import type { Event } from '../../../core/event.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { DebtWaits } from '../needs/wait-tree.tsx'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'

/** More debts of one message are not drawn. */
const mostShown = 5

/** Who waits for what a message asks, and what that waits for. */
export function WaitsTab({ event }: { readonly event: Event }): React.JSX.Element {
  const revision = useApp((state) => String(state.state?.desk.revision))
  const isRebuilding = useApp((state) => state.state?.desk.rebuilding !== undefined)
  const answer = useAnswer('desk.ofEvent', { event: event.id }, revision)
  if (answer === undefined) return <p className="small dim" aria-busy="true" />
  if (!answer.ok) return <FieldFault fault={answer.fault} />
  const open = answer.value.rows.filter(({ debt }) => debt.state === 'open')
  if (open.length === 0 && isRebuilding) return <p className="small dim">Reading…</p>
  if (open.length === 0) return <p className="small dim">Nobody waits because of this message.</p>
  return (
    <>
      {open.slice(0, mostShown).map(({ debt }) => (
        <DebtWaits key={debt.key} debt={debt.key} />
      ))}
    </>
  )
}
