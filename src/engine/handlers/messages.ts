import type { HandlersOf } from '../../api/server.ts'
import { isMessage } from '../../core/event.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { whyOvertaken } from '../desk/overtaken.ts'
import type { EngineContext } from '../engine-context.ts'

/** The operator's messages. */
export function messageHandlers({ services, rooms }: EngineContext): HandlersOf<'messages'> {
  /** After *Cut*, nothing is sent, not even what the operator writes; a lower halt leaves his own messages alone. */
  function whyCut(workspace: string): Result<never> | undefined {
    const cut = services.halts.refusing(workspace).find(({ level }) => level === 'cut')
    return cut === undefined ? undefined : fail('refused', `Halted (${cut.id}) with every link cut: nothing is sent until you resume.`)
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
    'messages.retry': async ({ id }) => {
      const room = rooms.ofCommand(id)
      return room.ok ? (whyCut(room.value.id) ?? room.value.sendQueue.retry(id)) : room
    },
    'messages.discard': ({ id }) => {
      const room = rooms.ofCommand(id)
      return room.ok ? room.value.sendQueue.discard(id) : room
    },
  }
}
