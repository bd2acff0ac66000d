import type { Handlers, Server } from '../api/server.ts'
import { fail, ok } from '../core/fault.ts'
import { agentHandlers } from './handlers/agents.ts'
import { appHandlers } from './handlers/app.ts'
import { archiveHandlers } from './handlers/archives.ts'
import { caseHandlers } from './handlers/case.ts'
import { conversationHandlers } from './handlers/conversations.ts'
import { deskHandlers } from './handlers/desk.ts'
import { eventHandlers } from './handlers/events.ts'
import { feedHandlers } from './handlers/feed.ts'
import { flowHandlers } from './handlers/flow.ts'
import { gateHandlers } from './handlers/gate.ts'
import { haltHandlers } from './handlers/halt.ts'
import { inviteHandlers } from './handlers/invites.ts'
import { linkHandlers } from './handlers/links.ts'
import { messageHandlers } from './handlers/messages.ts'
import { pastHandlers } from './handlers/past.ts'
import { simulationHandlers } from './handlers/simulations.ts'
import { workspaceHandlers } from './handlers/workspaces.ts'
import { JournalError } from '../core/journal.ts'
import { tryJournal } from './journal-fault.ts'
import type { EngineContext } from './engine-context.ts'

type AnyHandler = (input: unknown, caller: unknown) => unknown

/** What the engine offers to every wire. Once `isClosed` returns true, every call is a fault. */
export function engineServer(context: EngineContext, isClosed: () => boolean): Server {
  const handlers: Handlers = {
    ...appHandlers(context),
    ...workspaceHandlers(context),
    ...feedHandlers(context),
    ...eventHandlers(context),
    ...conversationHandlers(context),
    ...agentHandlers(context),
    ...linkHandlers(context),
    ...messageHandlers(context),
    ...deskHandlers(context),
    ...flowHandlers(context),
    ...haltHandlers(context),
    ...inviteHandlers(context),
    ...pastHandlers(context),
    ...gateHandlers(context),
    ...archiveHandlers(context),
    ...caseHandlers(context),
    ...simulationHandlers(context),
  }
  const closed = fail('unavailable', 'Patchbay is shutting down.')
  return {
    handlers: guardAll(handlers, () => (isClosed() ? closed : undefined)),
    subscribe(subscription, send, caller) {
      if (isClosed()) return closed
      const room = context.rooms.get(subscription.workspace)
      if (!room.ok) return room
      const followed = tryJournal(() => room.value.hub.follow(subscription, send))
      if (!followed.ok) return followed
      const leave = context.notices.joined(caller.id, subscription.workspace, send)
      return ok({
        ...followed.value,
        end() {
          leave()
          followed.value.end()
        },
      })
    },
  }
}

/**
 * Turns `JournalError` into a fault that the method returns: handlers, and what only they call, let it through. `tryJournal` is for code that must undo
 * something or continue after the failure, and for code that also runs without a caller (links, timers, the start), where nobody else would catch it.
 */
function guardAll(handlers: Handlers, refuse: () => unknown): Handlers {
  const guarded = Object.entries(handlers).map(([method, handler]) => {
    const run = handler as unknown as AnyHandler
    const guard: AnyHandler = async (input, caller) => {
      const refused = refuse()
      if (refused !== undefined) return refused
      try {
        return await run(input, caller)
      } catch (thrown) {
        if (thrown instanceof JournalError) return { ok: false, fault: thrown.fault }
        throw thrown
      }
    }
    return [method, guard] as const
  })
  return Object.fromEntries(guarded) as unknown as Handlers
}
