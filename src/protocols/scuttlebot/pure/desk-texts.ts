import type { Draft } from '../../../core/command.ts'
import { debtorOf, escalationText, handoverText, named, nobodyToAsk, reminderText } from '../../../core/desk-draft.ts'
import type { DeskIntent, DeskMatter } from '../../../core/desk-draft.ts'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { spanWords } from '../../../core/span-words.ts'
import { replyTo } from './replies.ts'

/** About a task: a task.update that keeps the status. About a line: a line in the same channel, to whoever has to act. */
export function ircDeskDraft(matter: DeskMatter, intent: DeskIntent, me: string, to?: string): Result<Draft> {
  const { debt, ask, ageMs } = matter
  const task = debt.kind === 'task' ? taskOf(matter) : undefined
  const reply = replyTo(ask, me)
  const where = reply.where === undefined ? {} : { where: reply.where }
  const base = { from: me, observers: [], replyTo: ask.id, ...where }
  const debtor = debtorOf(matter)
  if (intent === 'answer') return ok(reply)
  const recipient = intent === 'nudge' ? debtor : (to ?? (intent === 'escalate' ? '@orchestrators' : undefined))
  if (recipient === undefined) return nobodyToAsk()
  if (task === undefined) {
    const texts = { nudge: () => reminderText(matter, me), handover: () => handoverText(matter), escalate: () => escalationText(matter) }
    return ok({ ...base, to: [recipient], text: texts[intent]() })
  }
  const data = { task_id: task }
  if (intent === 'nudge')
    return ok({
      ...base,
      to: [recipient],
      label: 'task.update',
      data,
      text: `Reminder: no news for ${spanWords(ageMs)}. Report, or hand it back.`,
    })
  if (intent === 'escalate') return ok({ ...base, to: [recipient], label: 'task.update', data, text: escalationText(matter) })
  const text = debtor === undefined ? `handed over by ${named(me)}` : `handed over from ${named(debtor)} by ${named(me)}`
  const both = [recipient, ...(debtor === undefined ? [] : [debtor])]
  return ok({ ...base, to: both, label: 'task.update', data: { ...data, assignee: recipient }, text })
}

/** The id of the task that a message creates or changes. */
function taskOf({ ask }: DeskMatter): string | undefined {
  if (ask.body.label === 'task.create') return /^e:([^:]+)/u.exec(ask.wireId)?.[1]
  const id = ask.body.data?.['task_id']
  return typeof id === 'string' ? id : undefined
}
