import type { Actor } from '../../../core/approval.ts'
import type { QueuedPrompt } from '../pure/api.ts'
import type { JaibberMessage } from '../pure/message.ts'
import { headOf, oneLine } from '../../../core/text.ts'

/** A message that an agent of this machine will answer, with the guard's decision. */
export interface Job {
  readonly trigger: JaibberMessage
  /** When it arrived, our clock, ms. */
  readonly at: number
  /** `messageId` of its answer. */
  readonly responseId: string
  /** `responseDepth` and `respondingChain` of its answer ("Loop Prevention"). */
  readonly depth: number
  readonly chain: readonly string[]
}

const shownChars = 160
const nameChars = 64

/** A job as lists show it. */
export function promptOf({ trigger, at }: Pick<Job, 'trigger' | 'at'>): QueuedPrompt {
  return {
    messageId: trigger.messageId,
    project: trigger.projectId,
    from: plainLine(trigger.agentName ?? trigger.fromUsername, nameChars),
    text: plainLine(trigger.text, shownChars),
    at,
  }
}

/** The start of a text on one line, for a list; control characters become spaces. */
export function plainLine(text: string, chars: number): string {
  return oneLine(headOf(text, chars * 4).replaceAll(/\p{Cc}/gu, ' '), chars)
}

/** The actor that an agent of this machine is at the gate. `id` is the configured agent's id; without it no standing approval applies. */
export function agentActor(name: string, id: string | undefined): Actor {
  return { kind: 'agent', name: `${name}${actorEnd}`, ...(id !== undefined && { registration: id }) }
}

/** The name of the agent behind an actor; undefined if it is not one of ours. */
export function agentOfActor(actor: string): string | undefined {
  return actor.endsWith(actorEnd) ? actor.slice(0, -actorEnd.length) : undefined
}

const actorEnd = ' (Jaibber)'
