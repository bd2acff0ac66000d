import type { Agent } from '../../../core/agent.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import type { Evidence } from '../../../core/event.ts'

type EvidenceWords = Readonly<Record<Evidence, string>>

const known: EvidenceWords = {
  declared: 'declared',
  receipt: 'shown by a receipt',
  transport: 'seen on the connection',
  inferred: 'inferred',
  unknown: 'unknown',
}

/** The evidence in one word each, for a narrow column. */
export const evidenceInShort: EvidenceWords = { ...known, receipt: 'receipt', transport: 'connection' }

/** Whom it waits for: `you`, or a name. */
export function awaitedName({ on = '', isOnOperator }: Agent['status']): string {
  return isOnOperator === true ? 'you' : quotedName(on)
}

/** The status in one word; for an unknown status, whether anything was reported at all. */
export function statusWord(status: Agent['status']): string {
  if (status.on !== undefined) return `${status.word} for ${awaitedName(status)}`
  if (status.word !== '?') return status.word
  if (status.was !== undefined) return 'unknown'
  return status.event === undefined ? 'no evidence' : 'unclear'
}

/** The class of a status word; a calm one is quiet. */
export function statusTone({ word }: Agent['status']): string {
  return word === 'lost' ? 'lost' : word === 'needs you' ? 'needs' : 'mid'
}

/** How the status is known and what was reported: `declared: running`. `words`: the evidence in full, or as `evidenceInShort`. */
export function knownHow(status: Agent['status'], words: EvidenceWords = known): string {
  if (status.was !== undefined) return saidWords(status)
  if (status.evidence === 'unknown') return status.event === undefined ? status.said : `reported as “${status.said}”`
  return status.said === status.word ? words[status.evidence] : `${words[status.evidence]}: ${status.said}`
}

/** The reported status; for one whose evidence expired, the last known one. */
export function saidWords({ was, said }: Agent['status']): string {
  if (was === undefined) return said
  return was === '?' || was === said ? `was “${said}”` : `was ${was} (${said})`
}
