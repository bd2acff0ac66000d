import { z } from 'zod'

/** Types of the specification ("Message Types") and those that are met in the wild. */
export const messageTypes = ['message', 'typing', 'chunk', 'response', 'error'] as const
export const extraTypes = ['done', 'task-created', 'task-updated', 'task-deleted', 'deregister'] as const

/** A link to a file. Nothing is fetched by itself. */
export const attachmentSchema = z.looseObject({
  id: z.string().max(512),
  filename: z.string().max(1_024),
  mimeType: z.string().max(256).optional(),
  /** Bytes, as claimed. */
  fileSize: z.number().nonnegative().optional(),
  blobUrl: z.string().max(4_096),
})
export type Attachment = z.infer<typeof attachmentSchema>

/** A message of a project's channel ("Message Types"): unknown fields are kept, an unknown type is read. */
export const jaibberMessageSchema = z.looseObject({
  from: z.string().min(1).max(512),
  fromUsername: z.string().max(512),
  projectId: z.string().min(1).max(512),
  text: z.string(),
  messageId: z.string().min(1).max(512),
  type: z.string().min(1).max(64),
  responseId: z.string().min(1).max(512).optional(),
  agentName: z.string().max(512).optional(),
  mentions: z.array(z.string().max(512)).max(256).optional(),
  isAgentMessage: z.boolean().optional(),
  responseDepth: z.number().optional(),
  respondingChain: z.array(z.string().max(512)).max(256).optional(),
  isTaskNotification: z.boolean().optional(),
  attachments: z.array(attachmentSchema).max(64).optional(),
  parentMessageId: z.string().max(512).optional(),
  executionMode: z.string().max(64).optional(),
})
export type JaibberMessage = z.infer<typeof jaibberMessageSchema>
