import type { Draft } from '../../../core/command.ts'
import { debtorOf, named, nobodyToAsk, quoted } from '../../../core/desk-draft.ts'
import type { DeskIntent, DeskMatter } from '../../../core/desk-draft.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { spanWords } from '../../../core/span-words.ts'
import { replyTo } from './replies.ts'
import { handoffIn } from './task-news.ts'

/** A mention runs an agent: a reminder asks the same again, a handover mentions its new owner alone, and word to people mentions no agent. */
export function teamDeskDraft(matter: DeskMatter, intent: DeskIntent, me: string, to?: string): Result<Draft> {
  const { debt, ask, ageMs, limitMs } = matter
  if (intent === 'answer') return ok(replyTo(ask, me))
  const debtor = debtorOf(matter)
  const recipient = intent === 'nudge' ? debtor : to
  if (recipient === undefined) return nobodyToAsk()
  const base = { from: me, to: [recipient], observers: [], where: ask.body.conversation }
  if (intent === 'nudge') return ok({ ...base, text: ask.body.text })
  if (intent === 'escalate') {
    const limit = limitMs === undefined ? '' : ` (limit ${spanWords(limitMs)})`
    return ok({ ...base, text: `An answer has been missing for ${spanWords(ageMs)}${limit}: ${quoted(debt.text)}. Please decide.` })
  }
  const title = quoted(debt.text).slice(1, -1) || '…'
  const text = `[HANDOFF: @${recipient} "${title}"]\nTaken over from ${named(debtor ?? 'nobody')}, who has not answered.`
  // Read otherwise, it would run another agent, or none.
  if (handoffIn(text)?.agent !== recipient)
    return fail('invalid', 'A handover cannot name this agent, because of the signs in its name. Write to it in your own words.', {
      field: 'to',
    })
  return ok({ ...base, text })
}
