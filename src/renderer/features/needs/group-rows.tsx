import type { DebtRow } from '../../../core/debt.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { clockTime, count } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { useStoreApi, useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'

const shownKeys = 10

/** The debts that one row stands for, the oldest first. */
export function GroupRows({ row }: { readonly row: DebtRow }): React.JSX.Element {
  const shown = row.keys.slice(0, shownKeys)
  const left = Math.max(0, row.asked - shown.length)
  return (
    <ul className="group" aria-label="Asked">
      {shown.map((key) => (
        <GroupRow key={key} debt={key} />
      ))}
      {left > 0 && shown.length > 1 && <li className="small dim">and {count(left)} more</li>}
    </ul>
  )
}

function GroupRow({ debt }: { readonly debt: string }): React.JSX.Element {
  const store = useStoreApi()
  const workspace = useApp((state) => state.workspace)
  const answer = useAnswer('desk.get', workspace === undefined ? undefined : { workspace, key: debt })
  if (answer === undefined) return <li className="small dim">…</li>
  if (!answer.ok) {
    return (
      <li>
        <FieldFault fault={answer.fault} />
      </li>
    )
  }
  const { events } = answer.value
  return (
    <>
      {events
        .filter(({ body }) => body.kind === 'message')
        .slice(0, shownKeys)
        .map(({ id, at, body, raw }) => (
          <li key={id} className="small">
            <time className="mono dim">{clockTime(at)}</time>
            <span className="cut">{body.kind === 'message' && <LineText text={body.text.split('\n')[0] ?? ''} />}</span>
            {raw.anchor !== undefined && <AnchorButton label={raw.anchor.label} onOpen={() => void store.getState().jumpTo(id)} />}
          </li>
        ))}
    </>
  )
}
