import type { HandlersOf } from '../../api/server.ts'
import { fail, ok, type Fault, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { EngineContext } from '../engine-context.ts'
import { dayOf } from '../flow/day.ts'
import type { Window } from '../flow/debts.ts'
import { knownNow } from '../flow/known.ts'
import { windowPage } from '../flow/window.ts'
import { askPast } from './past.ts'

/** Windows of time, and the density of a day. */
export function flowHandlers({ services, rooms }: EngineContext): HandlersOf<'flow'> {
  return {
    'flow.window': (query) => {
      const room = rooms.get(query.workspace)
      if (!room.ok) return room
      const checked = checkSpan(query, limits.flowWindow, 'to')
      if (!checked.ok) return checked
      const { workspace, asOf, ...window } = query
      if (asOf !== undefined) return askPast(room.value, services.now(), asOf, 'flow.window', window)
      return ok(windowPage(services, workspace, window, knownNow(room.value, services)))
    },
    'flow.day': ({ workspace, start, end, asOf }) => {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      const checked = checkSpan({ from: start, to: end }, limits.flowMinutes * 60_000, 'end')
      if (!checked.ok) return checked
      const window = { from: start, to: end }
      if (asOf !== undefined) return askPast(room.value, services.now(), asOf, 'flow.day', window)
      return ok(dayOf(services.journal, workspace, window, knownNow(room.value, services)))
    },
  }
}

function checkSpan({ from, to }: Window, most: number, field: string): Result<void> {
  const invalid = (message: string): { ok: false; fault: Fault } => fail('invalid', message, { field })
  if (to <= from) return invalid('The end must be later than the beginning.')
  return to - from > most ? invalid(`At most ${most / 3_600_000} hours can be read at once.`) : ok(undefined)
}
