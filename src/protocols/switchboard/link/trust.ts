import { graded } from '../../../core/doubt.ts'
import type { Doubt } from '../../../core/doubt.ts'
import { isMessage } from '../../../core/event.ts'
import { doubtsAbout } from '../desk/doubts.ts'
import type { StoredMessage } from '../files/mailbox-types.ts'
import type { Trust } from '../pure/acts.ts'
import { mailWireId } from '../pure/wire.ts'
import type { LinkParts } from './running-link.ts'

/** Doubts about a message as the journal has them from when it came: with the roles of then. One that it does not have is judged now. */
export function doubtsOfThen(parts: Pick<LinkParts, 'context' | 'news' | 'state'>, stored: StoredMessage): readonly Doubt[] {
  const { context, news, state } = parts
  const event = context.stored.find(news.wireIdOf(stored) ?? mailWireId(stored.agent, stored.message.id))
  if (event !== undefined && isMessage(event) && event.raw.text === stored.text) return event.body.doubts ?? []
  return doubtsAbout(stored, news.isProven(stored), state.state)
}

/** What an agent that reads the message is told of it. */
export function trustIn(parts: Pick<LinkParts, 'context' | 'news' | 'state'>, stored: StoredMessage): Trust {
  return { isClaim: !parts.news.isProven(stored), doubts: doubtsOfThen(parts, stored).map((doubt) => graded(doubt).text) }
}
