import type { HandlersOf } from '../../api/server.ts'
import type { Event } from '../../core/event.ts'
import { ok } from '../../core/fault.ts'
import type { EngineContext } from '../engine-context.ts'
import { journalFilter } from '../journal-filter.ts'
import { pageAsOf } from '../past/feed-page.ts'

/** Estimated size of one page: fewer rows when they are large, but at least one. */
const pageChars = 4 * 1024 * 1024

/** Pages of the feed, and search. */
export function feedHandlers({ services, rooms }: EngineContext): HandlersOf<'feed'> {
  return {
    'feed.page': ({ workspace, filter, asOf, ...place }) => {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      const stored = journalFilter(room.value, filter)
      // A name that belongs to no agent matches nothing; an empty list would match everything.
      if (stored.names?.length === 0 || stored.addressed?.length === 0) return ok({ events: [], hasBefore: false, hasAfter: false })
      const query = { workspace, filter: stored, ...place }
      const page = asOf === undefined ? services.journal.page(query) : pageAsOf(services.journal, query, asOf)
      const { events, cutFirst, cutLast } = fitPage(page.events, place)
      return ok({ events: events.map(room.value.links.placed), hasBefore: page.hasBefore || cutFirst, hasAfter: page.hasAfter || cutLast })
    },
    'feed.search': async (input) => {
      const room = rooms.get(input.workspace)
      if (!room.ok) return room
      const started = performance.now()
      const found = await services.journal.search({
        ...input,
        now: services.now(),
        unread: (below) => room.value.folds.unreadBelow(room.value.workspace().operator, below),
      })
      if (!found.ok) return found
      // Where the clock was set back, something that was stored later has an earlier time.
      const upTo = input.asOf === undefined ? Infinity : services.journal.cursorAt(input.workspace, input.asOf)
      const known = found.value.hits.filter(({ event }) => event.cursor <= upTo)
      const hits = known.map((hit) => ({
        event: room.value.links.placed(hit.event),
        matches: hit.matches.map(([from, to]): [number, number] => [from, to]),
      }))
      return ok({ ...found.value, hits, ms: Math.round((performance.now() - started) * 10) / 10 })
    },
  }
}

/** Trims an oversized page at the end farthest from where the reader asked, so that reading continues from there. */
function fitPage(
  all: readonly Event[],
  place: { readonly after?: number | undefined; readonly around?: number | undefined },
): { readonly events: Event[]; readonly cutFirst: boolean; readonly cutLast: boolean } {
  const events = [...all]
  let size = events.reduce((sum, event) => sum + weight(event), 0)
  let cutFirst = false
  let cutLast = false
  while (events.length > 1 && size > pageChars) {
    const atEnd = place.after !== undefined || (place.around !== undefined && isNearerToStart(events, place.around))
    const gone = atEnd ? events.pop() : events.shift()
    if (gone === undefined) break
    size -= weight(gone)
    if (atEnd) cutLast = true
    else cutFirst = true
  }
  return { events, cutFirst, cutLast }
}

function isNearerToStart(events: readonly Event[], ord: number): boolean {
  const at = events.findIndex((event) => event.ord >= ord)
  return at !== -1 && at < events.length / 2
}

function weight(event: Event): number {
  return 500 + event.raw.text.length * 2
}
