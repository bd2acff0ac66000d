import type { Output } from '../../api/contract.ts'
import type { HandlersOf } from '../../api/server.ts'
import { fail, ok, type Fault, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { EngineContext } from '../engine-context.ts'
import { dayOf } from '../flow/day.ts'
import type { Window } from '../flow/debts.ts'
import { knownNow, type Known } from '../flow/known.ts'
import { windowPage } from '../flow/window.ts'
import { readPast } from './past.ts'

/** Windows of time, and the density of a day. */
export function flowHandlers({ services, rooms }: EngineContext): HandlersOf<'flow'> {
  return {
    'flow.window': (query) => {
      const room = rooms.get(query.workspace)
      if (!room.ok) return room
      const checked = checkSpan(query, limits.flowWindow, 'to')
      if (!checked.ok) return checked
      const { workspace, asOf } = query
      const read = (known: Known): Output<'flow.window'> => windowPage(services, workspace, query, known, room.value.links.list())
      return asOf === undefined ? ok(read(knownNow(room.value, services))) : readPast(room.value, services.now(), asOf, read)
    },
    'flow.day': ({ workspace, start, end, asOf }) => {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      const checked = checkSpan({ from: start, to: end }, limits.flowMinutes * 60_000, 'end')
      if (!checked.ok) return checked
      const read = (known: Known): Output<'flow.day'> => dayOf(services.journal, workspace, { from: start, to: end }, known)
      return asOf === undefined ? ok(read(knownNow(room.value, services))) : readPast(room.value, services.now(), asOf, read)
    },
  }
}

function checkSpan({ from, to }: Window, most: number, field: string): Result<void> {
  const invalid = (message: string): { ok: false; fault: Fault } => fail('invalid', message, { field })
  if (to <= from) return invalid('The end must be later than the beginning.')
  return to - from > most ? invalid(`At most ${most / 3_600_000} hours can be read at once.`) : ok(undefined)
}
