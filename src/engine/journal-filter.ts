import type { FeedFilter } from '../api/contract.ts'
import { agentOf } from '../core/fold/agents.ts'
import { nameKey } from '../core/fold/names.ts'
import type { FeedFilter as JournalFilter } from '../core/journal.ts'
import type { Room } from './room.ts'

const rawKinds = ['message', 'comment', 'presence', 'profile', 'marker', 'fault', 'receipt', 'notice', 'stream', 'lamp']

/** Translates the filter for the journal: an agent becomes all of its names. */
export function journalFilter(room: Room, filter: FeedFilter): JournalFilter {
  const aliases = room.folds.aliases()
  const names =
    filter.agent === undefined
      ? undefined
      : [...room.folds.names.rows()]
          .filter((row) => agentOf(aliases, row.source, row.name) === filter.agent)
          .map((row) => nameKey(row.source, row.name))
  return {
    ...(filter.source !== undefined && { source: filter.source }),
    ...(filter.conversation !== undefined && { conversation: filter.conversation }),
    ...(names !== undefined && { names }),
    ...(filter.forYou === true && { addressed: [...room.folds.own(room.workspace().operator)] }),
    ...(filter.without !== undefined && { without: filter.without }),
    ...(filter.raw === true && { kinds: rawKinds }),
    ...(filter.faults === true && { kinds: ['fault'] }),
  }
}
