import { graded } from '../../../core/doubt.ts'
import type { Doubt } from '../../../core/doubt.ts'
import { isMessage } from '../../../core/event.ts'
import { doubtsAbout } from '../service/doubts.ts'
import type { StoredMessage } from '../files/mailbox-types.ts'
import type { Trust } from '../pure/operations.ts'
import { mailWireId } from '../pure/wire.ts'
import type { RunningLink } from './running-link.ts'

type Judging = Pick<RunningLink, 'context' | 'journal' | 'state' | 'writesBySession'>

/** Doubts about a message as stored when it arrived, judged by the roles at that time. A message that is not stored is judged now. */
export function doubtsOfThen(link: Judging, stored: StoredMessage): readonly Doubt[] {
  const { context, journal, state } = link
  const event = context.stored.find(journal.wireIdOf(stored) ?? mailWireId(stored.agent, stored.message.id))
  if (event !== undefined && isMessage(event) && event.raw.text === stored.text) return event.body.doubts ?? []
  return doubtsAbout(stored, journal.isProven(stored), state.state, link.writesBySession)
}

/** Notes shown to an agent that reads the message. */
export function trustIn(link: Judging, stored: StoredMessage): Trust {
  return { isClaim: !link.journal.isProven(stored), doubts: doubtsOfThen(link, stored).map((doubt) => graded(doubt).text) }
}
