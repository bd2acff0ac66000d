import type { LedgerWords } from '../../../core/ledger.ts'

/** What proves each step of a message in this protocol, in words. */
export const chatLedger: LedgerWords = {
  seen: 'read from chat.md',
  written: { heard: 'the line is in chat.md', own: 'Patchbay appended it to chat.md' },
  cannot: { delivered: 'chat.md has no receipts', read: 'unknown until it answers' },
  by: { acked: 'an acknowledgement in chat.md', answered: 'its next line' },
  awaited: { read: 'you have not opened it' },
  actProvesRead: 'reacted to it',
}
