import { quoted } from '../../../core/desk-draft.ts'
import { graded } from '../../../core/doubt.ts'
import type { Doubt } from '../../../core/doubt.ts'
import type { MessageBody } from '../../../core/event.ts'

/** Shown next to a sender whom only the file names (no session wrote it under its own name), and used as a doubt. */
export const claimWords = 'Sender not verified (taken from the file).'

/** The doubt about an unproven execute. */
export const neverCounts = 'Commands in message files are never run.'

/** The doubt about mail that names a sender whom only Patchbay's own server writes for. */
export const notFromItsSession = 'The sender is registered over MCP, but no session of it wrote this file.'

/** The doubt about another text under the id of what a session of ours, or the operator, wrote. */
export const changedSince = 'The text in the file was changed after its sender had sent it.'

const rewrittenWords = 'The file was changed. First it said: '

/**
 * What a message says that only a file proves, once its file says something else: an answer to what it said first is no answer to that.
 * @param last the message as it was reported last
 */
export function rewritten(last: Pick<MessageBody, 'text' | 'doubts'>, payload: string): Doubt | undefined {
  const known = last.doubts?.find((doubt) => graded(doubt).text.startsWith(rewrittenWords))
  if (known !== undefined || last.text === payload) return known
  return { severity: 'warning', text: `${rewrittenWords}${quoted(last.text)}.` }
}

/** Whether the doubts say that somebody else may have written what bears a name that only our own server writes for. */
export function isForged({ doubts = [] }: Pick<MessageBody, 'doubts'>): boolean {
  return doubts.some((doubt) => [notFromItsSession, changedSince].includes(graded(doubt).text))
}

/** The doubts to show where the sender's name is already marked as a claim. */
export function beyondClaim(doubts: readonly Doubt[]): Doubt[] {
  return doubts.filter((doubt) => graded(doubt).text !== claimWords)
}
