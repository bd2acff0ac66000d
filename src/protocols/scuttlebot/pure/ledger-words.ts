import type { LedgerWords } from '../../../core/ledger.ts'

/** What proves each step of a message in this protocol, in words. */
export const ircLedger: LedgerWords = {
  seen: 'the line came from the IRC server',
  written: { heard: 'heard on IRC', own: 'Patchbay sent the line to the IRC server' },
  cannot: {
    delivered: 'IRC does not say whom a line of somebody else reached',
    read: 'nothing shows that an agent read a line until it answers',
  },
  by: {
    delivered: 'the server has not sent the line back',
    read: 'you have not opened it',
    acked: 'a task.update of its recipient',
    answered: 'a task.complete, or the next line of its recipient',
  },
  echo: 'the server sent the line back',
  actProvesRead: 'its recipient reacted to it',
}
