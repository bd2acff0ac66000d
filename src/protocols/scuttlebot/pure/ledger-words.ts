import type { LedgerWords } from '../../../core/ledger.ts'

/** What proves each step of a message in this protocol, in words. */
export const ircLedger: LedgerWords = {
  seen: 'received from the server',
  written: { heard: 'heard on IRC', own: 'Patchbay sent it to the server' },
  cannot: {
    delivered: 'no receipts for the lines of others',
    read: 'unknown until it answers',
  },
  by: {
    acked: 'a task.update',
    answered: 'a task.complete, or its next line',
  },
  awaited: { delivered: 'the server has not echoed it', read: 'you have not opened it' },
  echo: 'the server echoed it',
  actProvesRead: 'reacted to it',
}
