import type { LedgerWords } from '../../../core/ledger.ts'

/** What proves each step of a message in this protocol, in words. */
export const chatLedger: LedgerWords = {
  seen: 'read from chat.md',
  written: { heard: 'the line is in chat.md', own: 'Patchbay appended the line to chat.md' },
  cannot: { delivered: 'chat.md has no receipts', read: 'nothing shows that an agent read a line until it answers' },
  by: { acked: 'an acknowledgement in chat.md', answered: 'the next line of its recipient', read: 'you have not opened it' },
  actProvesRead: 'its recipient reacted to it',
}
