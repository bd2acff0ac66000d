import type { NewEvent } from '../../../core/event.ts'
import { limits } from '../../../core/limits.ts'
import { wireIdOf } from '../pure/ids.ts'
import type { JaibberMessage } from '../pure/message.ts'
import { plainLine } from './job.ts'

/** Identity of the note that an agent does not answer a message: one per message and agent. */
export function stoppedId(agentName: string, messageId: string): string {
  return `stopped:${agentName.toLowerCase()}:${messageId}`
}

/** A note in the project, visible only here, why an agent of this machine does not answer a message that mentions it. */
export function stoppedEvent(agentName: string, trigger: JaibberMessage, reason: string, words: string): NewEvent {
  return {
    wireId: stoppedId(agentName, trigger.messageId),
    raw: { text: JSON.stringify(trigger).slice(0, limits.line).toWellFormed() },
    body: {
      kind: 'message',
      conversation: trigger.projectId,
      from: agentName,
      to: [],
      observers: [],
      text: plainLine(`@${agentName} does not answer: ${words}`, 1_000),
      label: 'stopped',
      data: { reason },
      replyTo: wireIdOf(trigger.messageId),
      quiet: true,
    },
  }
}
