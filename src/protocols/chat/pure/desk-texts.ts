import type { Draft } from '../../../core/command.ts'
import { debtorOf, escalationText, handoverText, nobodyToAsk, reminderText } from '../../../core/desk-draft.ts'
import type { DeskIntent, DeskMatter } from '../../../core/desk-draft.ts'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { replyTo } from './replies.ts'

/** A line to whoever has to act; the others involved in the debt observe it. */
export function chatDeskDraft(matter: DeskMatter, intent: DeskIntent, me: string, to?: string): Result<Draft> {
  const { debt, ask } = matter
  if (intent === 'answer') return ok(replyTo(ask, me))
  const debtor = debtorOf(matter)
  const recipient = intent === 'nudge' ? debtor : to
  if (recipient === undefined) return nobodyToAsk()
  const place = ask.raw.anchor === undefined ? '' : ` (${ask.raw.anchor.label})`
  const texts = {
    nudge: () => reminderText(matter, me, place),
    handover: () => handoverText(matter, place),
    escalate: () => escalationText(matter, place),
  }
  const observers = [...new Set([debtor, debt.creditor])].filter((name) => name !== undefined && name !== me && name !== recipient)
  return ok({ from: me, to: [recipient], observers: observers as string[], text: texts[intent](), replyTo: ask.id })
}
