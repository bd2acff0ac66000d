import { fieldOf } from '../../../core/json-text.ts'
import type { Ledger } from './ledger.ts'
import type { SwitchboardMessage } from './message.ts'

/** Fields of `metadata` that set when an answer is expected: a time as ISO-8601 or ms. */
const dueFields = ['due', 'dueAt', 'dueBy', 'expected', 'expectedBy'] as const

/**
 * When an answer is expected, ms: from the sender's `metadata`, otherwise `at` plus the limit in the settings for messages that ask for work. Undefined: no
 * time is known, so it is never overdue.
 */
export function dueAt(message: SwitchboardMessage, at: number, limitMs: number | undefined): number | undefined {
  for (const field of dueFields) {
    const said = message.metadata === undefined ? undefined : timeOf(fieldOf(message.metadata, field))
    if (said !== undefined) return said
  }
  const asksForWork = message.action === 'delegate_task' || message.action === 'request_review'
  return limitMs !== undefined && asksForWork ? at + limitMs : undefined
}

/** True if the time has passed and nothing proves an answer. */
export function isOverdue(due: number | undefined, ledger: Ledger, now: number): boolean {
  return due !== undefined && now > due && ledger.answered === undefined && ledger.archived === undefined
}

function timeOf(value: unknown): number | undefined {
  const ms = typeof value === 'number' ? value : typeof value === 'string' && value.length <= 64 ? Date.parse(value) : Number.NaN
  return ms >= Date.UTC(2000) && ms < Date.UTC(2100) ? ms : undefined
}
