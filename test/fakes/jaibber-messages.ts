import type { ProjectPlace } from '../../src/protocols/jaibber/pure/doubts.ts'
import type { ReceivedMessage } from '../../src/protocols/jaibber/pure/received.ts'
import type { JaibberMessage } from '../../src/protocols/jaibber/pure/message.ts'

/** A readable UUID: `uuid(7)` ends with 7. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** A person's message in the project `p1`; `more` overrides its fields. */
export function said(text: string, more: Partial<JaibberMessage> = {}): JaibberMessage {
  return { from: 'u1', fromUsername: 'mira', projectId: 'p1', text, messageId: uuid(1), type: 'message', ...more }
}

/** What the agent Coder of the user `u2` publishes of the answer `responseId`, following the specification ("Streaming Protocol"). */
export function streamed(type: 'typing' | 'chunk' | 'response' | 'done' | 'error', text = '', responseId = uuid(100)): JaibberMessage {
  const base = { from: 'u2', fromUsername: 'Coder', projectId: 'p1', text, messageId: responseId, type, agentName: 'Coder' }
  if (type === 'typing') return { ...base, messageId: uuid(99), responseId }
  if (type === 'chunk' || type === 'error') return base
  return { ...base, isAgentMessage: true, responseDepth: 1, respondingChain: ['coder'] }
}

/** A message as passed on by Ably, the `number`th of its connection. */
export function receivedOf(message: unknown, number = 1, more: Partial<ReceivedMessage> = {}): ReceivedMessage {
  const from = (message as { readonly from?: unknown }).from
  const clientId = typeof from === 'string' ? from : 'u1'
  return {
    data: message,
    id: `${clientId}-connection:${number}:0`,
    clientId,
    connectionId: `${clientId}-connection`,
    timestamp: 1_700_000_000_000 + number,
    via: 'live',
    serial: `01-${String(number).padStart(6, '0')}`,
    ...more,
  }
}

/** The project `p1` with Coder and Reviewer. */
export const webProject: ProjectPlace = {
  id: 'p1',
  name: 'Web',
  names: ['Coder', 'Reviewer', 'mira', 'ben'],
  agentsElsewhere: ['Coder', 'Reviewer'],
  maxResponseDepth: 3,
  isQuiet: false,
  ownersOf: (agent) => (agent.toLowerCase() === 'coder' ? ['u2'] : []),
}

/** The workspace's operator, who is the user `u1` there. */
export const miraThere = { userId: 'u1', username: 'mira', operator: 'Mira' }
