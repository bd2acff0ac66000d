import type { HandlersOf } from '../../api/server.ts'
import { fail, ok, type Fault, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { EngineContext } from '../engine-context.ts'
import { dayOf } from '../flow/day.ts'
import type { Window } from '../flow/debts.ts'
import { knownNow } from '../flow/known.ts'
import { windowPage } from '../flow/window.ts'

const noPast = fail('unsupported', 'The past cannot be shown yet.', { field: 'asOf' })

/** Windows of time, and the density of a day. */
export function flowHandlers({ services, rooms }: EngineContext): HandlersOf<'flow'> {
  return {
    'flow.window': (query) => {
      if (query.asOf !== undefined) return noPast
      const room = rooms.get(query.workspace)
      if (!room.ok) return room
      const checked = checkSpan(query, limits.flowWindow, 'to')
      if (!checked.ok) return checked
      return ok(windowPage(services, query.workspace, query, knownNow(room.value, services), room.value.links.list()))
    },
    'flow.day': ({ workspace, start, end, asOf }) => {
      if (asOf !== undefined) return noPast
      const room = rooms.get(workspace)
      if (!room.ok) return room
      const checked = checkSpan({ from: start, to: end }, limits.flowMinutes * 60_000, 'end')
      return checked.ok ? ok(dayOf(services.journal, workspace, { from: start, to: end }, knownNow(room.value, services))) : checked
    },
  }
}

function checkSpan({ from, to }: Window, most: number, field: string): Result<void> {
  const invalid = (message: string): { ok: false; fault: Fault } => fail('invalid', message, { field })
  if (to <= from) return invalid('The end must be later than the beginning.')
  return to - from > most ? invalid(`At most ${most / 3_600_000} hours can be read at once.`) : ok(undefined)
}
