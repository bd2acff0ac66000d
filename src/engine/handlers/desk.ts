import type { Output, Parsed } from '../../api/contract.ts'
import type { HandlersOf } from '../../api/server.ts'
import type { DebtRow } from '../../core/debt.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { askYourselfFor, deskDraftFor } from '../desk/draft.ts'
import { owingOf } from '../desk/of-events.ts'
import { rowsOfEvent } from '../desk/of-event.ts'
import { ledgerOf } from '../desk/ledger.ts'
import type { Lists } from '../desk/lists.ts'
import { viewNow, type DeskView } from '../desk/view.ts'
import { waitedFor, whoWaits } from '../desk/waits.ts'
import type { EngineContext } from '../engine-context.ts'
import type { Room } from '../room.ts'
import { readPast, storedLater } from './past.ts'

/** Events of one debt that are shown. */
const mostEvents = 200
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
  function viewed<T>(room: Room, asOf: number | undefined, read: (view: DeskView) => Result<T>): Result<T> | Promise<Result<T>> {
    if (asOf === undefined) return read(viewNow(room))
    return readPast(room, services.now(), asOf, read).then((done) => (done.ok ? done.value : done))
  }

  return {
    'desk.page': ({ workspace, asOf, ...query }) => {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      return viewed(room.value, asOf, ({ lists }) => pageOf(lists, query))
    },
    'desk.get': ({ workspace, key, asOf }) => {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      return viewed(room.value, asOf, ({ lists, debts }) => {
        const found = rowOf(lists, key)
        if (!found.ok) return found
        const row = found.value
        const ids = new Set(row.keys.flatMap((each) => [debts.get(each)?.ask, ...debts.actsOf(each).map((act) => act.event)]))
        const events = [...ids]
          .flatMap((id) => (id === undefined ? [] : (services.journal.event(id) ?? [])))
          .toSorted((a, b) => a.ord - b.ord)
        return ok({
          row,
          events: events.slice(-mostEvents).map(room.value.links.placed),
          waiting: whoWaits(row, lists).map((wait) => ({ ...wait, row: lists.whole(wait.row) })),
          waitsFor: waitedFor(row, lists).map((wait) => ({ ...wait, row: lists.whole(wait.row) })),
        })
      })
    },
    'desk.waits': ({ workspace, agent, asOf }) => {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      return viewed(room.value, asOf, ({ lists: { whole }, arrows, stuck }) => {
        const all = arrows()
        const wanted = agent === undefined ? all : all.filter(({ from, to }) => from === agent || to === agent)
        return ok({
          arrows: wanted.slice(0, limits.waitArrows).map(({ isLate: _isLate, row, ...arrow }) => ({
            ...arrow,
            ...(row !== undefined && { row: whole(row), ...(row.debt.anchor !== undefined && { anchor: row.debt.anchor }) }),
          })),
          hasMore: wanted.length > limits.waitArrows,
          stuck: [...stuck],
        })
      })
    },
    'desk.ofEvent': ({ event: id, asOf }) => {
      const found = rooms.ofEvent(id)
      if (!found.ok) return found
      const { room, event } = found.value
      return viewed(room, asOf, (view) =>
        event.cursor > view.cursor
          ? fail('not-found', storedLater)
          : ok({ rows: rowsOfEvent(view, services, event), ledger: [...ledgerOf(room, view, services, event)] }),
      )
    },
    'desk.ofEvents': ({ workspace, events, asOf }) => {
      const room = rooms.get(workspace)
      return room.ok ? viewed(room.value, asOf, (view) => ok(owingOf(room.value, view, services, events))) : room
    },
    'desk.mark': ({ workspace, keys, verb, until }) => {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      if (verb === 'snooze' && (until === undefined || until <= services.now()))
        return fail('invalid', 'Choose a time that is still to come.', { field: 'until' })
      if (until !== undefined && until > services.now() + longestSnoozeMs)
        return fail('invalid', 'Choose a time within a year.', { field: 'until' })
      const undo = room.value.desk.mark(keys, verb, until)
      if (undo === undefined) return fail('not-found', 'This is no longer kept.', { field: 'keys' })
      const about = new Set(keys)
      const said = services.journal
        .commands(workspace, ['sent', 'confirmed'])
        .filter(({ draft }) => draft.about !== undefined && about.has(draft.about.debt))
      return ok({ undo, sent: said.length })
    },
    'desk.unmark': ({ workspace, undo }) => {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      const restored = room.value.desk.unmark(undo)
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

function rowOf(lists: Lists, key: string): Result<DebtRow> {
  const row = lists.rowOf(key)
  return row === undefined ? fail('not-found', 'This is no longer kept.') : ok(lists.whole(row))
}

/** One page of a list. */
function pageOf(
  lists: Lists,
  { list, agent, source, before, limit }: Omit<Parsed<'desk.page'>, 'workspace' | 'asOf'>,
): Result<Output<'desk.page'>> {
  const all = lists.list(list)
  const isAsked = (row: DebtRow): boolean =>
    (agent === undefined || row.creditor === agent || row.debtor === agent) &&
    (source === undefined || row.keys.some((key) => key.startsWith(`${source}|`)))
  const rows = agent === undefined && source === undefined ? all : all.filter(isAsked)
  const from = before === undefined ? 0 : rows.findIndex(({ debt }) => debt.key === before) + 1
  if (before !== undefined && from === 0) return fail('conflict', 'The list has changed. Load it again.', { field: 'before' })
  return ok({ rows: rows.slice(from, from + limit).map(lists.whole), total: rows.length, hasMore: from + limit < rows.length })
}
