import type { LedgerWords } from '../../../core/ledger.ts'

/** What proves each step of a message in this protocol, in words. */
export const mailLedger: LedgerWords = {
  seen: 'found in the mailbox',
  written: { heard: 'a file in the inbox', own: 'Patchbay wrote it to the inbox' },
  cannot: {},
  by: {
    delivered: 'a receipt in outbox/',
    read: 'a read mark in ledger/',
    acked: 'a mark in ledger/, or a result file',
    answered: 'a message or result names it',
  },
  receipt: ({ stage, text }) => (stage === 'failed' ? `a result file: ${text}` : undefined),
  actProvesRead: 'reacted to it',
}
