import type { Agent } from '../../../core/agent.ts'
import type { Evidence } from '../../../core/event.ts'

const known: Readonly<Record<Evidence, string>> = {
  declared: 'declared',
  receipt: 'by receipt',
  transport: 'by transport',
  inferred: 'inferred',
  unknown: 'unknown',
}

/** The status in a word; without evidence it says that there is none. */
export function statusWord(status: Agent['status']): string {
  return status.word === '?' ? 'no evidence' : status.word
}

/** How the status is known and what was said: `declared, running`. */
export function knownHow(status: Agent['status']): string {
  if (status.evidence === 'unknown') return status.said
  return status.said === status.word ? known[status.evidence] : `${known[status.evidence]}, ${status.said}`
}
