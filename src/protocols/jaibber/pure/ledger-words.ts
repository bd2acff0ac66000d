import type { LedgerWords } from '../../../core/ledger.ts'

/** What proves each step of a message of this protocol, in words. */
export const teamLedger: LedgerWords = {
  seen: 'the message came from Ably',
  written: { heard: 'heard on Ably', own: 'Ably accepted the message' },
  cannot: {
    delivered: 'Ably does not say whom a message of somebody else reached',
    read: 'nothing shows that a person read a message; an agent shows it by typing',
  },
  by: {
    delivered: 'the message has not come back',
    read: 'you have not opened it',
    acked: 'typing in answer to it',
    answered: 'a response or error that names it',
  },
  echo: 'the message came back from Ably',
  actProvesRead: 'its recipient answered or began to type',
}
