import type { StoredMessage } from '../files/mailbox-types.ts'
import type { MessageSummary, Trust } from '../pure/operations.ts'
import type { MessageStage } from '../pure/ledger.ts'
import { listedOf } from '../pure/message.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import { serviceLimits } from './core.ts'
import type { ServiceCore } from './core.ts'

/** A found message, as a list shows it. */
export async function summaryOf(
  { ports }: ServiceCore,
  stored: StoredMessage,
  stage: MessageStage,
  verbose: boolean,
): Promise<MessageSummary> {
  return summarize(stored.message, stage, verbose, await ports.trust(stored))
}

/** A message that the service has just written. */
export function ownSummary(message: SwitchboardMessage): MessageSummary {
  return summarize(message, 'new', false, { isClaim: false, doubts: [] })
}

/** The whole payload if `verbose` or short, otherwise its beginning. */
function summarize(message: SwitchboardMessage, stage: MessageStage, verbose: boolean, trust: Trust): MessageSummary {
  const isWhole = verbose || message.payload.length <= serviceLimits.preview
  return {
    id: message.id,
    action: message.action,
    sender: message.sender,
    isClaim: trust.isClaim,
    recipient: message.recipient,
    createdAt: message.createdAt,
    state: stage === 'acked' ? 'acknowledged' : stage,
    payload: isWhole ? message.payload : message.payload.slice(0, serviceLimits.preview).toWellFormed(),
    isWhole,
    doubts: trust.doubts,
    ...listedOf(message),
  }
}
