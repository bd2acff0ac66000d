import type { StoredLink } from '../../core/journal.ts'
import { limits } from '../../core/limits.ts'
import type { LinkContext } from '../../core/protocol.ts'
import type { Services } from '../services.ts'

/**
 * What a link can read of its own events in the journal, and its places in the order.
 * @param readOr calls the journal; when it fails, it returns the first value and gives the link up
 */
export function ownEvents(
  journal: Pick<Services['journal'], 'find' | 'head' | 'sinceOf' | 'reserveOrder'>,
  { id, workspace }: Pick<StoredLink, 'id' | 'workspace'>,
  readOr: <T>(otherwise: T, use: () => T) => T,
): Pick<LinkContext, 'stored' | 'reserveOrder'> {
  return {
    reserveOrder: (size) => readOr(0, () => journal.reserveOrder(size)),
    stored: {
      find: (wireId) => readOr(undefined, () => journal.find(id, wireId)),
      head: () => readOr(0, () => journal.head(workspace)),
      *since(mark) {
        for (let from = mark; ;) {
          const events = readOr([], () => journal.sinceOf(id, from, limits.pageRows))
          yield* events
          const last = events.at(-1)
          if (last === undefined) return
          from = last.cursor
        }
      },
    },
  }
}
