import type { Output } from '../../api/contract.ts'
import type { HandlersOf } from '../../api/server.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import type { NotRecorded } from '../../core/flow.ts'
import { limits } from '../../core/limits.ts'
import type { EngineContext } from '../engine-context.ts'
import { debtsOf } from '../flow/debts.ts'
import { knownNow } from '../flow/known.ts'
import type { PastKnown } from '../past/past.ts'
import { momentsOfDebts, nextEvent, nextFault, nextMoment } from '../past/step.ts'
import type { Room } from '../room.ts'

/** Why the past has nothing of an event. */
export const storedLater = 'This was stored later than that moment.'

/** The workspace as it was. */
export function pastHandlers({ services, rooms }: EngineContext): HandlersOf<'past'> {
  return {
    'past.state': async ({ workspace, asOf }) => {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      const read = (known: PastKnown): Output<'past.state'> => stateOf(room.value, known, services.journal.begin(workspace))
      return readPast(room.value, services.now(), asOf, read)
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

/** Reads a room as of a moment, which must be over. */
export async function readPast<T>(room: Room, now: number, asOf: number, read: (known: PastKnown) => T): Promise<Result<T>> {
  if (asOf > now) return fail('invalid', 'This moment is still to come.', { field: 'asOf' })
  return ok(await room.past.read(asOf, read))
}

/** What the screen shows of a moment. `room` gives the links. */
export function stateOf(
  room: { readonly links: Pick<Room['links'], 'list'> },
  known: PastKnown,
  begin: number | undefined,
): Output<'past.state'> {
  const { at, cursor, counts, lists, needs, stuck, lamps } = known
  const links = room.links.list().map(({ id }) => {
    const status = lamps.get(id)
    return { id, ...(status !== undefined && { status }) }
  })
  const notRecorded: NotRecorded[] = [
    ...(begin === undefined || begin > at ? [{ what: 'messages' as const, ...(begin !== undefined && { until: begin }) }] : []),
    ...links.filter(({ status }) => status === undefined).map(({ id }) => ({ what: 'lamps' as const, link: id })),
    { what: 'unread' },
    { what: 'approvals' },
  ]
  return {
    asOf: at,
    cursor,
    messages: counts.messages(),
    today: counts.today(at),
    agents: [...known.agents.agents],
    conversations: known.conversations
      .toSorted((a, b) => b.lastOrd - a.lastOrd)
      .slice(0, limits.conversationsListed)
      .map((row) => ({ ...row, members: [...row.members] })),
    links,
    needs: needs.slice(0, limits.needs),
    counts: {
      needs: needs.length,
      owed: lists.owed,
      overdue: lists.overdue,
      overdueByOthers: lists.overdueByOthers,
      stuck: stuck.length,
    },
    debts: [...lists.agents],
    stuck: needs.flatMap((need) => need.stuck ?? []).slice(0, limits.stuck),
    notRecorded,
  }
}
