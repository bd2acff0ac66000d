import { debtorOf, escalationText, named, nobodyToAsk, relievedText, reminderText } from '../../../core/desk-draft.ts'
import type { DeskDraft, DeskIntent, DeskMatter } from '../../../core/desk-draft.ts'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { nameKey } from './agent-name.ts'
import { idOfWireId, replyDraft } from './wire.ts'

/**
 * Reminders and handovers are marked as such in `metadata`, so they open no debts of their own. A mailbox is read by its holder alone, so the old debtor gets a
 * message too.
 */
export function mailDeskDraft(matter: DeskMatter, intent: DeskIntent, me: string, to?: string): Result<DeskDraft> {
  const { debt, ask, reminders } = matter
  if (intent === 'answer') return ok(replyDraft(ask, me))
  const recipient = intent === 'nudge' ? ask.body.to[0] : to
  if (recipient === undefined) return nobodyToAsk()
  const base = { from: me, to: [recipient], observers: [] }
  if (intent === 'nudge') {
    return ok({ ...base, replyTo: ask.id, label: 'status_update', data: { reminder: reminders + 1 }, text: reminderText(matter, me) })
  }
  if (intent === 'escalate') return ok({ ...base, label: 'status_update', text: escalationText(matter) })
  const [mailbox = ''] = ask.body.to
  const old = debtorOf(matter)
  const head = `Please take over from ${named(old ?? mailbox)}, for ${named(debt.creditor)}:`
  const data = { handedOverFrom: mailbox, original: idOfWireId(ask.wireId) ?? '' }
  const isRelieved = old !== undefined && ![me, recipient].some((name) => nameKey(name) === nameKey(old))
  const relieved = { from: me, to: [old ?? mailbox], observers: [], replyTo: ask.id, label: 'status_update', text: relievedText(matter) }
  return ok({
    ...base,
    label: debt.kind === 'review' ? 'request_review' : 'delegate_task',
    data,
    text: `${head}\n\n${ask.body.text}`,
    ...(isRelieved && { also: [relieved] }),
  })
}
