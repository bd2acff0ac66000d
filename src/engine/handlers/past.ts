import type { HandlersOf } from '../../api/server.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { EngineContext } from '../engine-context.ts'
import { debtsOf } from '../flow/debts.ts'
import { knownNow } from '../flow/known.ts'
import type { PastInput, PastMethod, PastOutput } from '../past/reads.ts'
import { momentsOfDebts, nextEvent, nextFault, nextMoment } from '../past/step.ts'
import type { Room } from '../room.ts'

/** The workspace as it was. */
export function pastHandlers({ services, rooms }: EngineContext): HandlersOf<'past'> {
  return {
    'past.state': ({ workspace, asOf }) => {
      const room = rooms.get(workspace)
      return room.ok ? askPast(room.value, services.now(), asOf, 'past.state', {}) : room
    },
    'past.step': ({ workspace, ...query }) => {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      const { journal, protocols } = services
      const now = services.now()
      const { to, at: from, by } = query
      const debts = (what: 'owed' | 'failure'): number[] =>
        momentsOfDebts(debtsOf(knownNow(room.value, services), { from: by > 0 ? from : 0, to: now + 1 }, protocols).debts, what, now)
      const moments = (): (number | undefined)[] => {
        if (to === 'event') return [nextEvent(journal, workspace, query)]
        return to === 'owed' ? debts('owed') : [...debts('failure'), nextFault(journal, workspace, query)]
      }
      const at = nextMoment(
        moments().filter((moment) => moment !== undefined),
        from,
        by,
      )
      return ok(at === undefined || at > now ? {} : { at })
    },
  }
}

/** Asks about a room as of a moment, which must be over. */
export function askPast<M extends PastMethod>(
  room: Pick<Room, 'past'>,
  now: number,
  asOf: number,
  method: M,
  input: PastInput<M>,
): Promise<Result<PastOutput<M>>> {
  if (asOf > now) return Promise.resolve(fail('invalid', 'This moment is still to come.', { field: 'asOf' }))
  return room.past.ask(method, asOf, input)
}
