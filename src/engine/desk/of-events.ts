import type { Owing } from '../../api/desk.ts'
import { isMessage } from '../../core/event.ts'
import type { Reading } from '../services.ts'
import { ledgersOf } from './ledger.ts'
import type { DeskView } from './view.ts'

/** Of these messages, those that opened a debt that is open, each with how far it got. What the operator owes counts before what others owe. */
export function owingOf(workspace: string, view: DeskView, reading: Reading, ids: readonly string[]): Owing[] {
  const { openedBy } = view.lists
  const rows = new Map(ids.map((id) => [id, openedBy(id)] as const).filter(([, opened]) => opened.length > 0))
  const events = [...rows.keys()].flatMap((id) => reading.journal.event(id) ?? []).filter((event) => isMessage(event))
  const ledgers = ledgersOf(workspace, view, reading, events)
  const me = view.operatorId
  return events.flatMap(({ id }): Owing[] => {
    const opened = rows.get(id) ?? []
    const mine = opened.filter(({ debtor }) => debtor === me)
    const shown = mine.length > 0 ? mine : opened
    const steps = ledgers.get(id) ?? []
    if (steps.length === 0) return []
    return [
      {
        event: id,
        steps: steps.map(({ state }) => state),
        isMine: mine.length > 0,
        isOverdue: shown.some(({ life }) => life === 'overdue'),
      },
    ]
  })
}
