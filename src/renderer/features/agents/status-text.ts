import type { Agent } from '../../../core/agent.ts'
import type { Evidence } from '../../../core/event.ts'

const known: Readonly<Record<Evidence, string>> = {
  declared: 'declared',
  receipt: 'shown by a receipt',
  transport: 'seen on the connection',
  inferred: 'inferred',
  unknown: 'unknown',
}

/** The status in one word; for an unknown status, whether anything was reported at all. */
export function statusWord(status: Agent['status']): string {
  if (status.word !== '?') return status.word
  if (status.was !== undefined) return 'unknown'
  return status.event === undefined ? 'no evidence' : 'unclear'
}

/** How the status is known and what was reported: `declared: running`. */
export function knownHow(status: Agent['status']): string {
  if (status.was !== undefined) return saidWords(status)
  if (status.evidence === 'unknown') return status.event === undefined ? status.said : `reported as “${status.said}”`
  return status.said === status.word ? known[status.evidence] : `${known[status.evidence]}: ${status.said}`
}

/** The reported status; for one whose evidence expired, the last known one. */
export function saidWords({ was, said }: Agent['status']): string {
  if (was === undefined) return said
  return was === '?' || was === said ? `was “${said}”` : `was ${was} (${said})`
}
