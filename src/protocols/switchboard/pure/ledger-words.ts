import type { LedgerWords } from '../../../core/ledger.ts'

/** What proves each step of a message in this protocol, in words. */
export const mailLedger: LedgerWords = {
  seen: 'found in the mailbox',
  written: { heard: 'the file is in the inbox', own: 'Patchbay wrote the file to the inbox' },
  cannot: {},
  by: {
    delivered: 'a receipt in outbox/',
    read: 'a read mark in ledger/',
    acked: 'an acknowledged mark in ledger/, or a result file',
    answered: 'a message or result file that names it',
  },
  receipt: ({ stage, text }) => (stage === 'failed' ? `a result file: ${text}` : undefined),
  actProvesRead: 'its recipient reacted to it',
}
