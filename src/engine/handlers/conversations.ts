import type { HandlersOf } from '../../api/server.ts'
import { agentOf } from '../../core/fold/agents.ts'
import type { ConversationRow } from '../../core/fold/conversations.ts'
import { ok } from '../../core/fault.ts'
import type { EngineContext } from '../engine-context.ts'

/** Read marks. */
export function conversationHandlers({ rooms }: EngineContext): HandlersOf<'conversations'> {
  return {
    'conversations.markRead': ({ workspace, filter, upTo }) => {
      const found = rooms.get(workspace)
      if (!found.ok) return found
      const room = found.value
      const aliases = room.folds.aliases()
      const matches = (row: ConversationRow): boolean =>
        (filter.source === undefined || row.source === filter.source) &&
        (filter.conversation === undefined || row.id === filter.conversation) &&
        filter.without?.includes(row.protocol) !== true &&
        (filter.agent === undefined || row.members.some((name) => agentOf(aliases, row.source, name) === filter.agent))
      const own = filter.forYou === true ? new Set(room.folds.onlyForYou(room.workspace().operator)) : undefined
      const ids = [...room.folds.conversations.rows()].filter((row) => matches(row) && own?.has(row.id) !== false).map((row) => row.id)
      room.folds.markRead(ids, upTo)
      room.hub.changed()
      return ok({})
    },
    'conversations.markUnread': async ({ event }) => {
      const found = rooms.ofEvent(event)
      if (!found.ok) return found
      await found.value.room.folds.markUnread(found.value.event)
      found.value.room.hub.changed()
      return ok({})
    },
  }
}
