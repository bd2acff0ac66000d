import type { Condition } from '../../../core/condition.ts'
import type { Event } from '../../../core/event.ts'
import type { RoundName } from './classify-paste.ts'

/** Identity of the event that a file of `inbox/` was refused as the reply to a round. */
export function refusedId({ session, sequence }: RoundName, file: string): string {
  return `refused:${session}:${sequence}:${file}`
}

/** A file that another program dropped for the open round is no reply to it: an old one, or an outbox. Nobody may have been looking. */
export function refusedInEvent({ body, wireId, at }: Event): readonly Condition[] {
  const [, session, sequence] = /^refused:([0-9a-f]{8}):(\d{1,9}):/u.exec(wireId) ?? []
  if (body.kind !== 'fault' || session === undefined) return []
  return [{ id: `refused/${session}/${sequence}`, source: 'refused', who: session, text: body.fault.message, since: at, about: session }]
}

/** A reply to the round has come after all. */
export function endedByReply({ body, wireId }: Event): readonly string[] {
  const [, session, sequence] = /^([0-9a-f]{8}):(\d{1,9}):reply\b/u.exec(wireId) ?? []
  return body.kind === 'message' && session !== undefined ? [`refused/${session}/${sequence}`] : []
}
