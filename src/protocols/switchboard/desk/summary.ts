import type { MessageStage } from '../pure/ledger.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import { deskLimits } from './core.ts'
import type { MessageSummary } from './desk-types.ts'

/** A message as a list shows it: its payload whole when `verbose` or short, else its beginning. */
export function summaryOf(message: SwitchboardMessage, stage: MessageStage, verbose: boolean): MessageSummary {
  const isWhole = verbose || message.payload.length <= deskLimits.preview
  return {
    id: message.id,
    action: message.action,
    sender: message.sender,
    recipient: message.recipient,
    createdAt: message.createdAt,
    state: stage === 'acked' ? 'acknowledged' : stage,
    payload: isWhole ? message.payload : message.payload.slice(0, deskLimits.preview).toWellFormed(),
    isWhole,
    replyTo: message.replyTo,
    team: message.team,
  }
}
