import { graded } from '../../../core/doubt.ts'
import type { Doubt } from '../../../core/doubt.ts'

/** What a sender is worth that only a file names (nobody of a session wrote it under its own name): a doubt, and the words beside the name. */
export const claimWords = 'Sender not verified (taken from the file).'

/** What an execute is worth that nobody proves. */
export const neverCounts = 'Commands in message files are never run.'

/** The doubts for a place that says of the sender's name itself that it is a claim. */
export function beyondClaim(doubts: readonly Doubt[]): Doubt[] {
  return doubts.filter((doubt) => graded(doubt).text !== claimWords)
}
