import type { Output, Parsed } from '../../api/contract.ts'
import type { DebtRow } from '../../core/debt.ts'
import type { Event } from '../../core/event.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { Reading } from '../services.ts'
import { ledgerOf } from './ledger.ts'
import type { Lists } from './lists.ts'
import { rowsOfEvent } from './of-event.ts'
import { owingOf } from './of-events.ts'
import type { DeskView } from './view.ts'
import { waitedFor, whoWaits } from './waits.ts'

/** Why the past has nothing of an event. */
export const storedLater = 'This was stored later than that moment.'
/** Events of one debt that are shown. */
const mostEvents = 200

/** What can be read of a desk, by the method that asks for it: as it is now, and as it was. */
export const deskReads = {
  /** One page of a list. */
  'desk.page'(
    { lists }: DeskView,
    { journal }: Reading,
    _workspace: string,
    { list, agent, side, source, before, limit }: Omit<Parsed<'desk.page'>, 'workspace' | 'asOf'>,
  ): Result<Output<'desk.page'>> {
    const all = lists.list(list)
    const isAsked = (row: DebtRow): boolean =>
      (agent === undefined || (side !== 'owes' && row.creditor === agent) || (side !== 'owed' && row.debtor === agent)) &&
      (source === undefined || row.keys.some((key) => key.startsWith(`${source}|`)))
    const rows = agent === undefined && source === undefined ? all : all.filter(isAsked)
    const from = before === undefined ? 0 : rows.findIndex(({ debt }) => debt.key === before) + 1
    if (before !== undefined && from === 0) return fail('conflict', 'The list has changed. Load it again.', { field: 'before' })
    const page = rows.slice(from, from + limit).map(lists.whole)
    return ok({
      rows: list === 'closed' ? page.map((row) => withEndAnchor(row, journal)) : page,
      total: rows.length,
      hasMore: from + limit < rows.length,
    })
  },
  /** A debt with its events, and who waits for it. The anchors of the events are those of the journal. */
  'desk.get'(
    { lists, debts }: DeskView,
    { journal }: Reading,
    _workspace: string,
    { key }: { readonly key: string },
  ): Result<Output<'desk.get'>> {
    const found = rowOf(lists, key)
    if (!found.ok) return found
    const row = found.value
    const ids = new Set(row.keys.flatMap((each) => [debts.get(each)?.ask, ...debts.actsOf(each).map((act) => act.event)]))
    const events = [...ids].flatMap((id) => (id === undefined ? [] : (journal.event(id) ?? []))).toSorted((a, b) => a.ord - b.ord)
    return ok({
      row,
      events: events.slice(-mostEvents),
      waiting: whoWaits(row, lists).map((wait) => ({ ...wait, row: lists.whole(wait.row) })),
      awaited: waitedFor(row, lists).map((wait) => ({ ...wait, row: lists.whole(wait.row) })),
    })
  },
  /** Who waits for whom. */
  'desk.waits'(
    { lists: { whole }, arrows, stuck }: DeskView,
    _reading: Reading,
    _workspace: string,
    { agent }: { readonly agent?: string | undefined },
  ): Result<Output<'desk.waits'>> {
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
  },
  /** The debts of an event, and how far it got. */
  'desk.ofEvent'(
    view: DeskView,
    reading: Reading,
    workspace: string,
    { event }: { readonly event: Event },
  ): Result<Output<'desk.ofEvent'>> {
    if (event.cursor > view.cursor) return fail('not-found', storedLater)
    return ok({ rows: rowsOfEvent(view, reading, event), ledger: [...ledgerOf(workspace, view, reading, event)] })
  },
  /** How far messages got that opened a debt. */
  'desk.ofEvents'(
    view: DeskView,
    reading: Reading,
    workspace: string,
    { events }: { readonly events: readonly string[] },
  ): Result<Output<'desk.ofEvents'>> {
    return ok(owingOf(workspace, view, reading, events))
  },
}

/** A row that says where the event that ended it is. */
function withEndAnchor(row: DebtRow, journal: Pick<Reading['journal'], 'event'>): DebtRow {
  const end = row.debt.end?.event
  const anchor = end === undefined ? undefined : journal.event(end)?.raw.anchor
  return anchor === undefined ? row : { ...row, endAnchor: anchor }
}

/** The whole row that a debt is in. */
export function rowOf(lists: Lists, key: string): Result<DebtRow> {
  const row = lists.rowOf(key)
  return row === undefined ? fail('not-found', 'This item is no longer stored.') : ok(lists.whole(row))
}
