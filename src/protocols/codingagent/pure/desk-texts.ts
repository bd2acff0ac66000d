import { fail } from '../../../core/fault.ts'
import type { DeskIntent } from '../../../core/desk-draft.ts'
import type { Result } from '../../../core/fault.ts'

const reasons: Readonly<Record<DeskIntent, string>> = {
  answer: 'A session does not accept messages: paste the LLM’s reply in the Paste view.',
  nudge: 'Nobody reads a reminder in a session: copy its outbox to the LLM again in the Paste view.',
  handover: 'A session stays with its LLM: start a new session with the task in the Paste view.',
  escalate: 'A session has nobody else to decide.',
}

/** Sessions take no messages: the reason, and what to do instead. */
export function sessionDeskDraft(intent: DeskIntent): Result<never> {
  return fail('unsupported', reasons[intent])
}
