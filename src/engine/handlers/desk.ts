import type { HandlersOf } from '../../api/server.ts'
import type { DebtRow } from '../../core/debt.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { askYourselfFor, deskDraftFor } from '../desk/draft.ts'
import { deskReads, rowOf } from '../desk/reads.ts'
import { viewNow, type DeskView } from '../desk/view.ts'
import type { EngineContext } from '../engine-context.ts'
import type { Room } from '../room.ts'
import type { PastInput, PastOutput } from '../past/reads.ts'
import type { Reading } from '../services.ts'
import { askPast } from './past.ts'

/** The longest snooze, ms. */
const longestSnoozeMs = 366 * 24 * 60 * 60_000

/** Who owes whom, and what the operator decides about it. */
export function deskHandlers({ services, rooms, notices }: EngineContext): HandlersOf<'desk'> {
  function rowIn(workspace: string, key: string): Result<{ readonly room: Room; readonly row: DebtRow }> {
    const room = rooms.get(workspace)
    if (!room.ok) return room
    const row = rowOf(room.value.desk.lists(), key)
    return row.ok ? ok({ room: room.value, row: row.value }) : row
  }

  /** Reads the desk of a room now, or as of a moment, ms. */
  function read<M extends keyof typeof deskReads>(
    room: Room,
    asOf: number | undefined,
    method: M,
    input: PastInput<M>,
  ): Result<PastOutput<M>> | Promise<Result<PastOutput<M>>> {
    if (asOf !== undefined) return askPast(room, services.now(), asOf, method, input)
    const now = deskReads[method] as (...given: [DeskView, Reading, string, PastInput<M>]) => Result<PastOutput<M>>
    return now(viewNow(room), services, room.id, input)
  }

  return {
    'desk.page': ({ workspace, asOf, ...query }) => {
      const room = rooms.get(workspace)
      return room.ok ? read(room.value, asOf, 'desk.page', query) : room
    },
    'desk.get': async ({ workspace, key, asOf }) => {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      const found = await read(room.value, asOf, 'desk.get', { key })
      return found.ok ? ok({ ...found.value, events: found.value.events.map(room.value.links.placed) }) : found
    },
    'desk.waits': ({ workspace, agent, asOf }) => {
      const room = rooms.get(workspace)
      return room.ok ? read(room.value, asOf, 'desk.waits', { agent }) : room
    },
    'desk.ofEvent': ({ event, asOf }) => {
      const found = rooms.ofEvent(event)
      return found.ok ? read(found.value.room, asOf, 'desk.ofEvent', { event: found.value.event }) : found
    },
    'desk.ofEvents': ({ workspace, events, asOf }) => {
      const room = rooms.get(workspace)
      return room.ok ? read(room.value, asOf, 'desk.ofEvents', { events }) : room
    },
    'desk.mark': ({ workspace, keys, verb, until }, caller) => {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      if (verb === 'snooze' && (until === undefined || until <= services.now()))
        return fail('invalid', 'Choose a time that is still to come.', { field: 'until' })
      if (until !== undefined && until > services.now() + longestSnoozeMs)
        return fail('invalid', 'Choose a time within a year.', { field: 'until' })
      const undo = room.value.desk.mark(keys, verb, until, caller.id)
      if (!undo.ok) return undo
      room.value.hub.decided()
      const about = new Set(keys)
      const said = services.journal
        .commands(workspace, ['sent', 'confirmed'])
        .filter(({ draft }) => draft.about !== undefined && about.has(draft.about.debt))
      return ok({ undo: undo.value, sent: said.length })
    },
    'desk.unmark': ({ workspace, undo }) => {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      const restored = room.value.desk.unmark(undo)
      if (restored !== undefined) room.value.hub.decided()
      return restored === undefined ? fail('not-found', 'This can no longer be taken back.') : ok({ restored })
    },
    'desk.draft': ({ workspace, key, intent, to }) => {
      const room = rooms.get(workspace)
      const stopped = room.ok ? room.value.desk.needs().find(({ id, source }) => id === key && source === 'stopped') : undefined
      if (room.ok && stopped !== undefined) return askYourselfFor(room.value, services, stopped)
      const found = rowIn(workspace, key)
      return found.ok ? deskDraftFor(found.value.room, services, found.value.row, key, intent, to) : found
    },
    'desk.here': (here, caller) => {
      const room = rooms.get(here.workspace)
      if (!room.ok) return room
      notices.here(caller.id, here)
      return ok({})
    },
    'desk.testNotice': (_input, caller) => notices.test(caller.id),
    'desk.limits': ({ workspace }) => {
      const room = rooms.get(workspace)
      return room.ok ? ok(room.value.desk.limits()) : room
    },
    'desk.setLimits': ({ workspace, limits: set }) => {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      room.value.desk.setLimits(set)
      return ok(set)
    },
  }
}
