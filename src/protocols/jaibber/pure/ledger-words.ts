import type { LedgerWords } from '../../../core/ledger.ts'

/** What proves each step of a message of this protocol, in words. */
export const teamLedger: LedgerWords = {
  seen: 'received from Ably',
  written: { heard: 'heard on Ably', own: 'Ably accepted the message' },
  cannot: {
    delivered: 'no receipts for the messages of others',
    read: 'people leave no sign; agents type',
  },
  by: {
    acked: 'typing a reply',
    answered: 'a response or error names it',
  },
  awaited: { delivered: 'has not come back from Ably', read: 'you have not opened it' },
  echo: 'came back from Ably',
  actProvesRead: 'answered or typed',
}
