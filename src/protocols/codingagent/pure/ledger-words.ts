import type { LedgerWords } from '../../../core/ledger.ts'

/** What proves each step of a message in this protocol, in words. */
export const sessionLedger: LedgerWords = {
  seen: 'found in the session home',
  written: { heard: 'the file is in the session home', own: 'Patchbay wrote the file' },
  cannot: { acked: 'a chat LLM acknowledges nothing' },
  by: { delivered: 'copied to the clipboard', read: 'a reply to this outbox', answered: 'a reply, then its results' },
  actProvesRead: 'there is a reply to it',
}
