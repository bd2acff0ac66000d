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

/**
 * What a message says that only a file proves, while its file says something else: an answer to what it said first is no answer to that.
 * @param first the message as it was reported first
 */
export function rewritten(first: Pick<MessageBody, 'text'>, payload: string): Doubt | undefined {
  return first.text === payload ? undefined : { severity: 'warning', text: `The file was changed. First it said: ${quoted(first.text)}.` }
}

/** Whether the doubts say that somebody else may have written what bears a name that only our own server writes for. */
export function isForged({ doubts = [] }: Pick<MessageBody, 'doubts'>): boolean {
  return doubts.some((doubt) => [notFromItsSession, changedSince].includes(graded(doubt).text))
}

/** The doubts to show where the sender's name is already marked as a claim. */
export function beyondClaim(doubts: readonly Doubt[]): Doubt[] {
  return doubts.filter((doubt) => graded(doubt).text !== claimWords)
}
