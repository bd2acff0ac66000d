import type { Event } from '../../../core/event.ts'
import type { Need } from '../../../core/need.ts'
import { selectedRow } from '../needs/owed-need.ts'
import type { AppState } from '../screen.ts'

/** Of the command *Look from here*. */
export const lookKey = 'Shift+L'

/** The moment from which a row of *Needs me* shows what it was about: when it was asked. */
export function lookFromNeed(need: Need): number {
  return need.row?.debt.openedAt ?? need.since
}

/** The moment of an event: it was stored then, and nothing later. */
export function lookFromEvent(event: Event): number {
  return event.at
}

/** The moment of what is selected, ms; undefined: nothing is. */
export function lookFromOf(state: AppState): number | undefined {
  if (state.workspace === undefined) return undefined
  if (state.view === 'needs') {
    const row = selectedRow(state)
    if (row !== undefined) return lookFromNeed(row.need)
  }
  if (state.view === 'flow') {
    const mark = state.flowDrawn.marks.find(({ id }) => id === state.flow.mark)
    if (mark !== undefined) return mark.at
  }
  if (!['needs', 'feed', 'flow'].includes(state.view)) return undefined
  const event = state.selectedEvent()
  return event === undefined ? undefined : lookFromEvent(event)
}
