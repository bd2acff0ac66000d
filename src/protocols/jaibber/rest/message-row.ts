import { fieldOf } from '../../../core/json-text.ts'
import type { ReceivedMessage } from '../pure/received.ts'
import { attachmentSchema } from '../pure/message.ts'
import { messageRowSchema } from './answers.ts'

/**
 * A stored message as it would have come by Ably. What the server does not keep (depth, chain, mentions) is not there. A row that is none is handed on
 * as it is, so that it is shown as what could not be read.
 */
export function messageFromRow(row: unknown, project: string): ReceivedMessage {
  const read = messageRowSchema.safeParse(row)
  if (!read.success) return { data: row, id: `rest:${idOf(row)}`, timestamp: 0, via: 'rest' }
  const { id, senderId, senderType, senderName, type, text, parentMessageId, metadata, createdAt } = read.data
  const attachments = attachmentSchema.array().safeParse(metadata == null ? undefined : fieldOf(metadata, 'attachments'))
  const isAgent = senderType === 'agent'
  const name = senderName ?? ''
  const data = {
    from: senderId ?? (name === '' ? senderType : name),
    fromUsername: name,
    projectId: project,
    text,
    messageId: id,
    type,
    ...(isAgent && { agentName: name, isAgentMessage: true }),
    ...(parentMessageId != null && { parentMessageId }),
    ...(attachments.success && { attachments: attachments.data }),
  }
  return { data, id: `rest:${id}`, timestamp: timeOf(createdAt), via: 'rest' }
}

/** A time as servers write it, ms; 0: none. */
export function timeOf(said: string | number | undefined): number {
  const time = typeof said === 'number' ? said : Date.parse(said ?? '')
  return Number.isFinite(time) ? time : 0
}

function idOf(row: unknown): string {
  const id = typeof row === 'object' && row !== null ? fieldOf(row, 'id') : undefined
  return typeof id === 'string' ? id.slice(0, 512) : JSON.stringify(row ?? null).slice(0, 200)
}
