import type { HandlersOf } from '../../api/server.ts'
import { isMessage } from '../../core/event.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { RecentMap } from '../../core/recent-map.ts'
import { whyOvertaken } from '../desk/overtaken.ts'
import type { EngineContext } from '../engine-context.ts'
import type { Room } from '../room.ts'

/** Windows that were told why a message is not sent again yet. */
const toldKept = 200

/** The operator's messages. */
export function messageHandlers({ services, rooms }: EngineContext): HandlersOf<'messages'> {
  /** After *Cut*, nothing is sent, not even what the operator writes; a lower halt leaves the operator's messages alone. */
  function whyCut(workspace: string): Result<never> | undefined {
    const cut = services.halts.refusing(workspace).find(({ level }) => level === 'cut')
    return cut === undefined ? undefined : fail('refused', `Halted (${cut.id}) with every link cut: nothing is sent until you resume.`)
  }

  /** By window and message: what it was told. */
  const told = new RecentMap<string, string>(toldKept)

  /** Why a message that was not sent is not sent again: its debt went on without it. The same window sends it with another press. */
  function whyNotAgain(room: Room, id: string, window: string): Result<never> | undefined {
    const draft = services.journal.command(id)?.draft
    const overtaken = draft === undefined ? undefined : whyOvertaken(room, services.journal, draft, id)
    const key = `${window} ${id}`
    if (overtaken === undefined || told.get(key) === overtaken.fault.message) return undefined
    told.set(key, overtaken.fault.message)
    return overtaken
  }

  return {
    'messages.preview': ({ source, draft, stamp }) => {
      const room = rooms.ofLink(source)
      return room.ok ? room.value.links.format(source, draft, stamp ?? { id: services.newId(), at: services.now() }) : room
    },
    'messages.draft': ({ event, intent, text }) => {
      const found = rooms.ofEvent(event)
      if (!found.ok) return found
      if (!isMessage(found.value.event)) return fail('invalid', 'You can only reply to messages.')
      const protocol = services.protocols.get(found.value.event.protocol)
      if (protocol === undefined) return fail('not-found', 'Patchbay does not support this protocol.')
      const me = found.value.room.workspace().operator
      return ok(intent === 'reply' ? protocol.reply(found.value.event, me) : protocol.acknowledge(found.value.event, me, text))
    },
    'messages.send': async ({ id, source, draft, at }) => {
      const room = rooms.ofLink(source)
      if (!room.ok) return room
      // The same call again is told what became of the message.
      const overtaken = services.journal.command(id) === undefined ? whyOvertaken(room.value, services.journal, draft) : undefined
      return whyCut(room.value.id) ?? overtaken ?? room.value.sendQueue.send(id, source, draft, at)
    },
    'messages.retry': async ({ id }, caller) => {
      const room = rooms.ofCommand(id)
      if (!room.ok) return room
      return whyCut(room.value.id) ?? whyNotAgain(room.value, id, caller.id) ?? room.value.sendQueue.retry(id)
    },
    'messages.discard': ({ id }) => {
      const room = rooms.ofCommand(id)
      return room.ok ? room.value.sendQueue.discard(id) : room
    },
  }
}
