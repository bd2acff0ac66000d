import type { HandlersOf } from '../../api/server.ts'
import type { Event } from '../../core/event.ts'
import { isMessage } from '../../core/event.ts'
import { fail, ok } from '../../core/fault.ts'
import { readSourceLines } from '../../io/source-lines.ts'
import { openFile } from '../open-file.ts'
import type { EngineContext } from '../engine-context.ts'
import { addressable } from '../links/addressable.ts'
import { journalAsOf } from '../past/feed-page.ts'
import { threadOf } from '../thread.ts'
import { storedLater } from '../desk/reads.ts'

/** A single event: lint findings, source on disk, thread. */
export function eventHandlers(context: EngineContext): HandlersOf<'events'> {
  const { services, rooms } = context
  return {
    'events.get': ({ id }) => {
      const found = rooms.ofEvent(id)
      return found.ok ? ok(found.value.event) : found
    },
    'events.find': ({ source, wireId }) => {
      const room = rooms.ofLink(source)
      if (!room.ok) return room
      const event = services.journal.find(source, wireId)
      return event === undefined ? fail('not-found', 'This message is not stored.') : ok(room.value.links.placed(event))
    },
    'events.lint': ({ id }) => {
      const found = rooms.ofEvent(id)
      if (!found.ok) return found
      const { event, room } = found.value
      const protocol = services.protocols.get(event.protocol)
      if (protocol === undefined) return ok({ rules: 0, findings: [] })
      const first = event.raw.anchor?.line ?? 1
      const findings = protocol.lint(event.raw.text, addressable(room, event.source))
      return ok({
        rules: protocol.info.lintRules,
        findings: findings.slice(0, 200).map((each) => ({ ...each, line: each.line + first - 1 })),
      })
    },
    'events.source': async ({ id, context }) => {
      const found = rooms.ofEvent(id)
      if (!found.ok) return found
      const { event, room } = found.value
      const anchor = event.raw.anchor
      if (anchor?.path === undefined) return fail('not-found', 'This message does not come from a file.')
      const own = event.raw.text.split('\n')
      const line = anchor.line ?? 1
      const read = await readSourceLines(room.workspace().path, anchor.path, line - context, line + own.length - 1 + context)
      if (!read.ok) return read
      return ok({
        path: anchor.path,
        firstLine: read.value.firstLine,
        lines: [...read.value.lines],
        changed: hasChanged(event, own, read.value),
      })
    },
    'events.open': async ({ id }) => {
      const found = rooms.ofEvent(id)
      if (!found.ok) return found
      const anchor = found.value.event.raw.anchor
      if (anchor?.path === undefined) return fail('not-found', 'This message does not come from a file.')
      const opened = await openFile(context, found.value.room, anchor.path, anchor.line ?? 1)
      return opened.ok ? ok({}) : opened
    },
    'events.thread': ({ id, limit, asOf }) => {
      const found = rooms.ofEvent(id)
      if (!found.ok) return found
      const { event } = found.value
      const { journal } = services
      if (asOf !== undefined && event.cursor > journal.cursorAt(event.workspace, asOf)) return fail('not-found', storedLater)
      if (!isMessage(event)) return ok({ events: [event], total: 1 })
      const thread = threadOf(asOf === undefined ? journal : journalAsOf(journal, event.workspace, asOf), event)
      const at = thread.findIndex((each) => each.id === event.id)
      const from = Math.max(0, Math.min(at - Math.floor(limit / 2), thread.length - limit))
      return ok({ events: thread.slice(from, from + limit).map(found.value.room.links.placed), total: thread.length })
    },
  }
}

/** True when the event's lines are no longer at that position of the file. Trailing white space is not content. */
function hasChanged(
  event: Event,
  own: readonly string[],
  read: { readonly firstLine: number; readonly lines: readonly string[] },
): boolean {
  const from = (event.raw.anchor?.line ?? 1) - read.firstLine
  return own.some((text, at) => {
    const now = read.lines[from + at]?.trimEnd()
    const wanted = text.trimEnd()
    const isCut = event.raw.truncated === true && at === own.length - 1
    return isCut ? now?.startsWith(wanted) !== true : now !== wanted
  })
}
