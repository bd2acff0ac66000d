import { graded } from '../../../core/doubt.ts'
import { isMessage } from '../../../core/event.ts'
import type { Event } from '../../../core/event.ts'
import type { Envelope } from '../pure/envelope.ts'
import { taskChangeOf } from '../pure/task-change.ts'
import { isChannel } from '../pure/config.ts'
import type { TaskChange } from '../pure/task-change.ts'

/** An envelope read from the journal. */
interface StoredEnvelope {
  readonly envelope: Envelope
  readonly change?: TaskChange
}

/** Reads the envelope of a stored event, so its change can be folded again; undefined for other events. */
export function storedEnvelope(event: Event): StoredEnvelope | undefined {
  if (!isMessage(event) || !event.wireId.startsWith('e:')) return undefined
  const { body, wireId, at } = event
  const id = wireId.slice(2, wireId.lastIndexOf(':'))
  // The envelope names nobody: it is for the channel or, in private, for the other party.
  const isToPlace = body.to.length === 1 && (body.to[0] === body.topic || !isChannel(body.topic ?? ''))
  const to = isToPlace ? undefined : body.to
  const envelope: Envelope = {
    v: 1,
    type: body.label ?? '',
    id,
    from: body.from,
    ...(to !== undefined && { to }),
    ts: event.claimedAt ?? 0,
    ...(body.data !== undefined && { payload: body.data }),
  }
  // Events of earlier versions have the bridge among their doubts.
  const doubt = body.doubts?.map(graded).find(({ severity, text }) => severity === 'error' && !text.startsWith('relayed by '))?.text
  const change = taskChangeOf(envelope, {
    by: body.from,
    at,
    wireId,
    ...(body.topic !== undefined && { place: body.topic }),
    ...(doubt !== undefined && { doubt }),
  })
  return { envelope, ...(change !== undefined && { change }) }
}
