import type { SwitchboardMessage } from '../../src/protocols/switchboard/pure/message.ts'

/** A Switchboard message; its id contains the time `1_700_000_000_000 + number`. */
export function mail(number: number, rest: Partial<SwitchboardMessage> = {}): SwitchboardMessage {
  return {
    id: `msg_${1_700_000_000_000 + number}_t`,
    action: 'delegate_task',
    sender: 'lead',
    recipient: 'coder',
    payload: `task ${number}`,
    createdAt: new Date(1_700_000_000_000 + number).toISOString(),
    ...rest,
  }
}
